import type { SumContext } from "./context.js";
import type { Term } from "./fold.js";
import type { Cut, Placed } from "./windows.js";
export type PlacedBlocks = {
    count: number;
    /**
     * - items of a block
     */
    most: number;
    place: (i: number) => Generator<number, Placed[]>;
};
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
export type SetOfSums = Sums & {
    windows: Cut[];
    length: number;
    padded: number[];
};
/**
 * The points of a sum as records, a block at a time.
 * @typedef {object} PlacedBlocks
 * @property {number} count
 * @property {number} most - items of a block
 * @property {(i: number) => Generator<number, Placed[]>} place
 */
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
 * Windows that are reduced together, and their buckets.
 * @typedef {Sums & { windows: Cut[], length: number, padded: number[] }} SetOfSums length: of a segment; padded:
 *   buckets of each window, a multiple of it
 */
/**
 * Bucket sums and their reduction, one set of windows after the other. With several blocks the buckets of all sets are
 * kept until the last block is done.
 * @param {SumContext} on
 * @param {Cut[]} windows
 * @param {PlacedBlocks} blocks
 * @returns {Generator<number, Term[]>}
 */
export declare function accumulateAll(on: SumContext, windows: Cut[], blocks: PlacedBlocks): Generator<number, Term[]>;
