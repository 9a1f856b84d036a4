/**
 * Phase 1: determines which scalars cost nothing, little or much.
 * @module kernels/msm/classify
 */
/** @import { SumContext } from "./context.js" */
/** @import { Input } from "./sum.js" */
import type { SumContext } from "./context.js";
import type { Input } from "./sum.js";
export type Classified = {
    /**
     * - address of a byte per scalar
     */
    classes: number;
    /**
     * - scalars by
     * class
     */
    counts: Record<"nothing" | "one" | "minusOne" | "short" | "minusShort" | "full", number>;
    /**
     * - a scalar has more than 256 bits; the other properties are then meaningless
     */
    wide: boolean;
    /**
     * - bound of the scalars of the short classes
     */
    maxShort: number;
    /**
     * - approximate bound of the scalars of the class `full`
     */
    maxFull: number;
};
/**
 * @typedef {object} Classified
 * @property {number} classes - address of a byte per scalar
 * @property {Record<"nothing" | "one" | "minusOne" | "short" | "minusShort" | "full", number>} counts - scalars by
 *   class
 * @property {boolean} wide - a scalar has more than 256 bits; the other properties are then meaningless
 * @property {number} maxShort - bound of the scalars of the short classes
 * @property {number} maxFull - approximate bound of the scalars of the class `full`
 */
/** @param {SumContext} on @param {Input} input @returns {Classified} */
export declare function classify({ arena, buckets, point, shared, bytes, order, endomorphism }: SumContext, { bases, scalars, size, n }: Input): Classified;
