/**
 * Points that are on no curve. What comes from a file is looked at before it is multiplied by a
 * secret.
 * @module kernels/points/on_curve
 */
/** @import { Fallback } from "../types.js" */
import { isBelow } from "../../util/words.js";

/** Points between two pauses. */
const PAUSE = 1 << 10;

/**
 * Writes the number of the first point that is neither infinity nor on the curve, or that has a
 * coordinate of q or more; n if there is none.
 *
 *   in      points  n affine points of `size` bytes; q: the order of the base field, in n8 bytes,
 *                   plain
 *   out     out     u32
 * @param {Fallback} on
 * @param {number} points
 * @param {number} n
 * @param {number} size
 * @param {number} q
 * @param {number} n8
 * @param {number} out
 */
export function* firstOffCurve({ base, arena, group }, points, n, size, q, n8, out) {
    const inCurve = base[`${group}_inCurveAffine`];
    const isZero = base[`${group}_isZeroAffine`];
    const width = n8 >>> 2;
    let words = arena.u32(), i = 0;
    for (; i < n; i++) {
        const at = points + i * size;
        let reduced = true;
        for (let x = at; x < at + size; x += n8) reduced &&= isBelow(words, x >>> 2, words, q >>> 2, width);
        if (!reduced || !(inCurve(at) || isZero(at))) break;
        if (i % PAUSE === PAUSE - 1) {
            yield i / n;
            words = arena.u32();
        }
    }
    arena.u32()[out >>> 2] = i;
}
