import type { PointContext } from "./context.js";
export type Data = {
    refs: number;
    points: number;
};
/**
 * fft, ifft: natural order in and out; an inverse divides by n.
 *
 *   in, out p   n jacobian points
 *   memory      per point: a point on lanes, 4 bytes, and 131 bytes of digits; 32 more bytes while these are made
 *   cost        n / 2 (log2 n - 2) + 1 multiples, n log2 n additions; ifft another n multiples
 *   source      Cooley, Tukey 1965
 * @param {PointContext} on
 * @param {boolean} inverse
 * @param {number} p
 * @param {number} n - a power of two, at least 2
 */
export declare const transform: (on: PointContext, inverse: boolean, p: number, n: number) => Generator<void, void, any>;
