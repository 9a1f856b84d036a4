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
export type Blocks = {
    count: number;
    /**
     * - points of every block but the last
     */
    step: number;
    /**
     * - block i, in memory until the next one is loaded
     */
    load: (i: number) => Input;
};
/**
 * @param {SumContext} on
 * @param {number | Uint8Array} bases
 * @param {number | Uint8Array} scalars
 * @param {number} size - bytes of a scalar
 * @param {number} n
 * @returns {Blocks}
 */
export declare function openBlocks(on: SumContext, bases: number | Uint8Array, scalars: number | Uint8Array, size: number, n: number): Blocks;
