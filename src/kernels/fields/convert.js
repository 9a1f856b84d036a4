/**
 * Converts many elements between plain and Montgomery form, with the same results as the base
 * module, which does the rest that is smaller than a step.
 * @module kernels/fields/convert
 */
/** @import { FieldContext } from "./context.js" */

/**
 *   in      src  n elements
 *   out     dst  n elements; may be src
 * @param {FieldContext} on
 * @param {number} src
 * @param {number} n
 * @param {number} dst
 */
export function toMontgomery({ scale, layout, field, wideFactor }, src, n, dst) {
    const rest = n % layout.step;
    const even = n - rest;
    const done = even * layout.elementBytes;
    scale(src, dst, even / 2, wideFactor);
    if (rest) field.batchToMontgomery(src + done, rest, dst + done);
}

/**
 * The opposite direction.
 * @param {FieldContext} on
 * @param {number} src
 * @param {number} n
 * @param {number} dst
 */
export function fromMontgomery({ lane, layout, field }, src, n, dst) {
    const rest = n % layout.step;
    const even = n - rest;
    const done = even * layout.elementBytes;
    lane.fromMontAll(src, dst, even / 2);
    if (rest) field.batchFromMontgomery(src + done, rest, dst + done);
}
