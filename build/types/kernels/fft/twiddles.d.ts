/**
 * Twiddles, which `ready` computes once per size and keeps for the life of the instance. It must run while no task has
 * allocated anything, so that the tables are below everything that tasks allocate and free.
 * @module kernels/fft/twiddles
 */
/** @import { FftContext } from "./context.js" */
import type { FftContext } from "./context.js";
/**
 * How many entries of a table for the coset of a domain are kept. Making the others again takes 20 ns each, 0.5 % of
 * the transform, and what lies below the memory of tasks can never be used by them.
 * @param {number} count
 */
export declare const keptOf: (count: number) => number;
/** Entries of the table that a last stage with twiddles below `count` needs. @param {number} count - power of two */
export declare const reach: (count: number) => number;
/**
 * Entry 0 is 1, entry j is the primitive 2^(j+1)-th root of unity, which is T[2^(j-1)]: the square of the one after it.
 * @param {FftContext} on
 */
export declare function makeRoots({ arena, lane, layout, address, given, roots }: FftContext): void;
/**
 * Builds the table up to `count` entries.
 * @param {FftContext} on
 * @param {number} count - power of two
 */
export declare function grow(on: FftContext, count: number): void;
/**
 * Runs `body` with `count` entries. The table is as it was afterwards, also where `body` was left.
 * @template T
 * @param {FftContext} on
 * @param {number} count - power of two
 * @param {() => Generator<T, void>} body
 * @returns {Generator<T, void>}
 */
export declare function withEntries<T>(on: FftContext, count: number, body: () => Generator<T, void>): Generator<T, void>;
/** Called before a transform that reads `count` entries. @param {FftContext} on @param {number} count - power of two */
export declare function ready(on: FftContext, count: number): void;
/**
 * Where a last stage finds its twiddles, the first of which is number `index` of `count`.
 * @param {FftContext} on
 * @param {number} index
 * @param {number} count
 */
export declare function twiddles({ table, layout }: FftContext, index: number, count: number): {
    w: number;
    mask: number;
};
