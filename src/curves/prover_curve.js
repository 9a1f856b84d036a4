/**
 * Curves for our own prover, which never uses a curve that another package left in the cache.
 * @module curves/prover_curve
 */
/** @import { Curve, CurveOptions } from "./types.js" */
import { hardwareConcurrency } from "../util/host.js";
import { isProverCurve } from "./brand.js";
import { buildCurve } from "./build.js";
import { DEFINITIONS } from "./definitions.js";
import { defaultOptions } from "./config.js";
import { findCurve, knownNames } from "./known.js";
import { cached } from "./registry.js";

/**
 * Threads of a curve: as asked, as configured, or one a processor.
 * @param {number} [wanted]
 * @returns {number}
 */
export const threadsFor = (wanted) => wanted ?? defaultOptions().threads ?? hardwareConcurrency();

/**
 * @param {string} name
 * @param {CurveOptions} options - if empty, the shared curve is used, provided that it is ours
 * @param {{ brief?: boolean, short?: boolean }} [work] - brief: the work is done on this thread
 *   before a worker would have started, unless one is there; otherwise workers are already starting
 *   when this returns. short: if they are, this thread takes tasks instead of one of them
 * @returns {Promise<Curve>}
 * @throws {Error} "Curve not supported: ..."
 */
export async function proverCurve(name, options, { brief = false, short = false } = {}) {
    const definition = await findCurve(DEFINITIONS, (identity) => identity.name === name);
    if (!definition) throw new Error(`Curve not supported: ${name}`);
    if (!definition.record.pairing) throw new Error(`Curve without a pairing: ${name}. Proofs are on ${knownNames()}`);
    return openCurve(definition, options, { brief, short });
}

/**
 * A curve, or a field alone, for calculations with scalars.
 * @param {bigint} r - the order of the field
 * @param {CurveOptions} options - as of proverCurve
 * @param {{ brief?: boolean, short?: boolean }} [work] - as of proverCurve
 * @returns {Promise<Curve | undefined>} undefined if no curve of ours has these scalars
 * @throws {Error} "Curve not loaded: ..."
 */
export async function scalarCurve(r, options, { brief = false, short = false } = {}) {
    const definition = await findCurve(DEFINITIONS, ({ fr }) => fr?.p === r);
    return definition && openCurve(definition, options, { brief, short });
}

/**
 * @param {Readonly<import("./types.js").CurveDefinition>} definition
 * @param {CurveOptions} options
 * @param {{ brief: boolean, short: boolean }} work
 * @returns {Promise<Curve>}
 */
async function openCurve(definition, options, { brief, short }) {
    const { name } = definition.record;
    const hints = { warm: !brief, help: short };
    const build = (/** @type {CurveOptions} */ asked) => buildCurve(definition, asked, undefined, hints);
    if (Object.values(options).some((value) => value !== undefined)) return build(options);
    const existing = cached(name);
    const { threads } = defaultOptions();
    const usable = isProverCurve(existing);
    const hasWorker = usable && existing.tm.pool.some(Boolean);
    if (brief && threads === undefined && !hasWorker) return build({ threads: 0 });
    if (usable) return existing;
    return build(existing ? { threads: threadsFor() } : {});
}
