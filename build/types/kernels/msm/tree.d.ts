import type { SumContext } from "./context.js";
/**
 * Adds up each bucket until it holds at most one ref.
 * @param {SumContext} on
 * @param {number} counts - refs per bucket; afterwards 0 or 1
 * @param {number} total - buckets
 * @param {number} refs - bucket after bucket; afterwards the remaining ones, without gaps
 * @param {number} entries - the number of all refs
 * @param {number} buffer - of batched additions
 * @returns {Generator<number, number>} pauses with the additions done; ends with from where on partial sums lie; they
 *   stay there until the next call of alloc
 */
export declare function tree(on: SumContext, counts: number, total: number, refs: number, entries: number, buffer: number): Generator<number, number>;
