/**
 * Inverses of many elements: a forward pass of products, one inversion per chain in the base
 * module, a backward pass.
 * @module kernels/fields/inverse
 */
/** @import { FieldContext } from "./context.js" */

/**
 * Pairs whose products are kept at a time: 160 KiB, so that the backward pass finds them in the
 * cache.
 */
const KEPT = 1 << 11;

/**
 * Inverses of 2 `pairs` elements.
 * @param {FieldContext} on
 * @param {number} src
 * @param {number} dst
 * @param {number} pairs - at least `chains`
 */
function inverses({ lane, arena, field, layout: { pairBytes, chains, elementBytes } }, src, dst, pairs) {
    const mark = arena.mark();
    const bytes = 2 * chains * elementBytes;
    const ends = arena.alloc(bytes),
        slots = arena.alloc((pairs + chains) * pairBytes),
        last = slots + pairs * pairBytes;
    arena.u8().fill(0, ends, ends + bytes);
    for (let at = ends; at < ends + bytes; at += elementBytes) arena.u8()[at] = 1;
    lane.toPairs(ends, slots, chains);
    lane.inversionUp(src, slots, pairs);
    lane.toElements(last, ends, chains);
    field.batchInverse(ends, elementBytes, 2 * chains, ends, elementBytes);
    lane.toPairs(ends, last, chains);
    lane.inversionDown(src + 2 * pairs * elementBytes, dst + 2 * pairs * elementBytes, last, pairs);
    arena.release(mark);
}

/**
 * Are the elements stored without gaps?
 * @param {FieldContext} on
 * @param {number} _src
 * @param {number} inStep
 * @param {number} _n
 * @param {number} _dst
 * @param {number} outStep
 */
export const isDense = ({ layout: { elementBytes } }, _src, inStep, _n, _dst, outStep) =>
    inStep === elementBytes && outStep === elementBytes;

/**
 * The inverse of 0 is 0.
 * @param {FieldContext} on
 * @param {number} src
 * @param {number} inStep - elementBytes
 * @param {number} n
 * @param {number} dst
 * @param {number} outStep - elementBytes
 */
export function* batchInverse(on, src, inStep, n, dst, outStep) {
    const rest = n % on.layout.step;
    const even = n - rest;
    for (let pairs = even / 2, at = 0; pairs > 0;) {
        const now = pairs < 2 * KEPT ? pairs : KEPT;
        inverses(on, src + at, dst + at, now);
        at += 2 * now * inStep;
        pairs -= now;
        yield 1 - (2 * pairs) / n;
    }
    if (rest) on.field.batchInverse(src + even * inStep, inStep, rest, dst + even * outStep, outStep);
}
