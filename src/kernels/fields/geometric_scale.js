/**
 * Products of many elements by the powers of one.
 * @module kernels/fields/geometric_scale
 */
/** @import { FieldContext } from "./context.js" */
import { inFractions, passInSteps } from "../fractions.js";

/** Pairs between two pauses: a few ms. */
const PAUSE_PAIRS = 1 << 13;

/**
 * dst[i] = src[i] first inc^i for 2 `pairs` elements. The slots hold the factors that come next, so
 * a pause may follow any whole number of chains.
 * @param {FieldContext} on
 * @param {number} src
 * @param {number} dst
 * @param {number} pairs
 * @param {number} first - address of an element, like inc
 * @param {number} inc
 */
function* progression({ lane, field, arena, address, layout }, src, dst, pairs, first, inc) {
    const { pairBytes, chains, elementBytes } = layout, adjust = address + layout.adjust;
    const mark = arena.mark();
    const slots = arena.alloc(chains * pairBytes);
    const step = arena.alloc(pairBytes);
    const factors = arena.alloc(2 * chains * elementBytes);
    const ratio = arena.alloc(2 * elementBytes);
    field.mul(first, adjust, factors);
    for (let i = 1; i < 2 * chains; i++) field.mul(factors + (i - 1) * elementBytes, inc, factors + i * elementBytes);
    field.square(inc, ratio);
    for (let power = 2; power < 2 * chains; power *= 2) field.square(ratio, ratio);
    field.mul(ratio, adjust, ratio);
    field.copy(ratio, ratio + elementBytes);
    lane.toPairs(factors, slots, chains);
    lane.toPairs(ratio, step, 1);
    yield* passInSteps(pairs, PAUSE_PAIRS, (from, count) => {
        const at = 2 * from * elementBytes;
        lane.progression(src + at, dst + at, count, slots, step);
    });
    arena.release(mark);
}

/**
 * dst[i] = src[i] first inc^i. The base module does the rest that is smaller than a step.
 * @param {FieldContext} on
 * @param {number} src
 * @param {number} n
 * @param {number} first - address of an element, like inc
 * @param {number} inc
 * @param {number} dst - may be src
 */
export function* batchApplyKey(on, src, n, first, inc, dst) {
    const { arena, field, layout: { step, elementBytes } } = on, rest = n % step;
    const even = n - rest;
    yield* inFractions(progression(on, src, dst, even / 2, first, inc), even / 2);
    if (!rest) return;
    const mark = arena.mark();
    const exponent = arena.alloc(4);
    const start = arena.alloc(elementBytes);
    arena.u32()[exponent / 4] = even;
    field.exp(inc, exponent, 4, start);
    field.mul(first, start, start);
    field.batchApplyKey(src + even * elementBytes, rest, start, inc, dst + even * elementBytes);
    arena.release(mark);
}
