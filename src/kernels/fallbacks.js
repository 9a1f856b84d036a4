/**
 * Operations that the base module has only in parts, or cannot divide into shares, as one kernel each: the data stays
 * in the worker between the parts. Parts for which there are lane kernels run on lanes.
 * @module kernels/fallbacks
 */
/** @import { Fallback } from "./types.js" */
/** @import { Arena } from "../runtime/memory.js" */

/** Bytes of an element of Fr in every base module. */
const ELEMENT = 32;

/**
 * The address of bytes, which are copied if they are outside.
 * @param {Arena} arena
 * @param {number | Uint8Array} bytes
 */
function inside(arena, bytes) {
    if (typeof bytes === "number") return bytes;
    const at = arena.alloc(bytes.length);
    arena.u8().set(bytes, at);
    return at;
}

/**
 * A share of a sum of products; the base module computes the whole sum as the first share.
 *
 *   in      bases, scalars, size, n, result  as for the sum; share: its number; bases and scalars may be bytes outside
 *   out     result  the sum for share 0, otherwise zero
 * @param {Fallback} on
 * @param {number | Uint8Array} bases
 * @param {number | Uint8Array} scalars
 * @param {number} size
 * @param {number} n
 * @param {number} result
 * @param {number} [share]
 */
export function sumInFirstShare({ arena, base, group }, bases, scalars, size, n, result, share = 0) {
    const mark = arena.mark();
    base[`${group}_multiexpAffine`](inside(arena, bases), inside(arena, scalars), size, share ? 0 : n, result);
    arena.release(mark);
}

/**
 * Takes values on the domain to values on the coset shift * domain, in place.
 *
 *   in      p           n elements of Fr, LEM, natural order
 *           one, shift  1 and the shift, LEM
 *   out     p           natural order
 * @param {Fallback} on
 * @param {number} p
 * @param {number} n
 * @param {number} one
 * @param {number} shift
 */
export function* shiftInThreeSteps({ steps }, p, n, one, shift) {
    yield* steps("ifft", p, n);
    yield 0.45;
    yield* steps("batchApplyKey", p, n, one, shift, p);
    yield 0.55;
    yield* steps("fft", p, n);
}

/**
 * The results of even or odd index of a transform. This computes the whole transform, so avoid it where possible.
 *
 *   in      p             n elements of Fr, LEM, natural order
 *           odd, inverse  0 or 1
 *   out     p             n / 2 results
 * @param {Fallback} on
 * @param {number} p
 * @param {number} n
 * @param {number} odd
 * @param {number} inverse
 */
export function* halfOfWhole({ steps, base }, p, n, odd, inverse) {
    yield* steps(inverse ? "ifft" : "fft", p, n);
    for (let i = 0; i < n / 2; i++) base.frm_copy(p + (2 * i + odd) * ELEMENT, p + i * ELEMENT);
}
