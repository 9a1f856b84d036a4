import type { PointContext } from "./context.js";
/**
 * batchApplyKey, batchApplyKeyMixed: out[i] = first inc^i in[i]
 *
 *   in      n points, jacobian or affine; first, inc in Fr, Montgomery
 *   out     n jacobian points; `out` may be `input` where the sizes are equal
 *   memory  2 to 5 MB for a block
 * @param {PointContext} on
 * @param {boolean} mixed - the points are affine
 * @param {number} input
 * @param {number} n
 * @param {number} first
 * @param {number} inc
 * @param {number} out
 */
export declare const applyKey: (on: PointContext, mixed: boolean, input: number, n: number, first: number, inc: number, out: number) => Generator<void, void, any>;
/**
 * fftFinal: p[i] = factor p[n - 1 - i]
 *
 *   in, out p   n jacobian points
 *   memory      n affine points
 * @param {PointContext} on
 * @param {number} p
 * @param {number} n
 * @param {number} factor
 */
export declare const fftFinal: (on: PointContext, p: number, n: number, factor: number) => Generator<void, void, any>;
