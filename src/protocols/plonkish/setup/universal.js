/**
 * Set-ups that no one contributes to, since a circuit has no secret of its own: how they begin and
 * end.
 * @module protocols/plonkish/setup/universal
 */
import { counted } from "../../../util/check.js";
import { ensure } from "../../../files/errors.js";
import { LEAST_POWER } from "../json.js";
import { refuseInputs, withCeremony } from "../../setup/open.js";
import { readInsecureOptions } from "../../setup/options.js";
import { keyWriter } from "../../setup/write_key.js";
import { openInputs, refuseWeakPowers, requirePower } from "../../setup/inputs.js";
import { publicsOf } from "../../setup/terms.js";

/** @import { Curve } from "../../../curves/types.js" */
/** @import { SectionWriter } from "../../../files/binwriter.js" */
/** @import { PhaseTracker } from "../../../files/progress.js" */
/** @import { R1cs } from "../../../files/r1cs.js" */
/** @import { SinkLike } from "../../../files/sink.js" */
/** @import { SourceLike } from "../../../files/source.js" */
/** @import { InsecureOptions } from "../../setup/options.js" */
/** @import { Inputs } from "../../setup/inputs.js" */

/**
 * @typedef {Inputs & { curve: Curve, signal: AbortSignal, writer: SectionWriter, tracker:
 *   PhaseTracker }} Setting
 */

/**
 * @param {R1cs} system
 * @param {number} rows
 * @returns {number} the power of the least domain that has them
 */
export function domainFor({ file }, rows) {
    ensure(rows > 0, "ERR_FILE", () =>
        `${file.name}: expected a circuit with a constraint or a public signal, got one without`);
    return Math.max(LEAST_POWER, Math.ceil(Math.log2(rows)));
}

/**
 * @param {string} where
 * @param {readonly [r1cs: SourceLike, ptau: SourceLike, newZkey: SinkLike]} files
 * @param {InsecureOptions | undefined} options
 * @param {object} kind
 * @param {number} kind.sections - how many the key has
 * @param {number} kind.steps - of progress
 * @param {(inputs: Inputs) => void} kind.check - throws for inputs that will not do
 * @param {(setting: Setting) => Promise<number>} kind.write - returns how many gates the key has
 * @returns {Promise<{ constraints: number }>} the gates
 */
export async function setupColumns(where, [r1cs, ptau, newZkey], options, { sections, steps, check, write }) {
    const checked = readInsecureOptions(where, options);
    return withCeremony(where, checked, async ({ open, controller: { signal }, progress, curveOf, writeOutput }) => {
        refuseInputs(where, newZkey, [r1cs, ptau]);
        const [system, powers] = await Promise.all([open("r1cs", r1cs), open("ptau", ptau)]);
        const inputs = await openInputs(system, powers);
        check(inputs);
        const publics = publicsOf(inputs.system); // each has a row, and a header may claim billions
        requirePower(inputs.ptau, Math.ceil(Math.log2(Math.max(1, publics))), counted(publics, "public signal"));
        const curve = await curveOf(inputs.known);
        const tracker = progress.only("steps", steps);
        await refuseWeakPowers(where, { ...inputs, curve, signal }, checked.insecure, ["TAU_KNOWN"]);
        const constraints = await writeOutput(async (openSink) => {
            const writer = keyWriter(await openSink("newZkey", newZkey), sections);
            const gates = await write({ ...inputs, curve, signal, writer, tracker });
            await writer.finish();
            return gates;
        });
        tracker.end();
        return Object.freeze({ constraints });
    });
}
