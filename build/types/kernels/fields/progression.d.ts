import type { FieldContext } from "./context.js";
/**
 * dst[i] = src[i] first inc^i. The base module does the rest that is smaller than a step.
 * @param {FieldContext} on
 * @param {number} src
 * @param {number} n
 * @param {number} first - address of an element, like inc
 * @param {number} inc
 * @param {number} dst - may be src
 */
export declare function batchApplyKey(on: FieldContext, src: number, n: number, first: number, inc: number, dst: number): Generator<number, void, any>;
