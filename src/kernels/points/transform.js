/**
 * FFTs of points.
 * @module kernels/points/transform
 */
/** @import { PointContext, Split } from "./context.js" */
/** @import { Digits, Work } from "./multiples.js" */
import { BLOCK_POINTS as BLOCK } from "../../util/chunk_sizes.js";
import { bitReverse } from "../../util/bits.js";
import { butterflies } from "./butterflies.js";
import { blocks, load, multiply, openDigits, pack, push, recode, splitFor, store, withWork } from "./multiples.js";

/**
 * Digits of the powers w^k of the root of an FFT of n elements, k < n / 2, times a factor.
 * @param {PointContext} on
 * @param {number} n
 * @param {Split} [split]
 * @param {number} [factor]
 */
function twiddleDigits(on, n, split, factor) {
    const { arena, scalar, layout: { scalarBytes } } = on, room = openDigits(on, n / 2);
    const mark = arena.mark();
    const powers = arena.alloc(n * scalarBytes);
    // one level of butterflies on pairs (0, 1) gives (w^k, -w^k), with the root that the module
    // contains
    arena.u8().fill(0, powers, powers + (n / 2) * scalarBytes);
    for (let k = n / 2; k < n; k++) scalar.one(powers + k * scalarBytes);
    scalar.fftMix(powers, n, Math.log2(n));
    for (let k = 0, at = powers; k < n / 2; k++, at += scalarBytes) {
        if (factor) scalar.mul(at, factor, at);
        scalar.fromMontgomery(at, at);
    }
    const digits = recode(on, powers, n / 2, room, split);
    arena.release(mark);
    return digits;
}

/**
 * 1 / n.
 * @param {PointContext} on
 * @param {number} n - below 2^31
 * @returns {number} its address
 */
function inverseOf({ arena, scalar, layout: { scalarBytes } }, n) {
    const value = arena.alloc(scalarBytes);
    arena.u32().fill(0, value >>> 2, (value + scalarBytes) >>> 2)[value >>> 2] = n;
    scalar.toMontgomery(value, value);
    scalar.inverse(value, value);
    return value;
}

/**
 * The points of a transform: addresses of the refs and of the points.
 * @typedef {{ refs: number, points: number }} Data
 */

/** Address of the point that a slot names. @param {PointContext} on @param {Data} data */
const pointsOf = ({ bytes }, { refs, points }) =>
    (/** @type {number} */ slot) => points + ((slot - refs) / 4) * bytes.point;

/**
 * Multiplies the first half of the points by the first scalar of the digits.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} n
 * @param {Digits} digits
 * @param {Data} data
 */
function* scaleLower(on, work, n, digits, data) {
    const pointOf = pointsOf(on, data), { refs } = data;
    for (const [at, m] of blocks(n / 2)) {
        const inputs = on.arena.u32().slice((refs >>> 2) + at, (refs >>> 2) + at + m);
        yield* multiply(on, work, m, pack(on, work, m, (i) => inputs[i]), digits, () => 0);
        const words = on.arena.u32();
        for (let i = 0, slot = refs + 4 * at; i < m; i++, slot += 4)
            push(on, work, words, words[(work.productRefs >>> 2) + i], 0, pointOf(slot), slot);
    }
}

/**
 * Decimation in time: one stage on all points.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} n
 * @param {number} half - elements in half a group of butterflies
 * @param {Digits} digits - of the powers of the n-th root
 * @param {Data} data
 * @param {boolean} [scaled] - the digits are of these powers times a factor, also the first: of the
 *   last stage
 */
function* stage(on, work, n, half, digits, data, scaled = false) {
    const { arena } = on, { refs } = data, pointOf = pointsOf(on, data);
    const isOne = (/** @type {number} */ t) => !scaled && (t & (half - 1)) === 0;
    const low = (/** @type {number} */ t) => refs + 4 * (2 * t - (t & (half - 1)));
    for (const [at, m] of blocks(n / 2)) {
        const words = arena.u32(), rows = /** @type {number[]} */ ([]), inputs = /** @type {number[]} */ ([]);
        for (let t = at; t < at + m; t++) if (!isOne(t)) {
            inputs.push(words[(low(t) >>> 2) + half]);
            rows.push((t & (half - 1)) * (n / 2 / half));
        }
        if (rows.length) {
            const address = pack(on, work, rows.length, (i) => inputs[i]);
            yield* multiply(on, work, rows.length, address, digits, (i) => rows[i]);
        }
        let next = work.productRefs >>> 2;
        butterflies(on, work, m, (i) => {
            const a = low(at + i);
            const b = a + 4 * half;
            return { a, b, product: isOne(at + i) ? words[b >>> 2] : words[next++] };
        }, pointOf);
        yield;
    }
}

/**
 * Makes refs of the jacobian points at p, in bit-reversed order; p is overwritten with the affine
 * points. Returns the split that is right for all of them, and so for the sums of their multiples.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} p
 * @param {number} n
 * @param {Data} data
 * @param {boolean} ordered - every point has order r; otherwise each is looked at
 * @returns {Generator<void, Split | undefined>}
 */
function* loadReversed(on, work, p, n, { refs, points }, ordered) {
    const { arena, point, splits, degree, bytes: { affine, jacobian } } = on, bits = Math.log2(n);
    let split = ordered ? splits[degree - 1] : undefined;
    for (const [at, m] of blocks(n)) {
        point.batchToAffine(p + at * jacobian, m, work.packed);
        arena.u8().copyWithin(p + at * affine, work.packed, work.packed + m * affine);
        yield;
    }
    for (const [at, m] of blocks(n)) {
        const from = (/** @type {number} */ i) => p + bitReverse(at + i, bits) * affine;
        load(on, work, m, from, points + at * on.bytes.point, refs + 4 * at);
        if (!ordered && (at === 0 || split)) split = yield* splitFor(on, work, m, from, bits / 2);
        yield;
    }
    return split;
}

/**
 * Writes the points of the refs to p; for an inverse, read backwards from index 0.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} p
 * @param {number} n
 * @param {boolean} inverse
 * @param {Data} data
 */
function* storeAll(on, work, p, n, inverse, { refs: from }) {
    const { arena, bytes: { jacobian } } = on;
    for (const [at, m] of blocks(n)) {
        const indexOf = (/** @type {number} */ i) => (inverse ? (n - at - i) % n : at + i);
        const refs = Array.from({ length: m }, (_, i) => arena.u32()[(from >>> 2) + indexOf(i)]);
        store(on, work, m, (i) => refs[i], p + at * jacobian);
        yield;
    }
}

/**
 * fft, ifft: natural order in and out; an inverse divides by n, in the last stage: half of the
 * points get the factor with their twiddles.
 *
 *   in, out p   n jacobian points
 *   memory      per point: a point on lanes, 4 bytes, and 131 bytes of digits; 32 more bytes while
 *               these are made
 *   cost        n / 2 (log2 n - 2) + 1 multiples, n log2 n additions; ifft another n / 2 + 1
 *               multiples
 *   source      Cooley, Tukey 1965
 * @param {PointContext} on
 * @param {boolean} inverse
 * @param {number} p
 * @param {number} n - a power of two, at least 2
 * @param {boolean} [ordered] - the caller guarantees that every point has order r
 */
export const transform = (on, inverse, p, n, ordered = false) => withWork(on, function* (work) {
    const { arena, bytes: { point } } = on;
    const data = { refs: arena.alloc(4 * n), points: arena.alloc((n + BLOCK) * point) };
    const split = yield* loadReversed(on, work, p, n, data, ordered);
    const mark = arena.mark();
    const digits = twiddleDigits(on, n, split);
    const last = inverse ? n / 2 : n;
    for (let half = 1; half < last; half *= 2) yield* stage(on, work, n, half, digits, data);
    if (inverse) {
        arena.release(mark);
        const scaled = twiddleDigits(on, n, split, inverseOf(on, n));
        yield* scaleLower(on, work, n, scaled, data);
        yield* stage(on, work, n, last, scaled, data, true);
    }
    yield* storeAll(on, work, p, n, inverse, data);
});
