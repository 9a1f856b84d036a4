/**
 * Operations that the base module has only in parts, or cannot divide into shares, as one kernel each: the data stays
 * in the worker between the parts. Parts for which there are lane kernels run on lanes.
 * @module kernels/fallbacks
 */
/** @import { Fallback } from "./types.js" */
/** @import { Arena } from "../runtime/memory.js" */
import type { Fallback } from "./types.js";
/**
 * A share of a sum of products; the base module computes the whole sum as the first share.
 *
 *   in      bases, scalars, size, n, result  as for the sum; share: its number; bases and scalars may be bytes outside
 *   out     result  the sum for share 0, otherwise zero
 * @param {Fallback} on
 * @param {number | Uint8Array} bases
 * @param {number | Uint8Array} scalars
 * @param {number} size
 * @param {number} n
 * @param {number} result
 * @param {number} [share]
 */
export declare function sumInFirstShare({ arena, base, group }: Fallback, bases: number | Uint8Array, scalars: number | Uint8Array, size: number, n: number, result: number, share?: number): void;
/**
 * Takes values on the domain to values on the coset shift * domain, in place.
 *
 *   in      p           n elements of Fr, LEM, natural order
 *           one, shift  1 and the shift, LEM
 *   out     p           natural order
 * @param {Fallback} on
 * @param {number} p
 * @param {number} n
 * @param {number} one
 * @param {number} shift
 */
export declare function shiftInThreeSteps({ steps }: Fallback, p: number, n: number, one: number, shift: number): Generator<void | 0.45 | 0.55, void, any>;
/**
 * The results of even or odd index of a transform. This computes the whole transform, so avoid it where possible.
 *
 *   in      p             n elements of Fr, LEM, natural order
 *           odd, inverse  0 or 1
 *   out     p             n / 2 results
 * @param {Fallback} on
 * @param {number} p
 * @param {number} n
 * @param {number} odd
 * @param {number} inverse
 */
export declare function halfOfWhole({ steps, base }: Fallback, p: number, n: number, odd: number, inverse: number): Generator<void, void, any>;
/**
 * Round 1 of a transform in 2^levels tasks. Results are in the places that pairs would have.
 *
 *   in      p         m elements of Fr, LEM: an equal part of each of 2^levels rows
 *           twiddles  of the blocks of a stage, in bit-reversed order, LEM; one: 1, LEM
 *   out     out       2^levels blocks, each in the bytes of its pairs
 * @param {Fallback} on
 * @param {number} p
 * @param {number} m
 * @param {number} out
 * @param {number} levels
 * @param {number} twiddles
 * @param {number} one
 */
export declare function columnsInBase(on: Fallback, p: number, m: number, out: number, levels: number, twiddles: number, one: number): void;
/**
 * Round 2: a transform of the block times the powers of a root of unity.
 *
 *   in      data         2^levels runs, as round 1 leaves them
 *           one, root    1 and the root of order m 2^levels to the power of the results' index modulo 2^levels, LEM
 *           factor       1 / (m 2^levels), LEM
 *   out     out          m elements, LEM, natural order
 * @param {Fallback} on
 * @param {number} data
 * @param {number} m
 * @param {number} out
 * @param {number} levels
 * @param {number} block
 * @param {number} inverse
 * @param {number} one
 * @param {number} root
 * @param {number} factor
 */
export declare function blockInBase(on: Fallback, data: number, m: number, out: number, levels: number, block: number, inverse: number, one: number, root: number, factor: number): Generator<void, void, any>;
