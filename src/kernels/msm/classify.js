/**
 * Phase 1: determines which scalars cost nothing, little or much.
 * @module kernels/msm/classify
 */
/** @import { SumContext } from "./context.js" */
/** @import { Input } from "./sum.js" */

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
export function classify({ arena, buckets, point, shared, bytes, order, endomorphism }, { bases, scalars, size, n }) {
    const { stats } = shared, classes = arena.alloc(n), at = arena.alloc(stats.size), zero = arena.alloc(bytes.affine);
    point.zeroAffine(zero);
    buckets.classify(scalars, size, n, bases, bytes.affine, zero, order, Number(endomorphism), classes, at);
    const view = new DataView(arena.u8().buffer, at, stats.size);
    const count = (/** @type {number} */ of) => view.getUint32(stats.counts + 4 * of, true);
    const word = (/** @type {number} */ offset) => Number(view.getBigUint64(offset, true));
    const counts = Object.fromEntries(Object.entries(shared.classes).map(([name, of]) => [name, count(of)]));
    return {
        classes, counts: /** @type {Classified["counts"]} */ (counts),
        wide: view.getUint32(stats.wide, true) !== 0,
        maxShort: word(stats.shortBits),
        maxFull: [3, 2, 1, 0].reduce((sum, i) => sum * 2 ** 64 + word(stats.fullBits + 8 * i), 0),
    };
}
