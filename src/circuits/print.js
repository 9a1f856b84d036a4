/**
 * The constraints of a system as lines of text, as `snarkjs r1cs print` writes them: coefficients below the order of
 * the field, the constant as a signal of the name 1, all names of a wire.
 * @module circuits/print
 */
import { openR1cs, readConstraints } from "../files/r1cs.js";
import { withSources } from "../files/with_sources.js";
import { termsOf } from "./combination.js";
import { fullName, openNames } from "./names.js";
import { readOptions } from "./options.js";

/** @import { SourceLike } from "../files/source.js" */
/** @import { Combination } from "./combination.js" */
/** @import { Names } from "./names.js" */
/** @import { CircuitOptions } from "./options.js" */

/** @param {number} wire @param {Names} names */
function namesText(wire, { namesOf }) {
    if (wire === 0) return "1";
    return namesOf(wire).map(fullName).join("|") || `wire[${wire}]`;
}

/** @param {Combination} combination @param {Names} names */
const combinationText = (combination, names) =>
    [...combination].map(([wire, value]) => `${value === 1n ? "" : value}${namesText(wire, names)}`).join(" +");

/**
 * Prints every constraint of a system, whatever their number.
 * @param {SourceLike} r1cs
 * @param {(line: string) => void | Promise<void>} onLine - one constraint; it is waited for
 * @param {Pick<CircuitOptions, "sym" | "signal" | "readTimeout">} [options] - without sym, wire 7 is wire[7]
 * @returns {Promise<void>}
 * @throws {ProverError} ERR_FILE for a damaged file; or the reason of the signal
 */
export async function printR1cs(r1cs, onLine, options) {
    const checked = readOptions("printR1cs", options);
    await withSources(checked, async (tools) => {
        const system = await openR1cs(await tools.open("r1cs", r1cs)), names = await openNames(tools, checked.sym)();
        for await (const batch of readConstraints(system, tools.controller.signal))
            for (let i = 0; i < batch.count; i++) {
                const [a, b, c] = termsOf(batch, i, system.n8).map((side) => combinationText(side, names));
                await onLine(`[ ${a} ] * [ ${b} ] - [ ${c} ] = 0`);
            }
    });
}
