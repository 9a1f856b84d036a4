/**
 * Products of points by the powers of an element, and by one element, which ceremonies need.
 * @module kernels/points/apply_key
 */
/** @import { PointContext } from "./context.js" */
import { BLOCK_POINTS as BLOCK } from "../../util/chunk_sizes.js";
import {
    affineOf,
    blocks,
    digitsOf,
    multiply,
    progressionDigits,
    splitFor,
    storeProducts,
    withWork,
} from "./multiples.js";

/**
 * batchApplyKey, batchApplyKeyMixed: out[i] = first inc^i in[i]
 *
 *   in      n points, jacobian or affine; first, inc in Fr, Montgomery
 *   out     n jacobian points; `out` may be `input` where the sizes are equal
 *   memory  2 to 5 MB for a block
 * @param {PointContext} on
 * @param {boolean} mixed - the points are affine
 * @param {number} input
 * @param {number} n
 * @param {number} first
 * @param {number} inc
 * @param {number} out
 * @param {boolean} [ordered] - the caller guarantees that every point has order r; otherwise each
 *   is looked at
 */
export const applyKey = (on, mixed, input, n, first, inc, out, ordered = false) => withWork(on, function* (work) {
    const { arena, scalar, layout: { scalarBytes }, bytes: { affine, jacobian } } = on;
    const q = arena.alloc(scalarBytes);
    const scalars = arena.alloc(BLOCK * scalarBytes);
    scalar.copy(first, q);
    scalar.one(scalars);
    const one = Boolean(scalar.eq(inc, scalars));
    for (const [at, m] of blocks(n)) {
        const address = affineOf(on, work, input + at * (mixed ? affine : jacobian), m, mixed);
        const split = ordered ? on.splits[on.degree - 1] : yield* splitFor(on, work, m, address);
        const digits = one ? digitsOf(on, work, q, split) : progressionDigits(on, work, q, inc, m, scalars, split);
        yield* multiply(on, work, m, address, digits, one ? () => 0 : (i) => i);
        storeProducts(on, work, m, out + at * jacobian);
    }
});

/**
 * p[i] = p[n - 1 - i].
 * @param {PointContext} on
 * @param {number} p
 * @param {number} n - jacobian points
 */
function reverse({ arena, bytes: { jacobian } }, p, n) {
    const memory = arena.u8();
    const before = memory.slice(p, p + n * jacobian);
    for (let i = 0; i < n; i++)
        memory.set(before.subarray((n - 1 - i) * jacobian, (n - i) * jacobian), p + i * jacobian);
}

/**
 * fftFinal: p[i] = factor p[n - 1 - i], without a product where the factor is 1
 *
 *   in, out p   n jacobian points
 *   memory      n affine points
 * @param {PointContext} on
 * @param {number} p
 * @param {number} n
 * @param {number} factor
 */
export const fftFinal = (on, p, n, factor) => withWork(on, function* (work) {
    const { arena, point, scalar, layout, bytes: { affine, jacobian } } = on;
    const input = arena.alloc(n * affine);
    const one = arena.alloc(layout.scalarBytes);
    scalar.one(one);
    if (scalar.eq(factor, one)) return reverse(on, p, n);
    for (const [at, m] of blocks(n)) point.batchToAffine(p + at * jacobian, m, input + at * affine);
    for (const [at, m] of blocks(n)) {
        const address = (/** @type {number} */ i) => input + (n - 1 - at - i) * affine;
        const digits = digitsOf(on, work, factor, yield* splitFor(on, work, m, address));
        yield* multiply(on, work, m, address, digits, () => 0);
        storeProducts(on, work, m, p + at * jacobian);
    }
});
