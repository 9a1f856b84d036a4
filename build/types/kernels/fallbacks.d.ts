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
