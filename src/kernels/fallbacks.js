/**
 * Operations that the base module has only in parts, or cannot divide into shares, as one kernel
 * each: the data stays in the worker between the parts. Parts for which there are lane kernels run
 * on lanes.
 * @module kernels/fallbacks
 */
/** @import { Fallback } from "./types.js" */
/** @import { Arena } from "../runtime/memory.js" */

import { PAIR_BYTES } from "../util/chunk_sizes.js";

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
 * A share of an MSM; the base module computes the whole MSM as the first share.
 *
 *   in      bases, scalars, size, n, result  as for the sum; share: its number; bases and scalars
 *                                            may be bytes outside
 *   out     result  the sum for share 0, otherwise zero
 * @param {Fallback} on
 * @param {number | Uint8Array} bases
 * @param {number | Uint8Array} scalars
 * @param {number} size
 * @param {number} n
 * @param {number} result
 * @param {number} [share]
 */
export function msmInFirstShare({ arena, base, group }, bases, scalars, size, n, result, share = 0) {
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
 * The results of even or odd index of an FFT. This computes the whole FFT, so avoid it
 * where possible.
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

/**
 * @param {Fallback} on
 * @param {number} from
 * @param {number} count
 * @param {number} to
 */
function copyElements({ base }, from, count, to) {
    for (let i = 0; i < count; i++) base.frm_copy(from + i * ELEMENT, to + i * ELEMENT);
}

/**
 * Round 1 of an FFT in 2^levels tasks. Results are in the places that pairs would have.
 *
 *   in      p         m elements of Fr, LEM: an equal part of each of 2^levels rows
 *           twiddles  of the blocks of a stage, in bit-reversed order, LEM; one: 1, LEM
 *   out     out       2^levels blocks, each in the bytes of its pairs
 * @param {Fallback} on
 * @param {number} p
 * @param {number} m
 * @param {number} out
 * @param {number} levels
 * @param {number} twiddles
 * @param {number} one
 */
export function columnsInBase(on, p, m, out, levels, twiddles, one) {
    for (let s = 0; s < levels; s++) for (let b = 0; b < 2 ** s; b++) {
        const half = m / 2 ** (s + 1);
        const at = p + 2 * b * half * ELEMENT;
        on.base.frm_fftJoin(at, at + half * ELEMENT, half, twiddles + b * ELEMENT, one);
    }
    const count = m / 2 ** levels;
    const bytes = (count / 2) * PAIR_BYTES;
    for (let b = 0; b < 2 ** levels; b++) copyElements(on, p + b * count * ELEMENT, count, out + b * bytes);
}

/**
 * Round 2: an FFT of the block times the powers of a root of unity.
 *
 *   in      data         2^levels runs, as round 1 leaves them
 *           one, root    1 and the root of order m 2^levels to the power of the results' index
 *                        modulo 2^levels, LEM
 *           factor       1 / (m 2^levels), LEM
 *   out     out          m elements, LEM, natural order
 * @param {Fallback} on
 * @param {number} data
 * @param {number} m
 * @param {number} out
 * @param {number} levels
 * @param {number} block
 * @param {number} inverse
 * @param {number} one
 * @param {number} root
 * @param {number} factor
 */
export function* blockInBase(on, data, m, out, levels, block, inverse, one, root, factor) {
    const { base, steps } = on, count = m / 2 ** levels;
    const bytes = (count / 2) * PAIR_BYTES;
    for (let c = 0; c < 2 ** levels; c++) copyElements(on, data + c * bytes, count, out + c * count * ELEMENT);
    yield* steps("batchApplyKey", out, m, one, root, out);
    yield* steps("fft", out, m);
    if (!inverse) return;
    const kept = block === 0 ? 1 : 0; // the result of index 0 stays in its place
    base.frm_fftFinal(out, kept, factor);
    base.frm_fftFinal(out + kept * ELEMENT, m - kept, factor);
}

/**
 * Many sums of a few products each, as kernels/points/combine.js has them on lanes.
 * @param {Fallback} on
 * @param {number} bases - affine
 * @param {number} size - bytes of a point
 * @param {number} scalars
 * @param {number} counts - u32 of each sum: its products
 * @param {number} n
 * @param {number} out - affine
 */
export function* combineInBase({ base, arena, group }, bases, size, scalars, counts, n, out) {
    const mark = arena.mark();
    const [sum, product] = [arena.alloc(2 * size), arena.alloc(2 * size)];
    const call = (/** @type {string} */ op, /** @type {number[]} */ ...args) => base[`${group}_${op}`](...args);
    for (let i = 0, k = 0; i < n; i++) {
        call("zero", sum);
        for (const end = k + arena.u32()[(counts >>> 2) + i]; k < end; k++) {
            call("timesScalarAffine", bases + k * size, scalars + k * ELEMENT, ELEMENT, product);
            call("add", sum, product, sum);
        }
        call("toAffine", sum, out + i * size);
        yield (i + 1) / n;
    }
    arena.release(mark);
}
