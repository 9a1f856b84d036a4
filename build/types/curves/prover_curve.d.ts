import type { Curve, CurveOptions } from "./types.js";
/** @param {any} curve @returns {boolean} whether it is of this engine, in a version that this prover can use */
export declare const isProverCurve: (curve: any) => boolean;
/**
 * @param {string} name
 * @param {CurveOptions} options - if empty, the shared curve is used, provided that it is ours
 * @param {{ brief?: boolean, short?: boolean }} [work] - brief: the work is done on this thread before a worker would
 *   have started; otherwise workers are already starting when this returns. short: if they are, this thread takes tasks
 *   in the place of one of them
 * @returns {Promise<Curve>}
 * @throws {Error} "Curve not supported: ..."
 */
export declare function proverCurve(name: string, options: CurveOptions, { brief, short }?: {
    brief?: boolean;
    short?: boolean;
}): Promise<Curve>;
