/**
 * How the calls of a ceremony begin and end: files are opened, the curve is built, and whatever
 * happens, files are closed and the memory of all threads is cleared.
 * @module protocols/setup/open
 */
import { proverCurve } from "../../curves/prover_curve.js";
import { ensure } from "../../files/errors.js";
import { writeTogether } from "../../files/sink.js";
import { orAborted } from "../../files/stop.js";
import { sameFile } from "../../util/host.js";
import { withSources } from "../../files/with_sources.js";

/** @import { KnownCurve } from "../../curves/known.js" */
/** @import { Curve } from "../../curves/types.js" */
/** @import { Tools } from "../../files/with_sources.js" */
/** @import { CeremonyOptions, Filled } from "./options.js" */

/**
 * @param {string} where
 * @param {KnownCurve} known - of the files
 * @param {CeremonyOptions} options
 * @param {AbortSignal} signal
 * @returns {Promise<Curve>} whose workers are starting
 */
export async function openCurve(where, known, { curve: given, threads }, signal) {
    const curve = given ?? (await orAborted(proverCurve(known.name, { threads }), signal));
    ensure(curve.name === known.name, "ERR_OPTION", () =>
        `${where}: expected options.curve to be ${known.name}, as the files ask for, got ${curve.name}`);
    curve.tm.warm?.();
    return curve;
}

/**
 * @typedef {(what: string, value: unknown) => Promise<import("../../files/sink.js").Sink>} OpenSink
 */

/**
 * @typedef {object} CeremonyTools
 * @property {(known: KnownCurve) => Promise<Curve>} curveOf
 * @property {<T>(write: (openSink: OpenSink) => Promise<T>) => Promise<T>} writeOutput - see
 *   withCeremony
 */

/**
 * Runs `body` with what it opens, clears the memory of the curve's threads, and only then publishes
 * what was written: a call that fails has no output, whatever failed, and where there is an output,
 * nothing can fail any more.
 * @template T
 * @param {string} where
 * @param {Readonly<CeremonyOptions> & Filled} options
 * @param {(tools: Tools & CeremonyTools) => Promise<T>} body
 * @returns {Promise<T>}
 */
export const withCeremony = (where, options, body) =>
    // any: it reads the options that both have
    withSources(/** @type {any} */ (options), async (tools) => {
        const curves = /** @type {Promise<Curve>[]} */ ([]), { signal } = tools.controller;
        const wipe = async () => { await Promise.all(curves.map(async (curve) => (await curve).tm.wipe())); };
        let cleared = false;
        tools.atEnd(async () => { if (!cleared) await wipe(); });
        const curveOf = (/** @type {KnownCurve} */ known) => {
            const curve = openCurve(where, known, options, signal);
            curves.push(curve);
            return curve;
        };
        return writeTogether(signal, async (openSink) => {
            const result = await body({ ...tools, curveOf, writeOutput: (write) => write(openSink) });
            await wipe();
            cleared = true;
            return result;
        });
    });

/**
 * @param {string} where
 * @param {unknown} output
 * @param {readonly unknown[]} inputs
 * @throws {ProverError} ERR_OPTION when the output is one of the inputs, under this or another name
 */
export function refuseInputs(where, output, inputs) {
    const paths = inputs.filter((input) => typeof input === "string");
    const same = typeof output === "string" ? paths.find((input) => sameFile(output, input)) : undefined;
    ensure(same === undefined, "ERR_OPTION", () =>
        `${where}: expected a file of its own for the result, got ${output}, which is the input ${same}; nothing was written`);
    ensure(typeof output === "string" || !inputs.includes(output), "ERR_OPTION", () =>
        `${where}: expected a place of its own for the result, got one of the inputs; nothing was written`);
}
