import type { Places } from "./accumulate.js";
import type { SumContext } from "./context.js";
import type { Term } from "./fold.js";
import type { Filled } from "./windows.js";
/**
 * Buckets per segment, for at most 512 segments: their two sums fill a batch per step and stay in the cache.
 * @param {number} buckets
 */
export declare function segmentLength(buckets: number): number;
/**
 * @param {SumContext} on
 * @param {Filled[]} windows
 * @param {number[]} padded - buckets, a multiple of `length`
 * @param {number} length - of a segment
 * @param {number} sorted - a ref per bucket
 * @param {Places} places
 * @param {Term[]} terms - added to
 * @returns {Generator<number, void>}
 */
export declare function reduce(on: SumContext, windows: Filled[], padded: number[], length: number, sorted: number, { buffer, finals }: Places, terms: Term[]): Generator<number, void>;
