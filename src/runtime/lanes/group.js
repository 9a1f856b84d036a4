/**
 * Keys and transforms of points on lanes: the functions of the base module that
 * multiply many points by as many scalars, under the same names, with results
 * that are the same points (jacobian with Z = 1).
 * @module runtime/lanes/group
 */
/** @import { Functions, LaneLayout, Linked } from "./msm.js" */
/** @import { Binding } from "../link.js" */
import { drain } from "../../util/drain.js";
import { interleaves } from "../tiers.js";
import { BLOCK, createMultiples, SCALAR } from "./multiples.js";

/**
 * Fewer points than this, by degree, go to the base module: the inversion and the joining of a batch cost a step what some
 * ten doublings there do. Base / lanes, times of batchApplyKeyMixed for 8, 16, 32, 64, 256 points: bn128 G1 fma 0.68 1.20 1.27 1.90 2.49,
 * simd 0.60 0.87 1.14 1.31 1.50, scalar 0.52 0.76 0.91 1.01 1.11; bn128 G2 fma 1.11 1.54 2.04 2.39 2.79, scalar 0.75 0.92 1.07 1.16 1.25;
 * bls12381 G1 fma 0.74 1.07 1.19 1.63 2.06, scalar 0.48 0.66 0.76 0.84 0.93; bls12381 G2 fma 1.43 1.96 2.58 2.83 3.22.
 */
export const LEAST_POINTS = Object.freeze({ 1: 24, 2: 12 });

/** @typedef {ReturnType<ReturnType<typeof createMultiples>["scratch"]>} Scratch */

/**
 * Generators of the work; each `yield` comes after less than a few ms.
 * @param {Linked} linked
 * @param {1 | 2} degree - 1: G1, 2: G2
 * @param {boolean} [together] - products run interleaved
 */
export function createGroupSteps(linked, degree, together = interleaves()) {
    const { lane, base, arena } = linked, group = `g${degree}m`;
    const M = createMultiples(linked, degree), { pointBytes, affine, jacobian } = M;

    /** Scratch for what `body` does, given back however it ends. @param {(on: Scratch) => Generator<void, void>} body @returns {Generator<void, void>} */
    function* withScratch(body) {
        const mark = arena.mark();
        try {
            lane.use(degree, Number(together));
            yield* body(M.scratch());
        } finally {
            arena.release(mark);
        }
    }

    /** [start, length] of each of the blocks that n is cut into, all but equal. @param {number} n */
    function* blocks(n) {
        const count = Math.ceil(n / BLOCK), start = (/** @type {number} */ i) => Math.floor((i * n) / count);
        for (let i = 0; i < count; i++) yield [start(i), start(i + 1) - start(i)];
    }

    /**
     * Digits of the progression: q is its next element, in Montgomery form.
     * @param {number} q
     * @param {number} inc
     * @param {number} m
     * @param {number} scalars - room for m
     */
    function progression(q, inc, m, scalars) {
        for (let i = 0; i < m; i++) {
            base.frm_fromMontgomery(q, scalars + i * SCALAR);
            base.frm_mul(q, inc, q);
        }
        return M.recode(scalars, m);
    }

    /** Digits of one scalar in Montgomery form. @param {number} factor */
    function digitsOf(factor) {
        const mark = arena.mark(), plain = arena.alloc(SCALAR);
        base.frm_fromMontgomery(factor, plain);
        const digits = M.recode(plain, 1);
        arena.release(mark);
        return digits;
    }

    /** Jacobian or affine points to the refs of a block. @param {Scratch} on @param {number} from @param {number} m @param {boolean} mixed @param {number} slots @param {number} refs */
    function loadBlock(on, from, m, mixed, slots, refs) {
        if (!mixed) base[`${group}_batchToAffine`](from, m, on.packed);
        M.load(on, m, (i) => (mixed ? from : on.packed) + i * affine, slots, refs);
    }

    /**
     * batchApplyKey, batchApplyKeyMixed: out[i] = first inc^i in[i]
     *
     *   in      n points, jacobian or affine; first, inc in Fr, Montgomery
     *   out     n jacobian points; `out` may be `in` where the sizes are equal
     *   memory  scratch of blocks: 2 to 5 MB
     * @param {boolean} mixed
     */
    const applyKey = (mixed) => (/** @type {number} */ input, /** @type {number} */ n, /** @type {number} */ first, /** @type {number} */ inc, /** @type {number} */ out) => withScratch(function* (on) {
        const q = arena.alloc(SCALAR), scalars = arena.alloc(BLOCK * SCALAR), points = arena.alloc(BLOCK * pointBytes);
        base.frm_copy(first, q);
        for (const [at, m] of blocks(n)) {
            const digits = progression(q, inc, m, scalars);
            loadBlock(on, input + at * (mixed ? affine : jacobian), m, mixed, points, on.inputRefs);
            yield* M.multiply(on, m, digits, (i) => i);
            const refs = arena.u32().slice(on.productRefs >>> 2, (on.productRefs >>> 2) + m);
            M.store(on, m, (i) => refs[i], out + at * jacobian);
        }
    });

    /**
     * (a, b) = (a + product, a - product) of m pairs, in one batch, so that a sum may take the place of an operand.
     * @param {Scratch} on
     * @param {number} m - at most BLOCK
     * @param {(i: number) => { a: number, b: number, product: number }} pair - addresses of the refs of a and b; the ref of the product
     * @param {(slot: number) => number} place - where the point that a slot names lies
     */
    function butterflies(on, m, pair, place) {
        const words = arena.u32();
        for (let i = 0; i < m; i++) {
            const { a, b, product } = pair(i), left = words[a >>> 2];
            M.push(on, words, left, product, place(a), a);
            M.push(on, words, left, product && product ^ 1, place(b), b);
        }
        M.flush(on);
    }

    /**
     * fftJoin: (x[i], y[i]) = (x[i] + q y[i], x[i] - q y[i]), q = first inc^i
     *
     *   in, out x, y   n jacobian points each
     */
    const join = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ n, /** @type {number} */ first, /** @type {number} */ inc) => withScratch(function* (on) {
        const q = arena.alloc(SCALAR), scalars = arena.alloc(BLOCK * SCALAR);
        const refs = arena.alloc(8 * BLOCK), points = arena.alloc(2 * BLOCK * pointBytes);
        const place = (/** @type {number} */ slot) => points + ((slot - refs) / 4) * pointBytes;
        base.frm_copy(first, q);
        for (const [at, m] of blocks(n)) {
            const digits = progression(q, inc, m, scalars), sides = [x + at * jacobian, y + at * jacobian];
            sides.forEach((from, side) => loadBlock(on, from, m, false, points + side * BLOCK * pointBytes, refs + 4 * side * BLOCK));
            const words = arena.u32(), second = (refs >>> 2) + BLOCK, products = on.productRefs >>> 2;
            words.copyWithin(on.inputRefs >>> 2, second, second + m);
            yield* M.multiply(on, m, digits, (i) => i);
            butterflies(on, m, (i) => ({ a: refs + 4 * i, b: refs + 4 * (BLOCK + i), product: words[products + i] }), place);
            sides.forEach((to, side) => M.store(on, m, (i) => words[(refs >>> 2) + side * BLOCK + i], to));
        }
    });

    /**
     * fftFinal: p[i] = factor p[n - 1 - i]
     *
     *   in, out p   n jacobian points
     *   memory      n affine points
     */
    const final = (/** @type {number} */ p, /** @type {number} */ n, /** @type {number} */ factor) => withScratch(function* (on) {
        const input = arena.alloc(n * affine), points = arena.alloc(BLOCK * pointBytes), digits = digitsOf(factor);
        for (const [at, m] of blocks(n)) base[`${group}_batchToAffine`](p + at * jacobian, m, input + at * affine);
        for (const [at, m] of blocks(n)) {
            M.load(on, m, (i) => input + (n - 1 - at - i) * affine, points, on.inputRefs);
            yield* M.multiply(on, m, digits, () => 0);
            const refs = arena.u32().slice(on.productRefs >>> 2, (on.productRefs >>> 2) + m);
            M.store(on, m, (i) => refs[i], p + at * jacobian);
        }
    });

    /** Digits of the powers w^k of the root of a transform of n elements, k < n / 2. @param {number} n */
    function twiddles(n) {
        const mark = arena.mark(), powers = arena.alloc(n * SCALAR);
        // one level of butterflies on pairs (0, 1) leaves (w^k, -w^k): the module knows its root
        arena.u8().fill(0, powers, powers + (n / 2) * SCALAR);
        for (let k = n / 2; k < n; k++) base.frm_one(powers + k * SCALAR);
        base.frm_fftMix(powers, n, Math.log2(n));
        for (let k = 0; k < n / 2; k++) base.frm_fromMontgomery(powers + k * SCALAR, powers + k * SCALAR);
        const digits = M.recode(powers, n / 2);
        arena.release(mark);
        return digits;
    }

    /** Digits of 1 / n. @param {number} n - below 2^31 */
    function digitsOfInverse(n) {
        const mark = arena.mark(), value = arena.alloc(SCALAR);
        arena.u32().fill(0, value >>> 2, (value >>> 2) + SCALAR / 4)[value >>> 2] = n;
        base.frm_toMontgomery(value, value);
        base.frm_inverse(value, value);
        const digits = digitsOf(value);
        arena.release(mark);
        return digits;
    }

    /**
     * Decimation in time: one stage on all points.
     * @param {Scratch} on
     * @param {number} n
     * @param {number} half - elements in half a block
     * @param {Int8Array} digits - of the powers of the n-th root
     * @param {{ refs: number, points: number }} data
     */
    function* stage(on, n, half, digits, { refs, points }) {
        const place = (/** @type {number} */ slot) => points + ((slot - refs) / 4) * pointBytes;
        const low = (/** @type {number} */ t) => refs + 4 * (2 * t - (t & (half - 1)));
        for (const [at, m] of blocks(n / 2)) {
            const words = arena.u32(), rows = /** @type {number[]} */ ([]);
            for (let t = at; t < at + m; t++) if (t & (half - 1)) {
                words[(on.inputRefs >>> 2) + rows.length] = words[(low(t) >>> 2) + half];
                rows.push((t & (half - 1)) * (n / 2 / half));
            }
            if (rows.length) yield* M.multiply(on, rows.length, digits, (i) => rows[i]);
            let next = on.productRefs >>> 2;
            butterflies(on, m, (i) => {
                const a = low(at + i), b = a + 4 * half;
                return { a, b, product: (at + i) & (half - 1) ? words[next++] : words[b >>> 2] };
            }, place);
            yield;
        }
    }

    /**
     * fft, ifft: natural order in and out; an inverse divides by n.
     *
     *   in, out p   n jacobian points
     *   memory      per point: one on lanes, 4 bytes, and 26 bytes of digits; 16 bytes while these are made
     *   cost        n / 2 (log2 n - 2) + 1 multiples, n log2 n additions; ifft n multiples more
     *   source      Cooley, Tukey 1965
     * @param {boolean} inverse
     */
    const transform = (inverse) => (/** @type {number} */ p, /** @type {number} */ n) => withScratch(function* (on) {
        const digits = twiddles(n), bits = Math.log2(n);
        const data = { refs: arena.alloc(4 * n), points: arena.alloc((n + BLOCK) * pointBytes) };
        for (const [at, m] of blocks(n)) {
            base[`${group}_batchToAffine`](p + at * jacobian, m, on.packed);
            arena.u8().copyWithin(p + at * affine, on.packed, on.packed + m * affine);
            yield;
        }
        for (const [at, m] of blocks(n)) {
            M.load(on, m, (i) => p + reversed(at + i, bits) * affine, data.points + at * pointBytes, data.refs + 4 * at);
            yield;
        }
        for (let half = 1; half < n; half *= 2) yield* stage(on, n, half, digits, data);
        const factor = inverse ? digitsOfInverse(n) : undefined;
        for (const [at, m] of blocks(n)) {
            let refs = Array.from({ length: m }, (_, i) => arena.u32()[(data.refs >>> 2) + (inverse ? (n - at - i) % n : at + i)]);
            if (factor) {
                arena.u32().set(refs, on.inputRefs >>> 2);
                yield* M.multiply(on, m, factor, () => 0);
                refs = [...arena.u32().subarray(on.productRefs >>> 2, (on.productRefs >>> 2) + m)];
            }
            M.store(on, m, (i) => refs[i], p + at * jacobian);
            yield;
        }
    });

    return Object.freeze({ batchApplyKey: applyKey(false), batchApplyKeyMixed: applyKey(true), fftJoin: join, fftFinal: final, fft: transform(false), ifft: transform(true) });
}

/** The last `bits` bits of i in reverse. @param {number} i @param {number} bits */
function reversed(i, bits) {
    let out = 0;
    for (let b = 0; b < bits; b++) out |= ((i >> b) & 1) << (bits - 1 - b);
    return out;
}

/** Which argument says how many points. */
const COUNT = Object.freeze({ batchApplyKey: 1, batchApplyKeyMixed: 1, fftJoin: 2, fftFinal: 1, fft: 1, ifft: 1 });

/**
 * The functions of the base module that lanes do faster; few points, and sizes that are none, stay there.
 * @param {Binding<LaneLayout>} binding
 * @returns {Record<string, Function>}
 */
export function bindGroups({ kernels, base, arena, address, layout, linked }) {
    const all = /** @type {Linked} */ ({ lane: kernels, base, arena, address, layout, buckets: linked.msm_buckets });
    return Object.fromEntries(/** @type {const} */ ([1, 2]).flatMap((degree) => {
        const lanes = createGroupSteps(all, degree);
        return Object.entries(COUNT).map(([name, position]) => {
            const fnName = `g${degree}m_${name}`, plain = /** @type {Functions} */ (base)[fnName];
            const run = /** @type {Record<string, (...args: number[]) => Generator<void, void>>} */ (/** @type {unknown} */ (lanes))[name];
            const covered = (/** @type {number} */ n) => n >= LEAST_POINTS[degree] && (position === 1 && name.endsWith("fft") ? Number.isInteger(Math.log2(n)) : true);
            /** @param {number[]} args @returns {Generator<void, void>} */
            function* steps(...args) {
                if (covered(args[position])) yield* run(...args);
                else plain(...args);
            }
            return [fnName, Object.assign((/** @type {number[]} */ ...args) => drain(steps(...args)), { steps })];
        });
    }));
}
