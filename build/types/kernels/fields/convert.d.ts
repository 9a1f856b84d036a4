/**
 * Converts many elements between plain and Montgomery form, with the same results as the base module, which does the
 * rest that is smaller than a step.
 * @module kernels/fields/convert
 */
/** @import { FieldContext } from "./context.js" */
import type { FieldContext } from "./context.js";
/**
 *   in      src  n elements
 *   out     dst  n elements; may be src
 * @param {FieldContext} on
 * @param {number} src
 * @param {number} n
 * @param {number} dst
 */
export declare function toMontgomery({ scale, layout, field, wideFactor }: FieldContext, src: number, n: number, dst: number): void;
/** The opposite direction. @param {FieldContext} on @param {number} src @param {number} n @param {number} dst */
export declare function fromMontgomery({ lane, layout, field }: FieldContext, src: number, n: number, dst: number): void;
