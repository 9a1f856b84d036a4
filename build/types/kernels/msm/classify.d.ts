/**
 * Phase 1: determines which scalars cost nothing, little or much.
 * @module kernels/msm/classify
 */
/** @import { SumContext } from "./context.js" */
/** @import { Input, Portions } from "./portions.js" */
import type { SumContext } from "./context.js";
import type { Portions } from "./portions.js";
export type Found = {
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
export type Classified = Found & {
    classes: number;
    each: Found[];
};
/**
 * @typedef {object} Found
 * @property {Record<"nothing" | "one" | "minusOne" | "short" | "minusShort" | "full", number>} counts - scalars by
 *   class
 * @property {boolean} wide - a scalar has more than 256 bits; the other properties are then meaningless
 * @property {number} maxShort - bound of the scalars of the short classes
 * @property {number} maxFull - approximate bound of the scalars of the class `full`
 */
/** @typedef {Found & { classes: number, each: Found[] }} Classified classes: address of a byte per scalar; each: of
 *     every portion */
/**
 * @param {SumContext} on
 * @param {Portions} portions - of all scalars
 * @returns {Classified}
 */
export declare function classifyAll(on: SumContext, { count, step, load }: Portions): Classified;
