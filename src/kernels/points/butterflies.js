/**
 * Butterflies of points: a + q b and a - q b, a block of pairs at a time.
 * @module kernels/points/butterflies
 */
/** @import { PointContext } from "./context.js" */
/** @import { Work } from "./multiples.js" */
import { BLOCK_POINTS as BLOCK } from "../../util/chunk_sizes.js";
import {
    affineOf,
    blocks,
    flush,
    load,
    multiply,
    progressionDigits,
    push,
    splitFor,
    store,
    withWork,
} from "./multiples.js";

/**
 * (a, b) = (a + product, a - product) for m pairs in one batch, which reads all operands before it
 * writes results.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} m - at most BLOCK
 * @param {(i: number) => { a: number, b: number, product: number }} pair - addresses of the refs of
 *   a and b; the ref of the product
 * @param {(slot: number) => number} pointOf - address of the point that a slot names
 */
export function butterflies(on, work, m, pair, pointOf) {
    const words = on.arena.u32(), { negate } = on.shared.ref;
    for (let i = 0; i < m; i++) {
        const { a, b, product } = pair(i);
        const left = words[a >>> 2];
        push(on, work, words, left, product, pointOf(a), a);
        push(on, work, words, left, product && product ^ negate, pointOf(b), b);
    }
    flush(on, work);
}

/**
 * fftJoin: (x[i], y[i]) = (x[i] + q y[i], x[i] - q y[i]), q = first inc^i
 *
 *   in, out x, y   n jacobian points each
 * @param {PointContext} on
 * @param {number} x
 * @param {number} y
 * @param {number} n
 * @param {number} first
 * @param {number} inc
 * @param {boolean} [ordered] - the caller guarantees that every point of y has order r
 */
export const fftJoin = (on, x, y, n, first, inc, ordered = false) => withWork(on, function* (work) {
    const { arena, scalar, layout: { scalarBytes }, bytes: { point, jacobian } } = on;
    const q = arena.alloc(scalarBytes);
    const scalars = arena.alloc(BLOCK * scalarBytes);
    const refs = arena.alloc(8 * BLOCK);
    const points = arena.alloc(2 * BLOCK * point);
    const pointOf = (/** @type {number} */ slot) => points + ((slot - refs) / 4) * point;
    scalar.copy(first, q);
    for (const [at, m] of blocks(n)) {
        const sides = [x + at * jacobian, y + at * jacobian];
        load(on, work, m, affineOf(on, work, sides[0], m, false), points, refs);
        const address = affineOf(on, work, sides[1], m, false);
        const split = ordered ? on.splits[on.degree - 1] : yield* splitFor(on, work, m, address);
        const digits = progressionDigits(on, work, q, inc, m, scalars, split);
        yield* multiply(on, work, m, address, digits, (i) => i);
        const words = arena.u32();
        const products = work.productRefs >>> 2;
        const upper = refs + 4 * BLOCK;
        butterflies(on, work, m, (i) => ({ a: refs + 4 * i, b: upper + 4 * i, product: words[products + i] }), pointOf);
        sides.forEach((to, side) => store(on, work, m, (i) => words[(refs >>> 2) + side * BLOCK + i], to));
    }
});
