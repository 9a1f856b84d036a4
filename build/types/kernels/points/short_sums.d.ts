import type { PointContext } from "./context.js";
/** The most points of a sum: from some 100 on the buckets of a single large sum are faster. */
export declare const SHORT_SUM = 64;
export type ShortSum = {
    out: number;
    n: number;
    bases: number;
    scalars: number;
    size: number;
    minus: number;
};
/**
 * By operation, how its calls are run together.
 * @param {PointContext} on
 * @returns {Record<string, import("../types.js").Together>}
 */
export declare function shortSumsTogether(on: PointContext): Record<string, import("../types.js").Together>;
export type Product = {
    sum: number;
    base: number;
    scalar: number;
    size: number;
    minus: boolean;
};
/**
 * Writes each sum, with Z = 1 or, for infinity, as (0, 1, 0).
 *
 *   in      sums    of at most SHORT_SUM products, scalars of at most `scalarBytes`; no `out` overlaps another operand
 *   memory  2 to 5 MB for a block
 * @param {PointContext} on
 * @param {ShortSum[]} sums
 */
export declare const addShortSums: (on: PointContext, sums: ShortSum[]) => Generator<void | number, void, any>;
