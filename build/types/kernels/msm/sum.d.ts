import type { SumContext } from "./context.js";
/**
 * Takes the arguments of the base module's `multiexpAffine`, and number and count of the shares of the work. The
 * results of all shares add up to the sum, which is that of the base module.
 *
 *   in      bases    n affine points, LEM; scalars: n little-endian integers of `size` bytes; each of both an address,
 *                    or bytes that stay outside of the memory and are copied in a portion at a time
 *   out     result   jacobian, LEM
 * @param {SumContext} on
 * @param {number | Uint8Array} bases
 * @param {number | Uint8Array} scalars
 * @param {number} size
 * @param {number} n
 * @param {number} result
 * @param {number} [share]
 * @param {number} [shares]
 * @returns {Generator<number, void>} pauses with the fraction of all work that is done
 */
export declare function sumOfProducts(on: SumContext, bases: number | Uint8Array, scalars: number | Uint8Array, size: number, n: number, result: number, share?: number, shares?: number): Generator<number, void>;
