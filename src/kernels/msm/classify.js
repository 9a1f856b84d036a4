/**
 * Phase 1: determines which scalars cost nothing, little or much.
 * @module kernels/msm/classify
 */
/** @import { MsmContext } from "./context.js" */
/** @import { Input, Portions } from "./portions.js" */

/**
 * @typedef {object} Found
 * @property {Record<"nothing" | "one" | "minusOne" | "short" | "minusShort" | "full", number>}
 *   counts - scalars by class
 * @property {boolean} wide - a scalar has more than 256 bits; the other properties are then
 *   meaningless
 * @property {number} maxShort - bound of the scalars of the short classes
 * @property {number} maxFull - approximate bound of the scalars of the class `full`
 */

/** @typedef {Found & { classes: number, each: Found[] }} Classified classes: address of a byte per scalar; each: of
 *     every portion */

/**
 * @param {MsmContext} on
 * @param {Portions} portions - of all scalars
 * @returns {Classified}
 */
export function classifyAll(on, { count, step, load }) {
    const { arena, shared: { stats }, bytes } = on, classes = arena.alloc(count * step);
    const at = arena.alloc(stats.size);
    const zero = arena.alloc(bytes.affine);
    on.point.zeroAffine(zero);
    const all = Array.from({ length: count }, (_, i) => classify(on, load(i), classes + i * step, at, zero));
    return { classes, each: all, ...all.reduce(together) };
}

/** What two portions have. @param {Found} a @param {Found} b @returns {Found} */
const together = (a, b) => ({
    counts: /** @type {Found["counts"]} */ (Object.fromEntries(
        Object.entries(a.counts).map(([name, n]) => [name, n + b.counts[/** @type {keyof Found["counts"]} */ (name)]]),
    )),
    wide: a.wide || b.wide,
    maxShort: Math.max(a.maxShort, b.maxShort),
    maxFull: Math.max(a.maxFull, b.maxFull),
});

/**
 * @param {MsmContext} on
 * @param {Input} input
 * @param {number} classes
 * @param {number} at - of the counts
 * @param {number} zero - address of the point at infinity
 * @returns {Found}
 */
function classify(on, { bases, scalars, size, n }, classes, at, zero) {
    const { arena, buckets, shared, shared: { stats }, bytes, order, endomorphism } = on;
    buckets.classify(scalars, size, n, bases, bytes.affine, zero, order, Number(endomorphism), classes, at);
    const view = new DataView(arena.u8().buffer, at, stats.size);
    const count = (/** @type {number} */ of) => view.getUint32(stats.counts + 4 * of, true);
    const word = (/** @type {number} */ offset) => Number(view.getBigUint64(offset, true));
    const counts = Object.fromEntries(Object.entries(shared.classes).map(([name, of]) => [name, count(of)]));
    return {
        counts: /** @type {Found["counts"]} */ (counts),
        wide: view.getUint32(stats.wide, true) !== 0,
        maxShort: word(stats.shortBits),
        maxFull: [3, 2, 1, 0].reduce((sum, i) => sum * 2 ** 64 + word(stats.fullBits + 8 * i), 0),
    };
}
