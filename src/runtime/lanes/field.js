/**
 * Many elements of a field of 32 bytes on lanes: conversions between plain and
 * Montgomery form, and inverses, with the results of the base module.
 * @module runtime/lanes/field
 */

/** @import { Arena } from "../memory.js" */
/** @import { Binding } from "../link.js" */

const ELEMENT = 32;

/** Elements that kernels take at a time: two pairs. */
const STEP = 4;

/** Below so many elements the base module is as fast. */
const MIN = 32;

/** Pairs of an inversion whose products are kept at a time: 160 KiB, so that the second pass finds them in the cache. */
const BLOCK = 1 << 11;

/**
 * @typedef {object} FieldLayout
 * @property {string} [prefix] - of the functions; "frm" when absent
 * @property {number} factor - offset of the factor to Montgomery form in the static area
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
    const on = { kernels, arena, batchInverse: base[batchInverse], layout };
    return {
        [`${prefix}_batchToMontgomery`]: conversion(`${prefix}_batchToMontgomery`, (src, dst, pairs) => kernels.scaleAll(src, dst, pairs, address + layout.factor)),
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
