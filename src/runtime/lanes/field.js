/**
 * Many elements of a field of 32 bytes on lanes: conversions between plain and
 * Montgomery form, and inverses, with the results of the base module.
 * @module runtime/lanes/field
 */

/** @import { Arena } from "../memory.js" */
/** @import { Binding } from "../link.js" */

import { interleaves } from "../tiers.js";

const ELEMENT = 32;

/** Elements that kernels take at a time: two pairs. */
const STEP = 4;

/** Below so many elements the base module is as fast. */
const MIN = 32;

/** Bytes that a wide factor has behind it, on the tier that needs them. */
const LEFT_OUT = 40;

/** Pairs of an inversion whose products are kept at a time: 160 KiB, so that the second pass finds them in the cache. */
const BLOCK = 1 << 11;

/**
 * @typedef {object} FieldLayout
 * @property {string} [prefix] - of the functions; "frm" when absent
 * @property {number} factor - offset of table entries in the static area: the factor to Montgomery form, two factors for the rows of wide entries; behind them what the wide factor leaves out
 * @property {number} wideFactor - offset of room for the factor as a wide entry
 * @property {number} wideBytes - per wide entry
 * @property {number} adjust - offset of the element that makes products of lanes those of the base module, in its form
 * @property {number} pairBytes
 * @property {number} twiddleBytes
 * @property {number} chains - products that the inversion runs side by side
 */

/** @typedef {Record<string, (...args: number[]) => number>} Kernels */

/**
 * Inverses of 2 `pairs` elements.
 * @param {{ kernels: Kernels, arena: Arena, batchInverse: Kernels[string], layout: FieldLayout }} on
 * @param {number} src
 * @param {number} dst
 * @param {number} pairs - at least `chains`
 */
function inverses({ kernels, arena, batchInverse, layout: { pairBytes, chains } }, src, dst, pairs) {
    const mark = arena.mark();
    const ends = arena.alloc(2 * chains * ELEMENT), slots = arena.alloc((pairs + chains) * pairBytes);
    const bytes = 2 * chains * ELEMENT;
    arena.u8().fill(0, ends, ends + bytes);
    for (let at = ends; at < ends + bytes; at += ELEMENT) arena.u8()[at] = 1;
    kernels.toPairs(ends, slots, chains);
    kernels.inversionUp(src, slots, pairs);
    const last = slots + pairs * pairBytes;
    kernels.toElements(last, ends, chains);
    batchInverse(ends, ELEMENT, 2 * chains, ends, ELEMENT);
    kernels.toPairs(ends, last, chains);
    kernels.inversionDown(src + 2 * pairs * ELEMENT, dst + 2 * pairs * ELEMENT, last, pairs);
    arena.release(mark);
}

/**
 * dst[i] = src[i] first inc^i for 2 `pairs` elements.
 * @param {{ kernels: Kernels, base: Kernels, arena: Arena, adjust: number, layout: FieldLayout }} on
 * @param {number} src
 * @param {number} dst
 * @param {number} pairs
 * @param {number} first - address of an element, like inc
 * @param {number} inc
 */
function progression({ kernels, base: { frm_mul, frm_square, frm_copy }, arena, adjust, layout: { pairBytes, chains } }, src, dst, pairs, first, inc) {
    const mark = arena.mark(), slots = arena.alloc(chains * pairBytes), step = arena.alloc(pairBytes);
    const factors = arena.alloc(2 * chains * ELEMENT), ratio = arena.alloc(2 * ELEMENT);
    frm_mul(first, adjust, factors);
    for (let i = 1; i < 2 * chains; i++) frm_mul(factors + (i - 1) * ELEMENT, inc, factors + i * ELEMENT);
    frm_square(inc, ratio);
    for (let power = 2; power < 2 * chains; power *= 2) frm_square(ratio, ratio);
    frm_mul(ratio, adjust, ratio);
    frm_copy(ratio, ratio + ELEMENT);
    kernels.toPairs(factors, slots, chains);
    kernels.toPairs(ratio, step, 1);
    kernels.progression(src, dst, pairs, slots, step);
    arena.release(mark);
}

/**
 * What a field has that is transformed: products by the powers of an element.
 * @param {Binding<FieldLayout>} binding
 * @returns {Record<string, Function>}
 */
export function bindScalars({ kernels: exports, base: baseExports, arena, address, layout }) {
    const kernels = /** @type {Kernels} */ (exports), base = /** @type {Kernels} */ (baseExports);
    const on = { kernels, base, arena, adjust: address + layout.adjust, layout };
    const { frm_batchApplyKey, frm_exp, frm_mul } = base;
    return {
        frm_batchApplyKey(/** @type {number} */ src, /** @type {number} */ n, /** @type {number} */ first, /** @type {number} */ inc, /** @type {number} */ dst) {
            const even = n < MIN ? 0 : n - (n % STEP), at = even * ELEMENT;
            if (even) progression(on, src, dst, even / 2, first, inc);
            if (n === even) return;
            const mark = arena.mark(), exponent = arena.alloc(4), start = arena.alloc(ELEMENT);
            arena.u32()[exponent / 4] = even;
            frm_exp(inc, exponent, 4, start);
            frm_mul(first, start, start);
            frm_batchApplyKey(src + at, n - even, start, inc, dst + at);
            arena.release(mark);
        },
    };
}

/**
 * The functions of the base module that lanes do faster, under the same names.
 * What does not make a pair goes to the base module.
 * @param {Binding<FieldLayout>} binding
 * @returns {Record<string, Function>}
 */
export function bindField({ kernels: exports, base: baseExports, arena, address, layout }) {
    const kernels = /** @type {Kernels} */ (exports), base = /** @type {Kernels} */ (baseExports);
    const prefix = layout.prefix ?? "frm";
    /** @param {string} name @param {(src: number, dst: number, pairs: number) => void} run */
    const conversion = (name, run) => (/** @type {number} */ src, /** @type {number} */ n, /** @type {number} */ dst) => {
        const even = n < MIN ? 0 : n - (n % STEP);
        if (even) run(src, dst, even / 2);
        if (n > even) base[name](src + even * ELEMENT, n - even, dst + even * ELEMENT);
    };
    const batchInverse = `${prefix}_batchInverse`;
    const factor = address + layout.wideFactor, leftOut = address + layout.factor + 3 * layout.twiddleBytes;
    kernels.widen(address + layout.factor, factor, 1, address + layout.factor + layout.twiddleBytes);
    arena.u8().copyWithin(factor + layout.wideBytes, leftOut, leftOut + LEFT_OUT);
    const scale = interleaves() && kernels.scaleTwo ? kernels.scaleTwo : kernels.scaleAll;
    const on = { kernels, arena, batchInverse: base[batchInverse], layout };
    return {
        [`${prefix}_batchToMontgomery`]: conversion(`${prefix}_batchToMontgomery`, (src, dst, pairs) => scale(src, dst, pairs, factor)),
        [`${prefix}_batchFromMontgomery`]: conversion(`${prefix}_batchFromMontgomery`, kernels.fromMontAll),
        [batchInverse](/** @type {number} */ src, /** @type {number} */ inStep, /** @type {number} */ n, /** @type {number} */ dst, /** @type {number} */ outStep) {
            const even = n < MIN || inStep !== ELEMENT || outStep !== ELEMENT ? 0 : n - (n % STEP);
            for (let pairs = even / 2, at = 0; pairs > 0;) {
                const now = pairs < 2 * BLOCK ? pairs : BLOCK;
                inverses(on, src + at, dst + at, now);
                at += 2 * now * ELEMENT;
                pairs -= now;
            }
            if (n > even) base[batchInverse](src + even * inStep, inStep, n - even, dst + even * outStep, outStep);
        },
    };
}
