import type { SumContext } from "./context.js";
export type Input = {
    /**
     * - affine points of the base module
     */
    bases: number;
    /**
     * - little-endian integers
     */
    scalars: number;
    /**
     * - bytes of a scalar
     */
    size: number;
    n: number;
};
/**
 * Scalars and points of a block, at their addresses.
 * @typedef {object} Input
 * @property {number} bases - affine points of the base module
 * @property {number} scalars - little-endian integers
 * @property {number} size - bytes of a scalar
 * @property {number} n
 */
/**
 * Takes the arguments of the base module's `multiexpAffine`, and number and count of the shares of the work. The
 * results of all shares add up to the sum, which is that of the base module.
 *
 *   in      bases    n affine points, LEM; scalars: n little-endian integers of `size` bytes
 *   out     result   jacobian, LEM
 * @param {SumContext} on
 * @param {number} bases
 * @param {number} scalars
 * @param {number} size
 * @param {number} n
 * @param {number} result
 * @param {number} [share]
 * @param {number} [shares]
 * @returns {Generator<number, void>} pauses with the fraction of all work that is done
 */
export declare function sumOfProducts(on: SumContext, bases: number, scalars: number, size: number, n: number, result: number, share?: number, shares?: number): Generator<number, void>;
