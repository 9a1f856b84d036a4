import type { FftContext } from "./context.js";
/** Is n a power of two for which there are roots of unity? @param {FftContext} on @param {number} n */
export declare const isDomain: ({ layout }: FftContext, n: number) => boolean;
/**
 * Transform of n elements in place, natural order in and out.
 * @param {FftContext} on
 * @param {boolean} inverse
 * @param {number} p - address of n elements, canonical Montgomery
 * @param {number} n - power of two
 */
export declare const transform: (on: FftContext, inverse: boolean, p: number, n: number) => Generator<number, void, any>;
/**
 * One half of a transform of n elements: the n / 2 results of even or odd
 * index, from all n elements. After stage 0 the two halves are independent.
 * @param {FftContext} on
 * @param {number} p - n elements; the results are written to its start
 * @param {number} n - power of two
 * @param {number} odd - 0 or 1
 * @param {number} inverse - 0 or 1
 */
export declare const transformHalf: (on: FftContext, p: number, n: number, odd: number, inverse: number) => Generator<number, void, any>;
/**
 * Round 1 of a transform in 2^levels tasks: the first `levels` stages on the same columns of all its rows. After them,
 * the 2^levels blocks are independent.
 * @param {FftContext} on
 * @param {number} p - m elements, an equal part of each of 2^levels rows
 * @param {number} m - power of two
 * @param {number} out - m / 2 pairs: the blocks, one after the other
 * @param {number} levels
 */
export declare const transformColumns: (on: FftContext, p: number, m: number, out: number, levels: number) => Generator<number, void, any>;
/**
 * Round 2: the other stages, on one block. Its results are those whose index is the number of the block with its bits
 * reversed, or minus that for an inverse, modulo 2^levels.
 * @param {FftContext} on
 * @param {number} data - m / 2 pairs, changed
 * @param {number} m - power of two
 * @param {number} out - m elements
 * @param {number} levels
 * @param {number} block
 * @param {number} inverse - 0 or 1
 */
export declare const transformBlock: (on: FftContext, data: number, m: number, out: number, levels: number, block: number, inverse: number) => Generator<number, void, any>;
/**
 * Computes coefficients from values, multiplies them by the powers of the
 * primitive 2n-th root, and evaluates again: values on the coset, in place.
 *
 * The inverse leaves F[k] = n c[-k]. With e[0] = F[0] / n and e[k] = -F[k] / n
 * the wanted value X[m] is Y[n - 1 - m], where Y is the coset transform of e,
 * since the 2n-th root to the n-th power is -1.
 *
 *   memory  besides the elements at most as much as for one transform, if nothing is allocated behind them: the second
 *           transform then has its pairs where they were
 * @param {FftContext} on
 * @param {number} p
 * @param {number} n - power of two
 */
export declare const shiftToCoset: (on: FftContext, p: number, n: number) => Generator<number, void, any>;
