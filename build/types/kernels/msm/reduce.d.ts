import type { Places, SetOfSums } from "./accumulate.js";
import type { SumContext } from "./context.js";
import type { Term } from "./fold.js";
/**
 * Buckets per segment, for at most 512 segments: their two sums fill a batch per step and stay in the cache.
 * @param {number} buckets
 */
export declare function segmentLength(buckets: number): number;
/**
 * @param {SumContext} on
 * @param {SetOfSums} set
 * @param {Places} places
 * @param {Term[]} terms - added to
 * @returns {Generator<number, void>}
 */
export declare function reduce(on: SumContext, { windows, padded, length, sorted }: SetOfSums, { buffer, finals }: Places, terms: Term[]): Generator<number, void>;
