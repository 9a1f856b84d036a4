/**
 * Fourier transforms of points.
 * @module kernels/points/transform
 */
/** @import { PointContext, Split } from "./context.js" */
/** @import { Digits, Work } from "./multiples.js" */
import { BLOCK_POINTS as BLOCK } from "../../util/chunk_sizes.js";
import { bitReverse } from "../../util/bits.js";
import { butterflies } from "./butterflies.js";
import { blocks, digitsOf, load, multiply, openDigits, pack, recode, splitFor, store, withWork } from "./multiples.js";

/**
 * Digits of the powers w^k of the root of a transform of n elements, k < n / 2.
 * @param {PointContext} on
 * @param {number} n
 * @param {Split} [split]
 */
function twiddleDigits(on, n, split) {
    const { arena, scalar, layout: { scalarBytes } } = on, room = openDigits(on, n / 2);
    const mark = arena.mark(), powers = arena.alloc(n * scalarBytes);
    // one level of butterflies on pairs (0, 1) gives (w^k, -w^k), with the root that the module contains
    arena.u8().fill(0, powers, powers + (n / 2) * scalarBytes);
    for (let k = n / 2; k < n; k++) scalar.one(powers + k * scalarBytes);
    scalar.fftMix(powers, n, Math.log2(n));
    for (let k = 0; k < n / 2; k++) scalar.fromMontgomery(powers + k * scalarBytes, powers + k * scalarBytes);
    const digits = recode(on, powers, n / 2, room, split);
    arena.release(mark);
    return digits;
}

/**
 * Digits of 1 / n.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} n - below 2^31
 * @param {Split} [split]
 */
function inverseDigits(on, work, n, split) {
    const { arena, scalar, layout: { scalarBytes } } = on, mark = arena.mark(), value = arena.alloc(scalarBytes);
    arena.u32().fill(0, value >>> 2, (value + scalarBytes) >>> 2)[value >>> 2] = n;
    scalar.toMontgomery(value, value);
    scalar.inverse(value, value);
    const digits = digitsOf(on, work, value, split);
    arena.release(mark);
    return digits;
}

/**
 * The points of a transform: addresses of the refs and of the points.
 * @typedef {{ refs: number, points: number }} Data
 */

/**
 * Decimation in time: one stage on all points.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} n
 * @param {number} half - elements in half a group of butterflies
 * @param {Digits} digits - of the powers of the n-th root
 * @param {Data} data
 */
function* stage(on, work, n, half, digits, { refs, points }) {
    const { arena, bytes } = on;
    const pointOf = (/** @type {number} */ slot) => points + ((slot - refs) / 4) * bytes.point;
    const low = (/** @type {number} */ t) => refs + 4 * (2 * t - (t & (half - 1)));
    for (const [at, m] of blocks(n / 2)) {
        const words = arena.u32(), rows = /** @type {number[]} */ ([]), inputs = /** @type {number[]} */ ([]);
        for (let t = at; t < at + m; t++) if (t & (half - 1)) {
            inputs.push(words[(low(t) >>> 2) + half]);
            rows.push((t & (half - 1)) * (n / 2 / half));
        }
        if (rows.length) {
            const address = pack(on, work, rows.length, (i) => inputs[i]);
            yield* multiply(on, work, rows.length, address, digits, (i) => rows[i]);
        }
        let next = work.productRefs >>> 2;
        butterflies(on, work, m, (i) => {
            const a = low(at + i), b = a + 4 * half;
            return { a, b, product: (at + i) & (half - 1) ? words[next++] : words[b >>> 2] };
        }, pointOf);
        yield;
    }
}

/**
 * Makes refs of the jacobian points at p, in bit-reversed order; p is overwritten with the affine points. Returns the
 * split that is right for all of them, and so for the sums of their multiples.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} p
 * @param {number} n
 * @param {Data} data
 * @returns {Generator<void, Split | undefined>}
 */
function* loadReversed(on, work, p, n, { refs, points }) {
    const { arena, point, bytes: { affine, jacobian } } = on, bits = Math.log2(n);
    let split;
    for (const [at, m] of blocks(n)) {
        point.batchToAffine(p + at * jacobian, m, work.packed);
        arena.u8().copyWithin(p + at * affine, work.packed, work.packed + m * affine);
        yield;
    }
    for (const [at, m] of blocks(n)) {
        const from = (/** @type {number} */ i) => p + bitReverse(at + i, bits) * affine;
        load(on, work, m, from, points + at * on.bytes.point, refs + 4 * at);
        if (at === 0 || split) split = yield* splitFor(on, work, m, from, bits / 2);
        yield;
    }
    return split;
}

/**
 * Writes the points of the refs to p; for an inverse, times 1 / n and read backwards from index 0.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} p
 * @param {number} n
 * @param {Digits | undefined} factor - digits of 1 / n, for an inverse
 * @param {Data} data
 */
function* storeAll(on, work, p, n, factor, { refs: from }) {
    const { arena, bytes: { jacobian } } = on;
    for (const [at, m] of blocks(n)) {
        const indexOf = (/** @type {number} */ i) => (factor ? (n - at - i) % n : at + i);
        let refs = Array.from({ length: m }, (_, i) => arena.u32()[(from >>> 2) + indexOf(i)]);
        if (factor) {
            const inputs = refs;
            yield* multiply(on, work, m, pack(on, work, m, (i) => inputs[i]), factor, () => 0);
            refs = [...arena.u32().subarray(work.productRefs >>> 2, (work.productRefs >>> 2) + m)];
        }
        store(on, work, m, (i) => refs[i], p + at * jacobian);
        yield;
    }
}

/**
 * fft, ifft: natural order in and out; an inverse divides by n.
 *
 *   in, out p   n jacobian points
 *   memory      per point: a point on lanes, 4 bytes, and 131 bytes of digits; 32 more bytes while these are made
 *   cost        n / 2 (log2 n - 2) + 1 multiples, n log2 n additions; ifft another n multiples
 *   source      Cooley, Tukey 1965
 * @param {PointContext} on
 * @param {boolean} inverse
 * @param {number} p
 * @param {number} n - a power of two, at least 2
 */
export const transform = (on, inverse, p, n) => withWork(on, function* (work) {
    const { arena, bytes: { point } } = on;
    const data = { refs: arena.alloc(4 * n), points: arena.alloc((n + BLOCK) * point) };
    const split = yield* loadReversed(on, work, p, n, data), digits = twiddleDigits(on, n, split);
    for (let half = 1; half < n; half *= 2) yield* stage(on, work, n, half, digits, data);
    yield* storeAll(on, work, p, n, inverse ? inverseDigits(on, work, n, split) : undefined, data);
});
