import type { PointContext } from "./context.js";
import type { Work } from "./multiples.js";
/**
 * (a, b) = (a + product, a - product) for m pairs in one batch, which reads all operands before it writes results.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} m - at most BLOCK
 * @param {(i: number) => { a: number, b: number, product: number }} pair - addresses of the refs of a and b; the ref of
 *   the product
 * @param {(slot: number) => number} pointOf - address of the point that a slot names
 */
export declare function butterflies(on: PointContext, work: Work, m: number, pair: (i: number) => {
    a: number;
    b: number;
    product: number;
}, pointOf: (slot: number) => number): void;
/**
 * fftJoin: (x[i], y[i]) = (x[i] + q y[i], x[i] - q y[i]), q = first inc^i
 *
 *   in, out x, y   n jacobian points each
 * @param {PointContext} on
 * @param {number} x
 * @param {number} y
 * @param {number} n
 * @param {number} first
 * @param {number} inc
 */
export declare const fftJoin: (on: PointContext, x: number, y: number, n: number, first: number, inc: number) => Generator<void, void, any>;
