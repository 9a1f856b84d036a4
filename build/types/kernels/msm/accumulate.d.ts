import type { SumContext } from "./context.js";
import type { Term } from "./fold.js";
import type { Filled } from "./windows.js";
export type Places = {
    /**
     * - refs per bucket
     */
    counts: number;
    positions: number;
    /**
     * - sorted by bucket
     */
    refs: number;
    /**
     * - of batched additions
     */
    buffer: number;
    /**
     * - affine points of the base module, one per term
     */
    finals: number;
};
export type Sums = {
    sorted: number;
    kept: number;
};
/**
 * Addresses of the memory that the phases share.
 * @typedef {object} Places
 * @property {number} counts - refs per bucket
 * @property {number} positions
 * @property {number} refs - sorted by bucket
 * @property {number} buffer - of batched additions
 * @property {number} finals - affine points of the base module, one per term
 */
/**
 * Where the sums of the buckets of a window go: a ref per bucket, and memory for the points.
 * @typedef {{ sorted: number, kept: number }} Sums
 */
/**
 * Bucket sums and their reduction, one set of windows after the other.
 * @param {SumContext} on
 * @param {Filled[]} windows
 * @returns {Generator<number, Term[]>}
 */
export declare function accumulateAll(on: SumContext, windows: Filled[]): Generator<number, Term[]>;
