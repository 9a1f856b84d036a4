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
export type Portions = {
    count: number;
    /**
     * - points of every portion but the last
     */
    step: number;
    /**
     * - portion i, in memory until the next one is loaded
     */
    load: (i: number) => Input;
};
/**
 * @param {SumContext} on
 * @param {number | Uint8Array} bases
 * @param {number | Uint8Array} scalars
 * @param {number} size - bytes of a scalar
 * @param {number} n
 * @returns {Portions}
 */
export declare function openPortions(on: SumContext, bases: number | Uint8Array, scalars: number | Uint8Array, size: number, n: number): Portions;
