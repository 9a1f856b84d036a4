/**
 * An MSM whose result is known without computing it: the points have known discrete logarithms. It
 * contains the cases that faulty drivers and incomplete formulas get wrong: infinity, equal and
 * opposite points in one bucket, full buckets, carries out of every window, scalars above the
 * order.
 * @module gpu/known_answers
 */
/** @import { WasmCurve } from "../../../src/internal/gpu.js" */

/** Points with different logarithms. */
const BASIS = 64;

/**
 * A generator that gives the same numbers everywhere (Steele, Lea, Flood 2014: SplitMix64).
 * @param {bigint} seed
 */
export function numbers(seed) {
    const low = (/** @type {bigint} */ v) => v & 0xffffffffffffffffn;
    let state = seed;
    const next = () => {
        state = low(state + 0x9e3779b97f4a7c15n);
        let z = state;
        z = low((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
        z = low((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
        return z ^ (z >> 31n);
    };
    return (/** @type {number} */ bytes) => {
        let value = 0n;
        for (let i = 0; i < bytes; i += 8) value = (value << 64n) | next();
        return value & ((1n << BigInt(8 * bytes)) - 1n);
    };
}

/**
 * @param {WasmCurve} G
 * @param {bigint} r - order of the group
 * @param {number} n - points, preferably more than 200
 * @param {{ seed?: bigint, scalarBytes?: number }} [options]
 * @returns {{ points: Uint8Array, scalars: Uint8Array, expected: Uint8Array }} expected: jacobian
 */
export function knownAnswer(G, r, n, { seed = 1n, scalarBytes = 32 } = {}) {
    const random = numbers(seed);
    const size = 2 * G.F.n8;
    const top = (1n << BigInt(8 * scalarBytes)) - 1n;
    const first = random(8) | 1n;
    let point = G.timesScalar(G.g, first);
    const basis = Array.from({ length: BASIS }, (_, i) => {
        const affine = G.toAffine(point);
        point = G.add(point, G.g);
        return { affine, minus: G.neg(affine), log: first + BigInt(i) };
    });
    const points = new Uint8Array(n * size);
    const scalars = new Uint8Array(n * scalarBytes);
    const same = random(scalarBytes);
    const zero = /** @type {Uint8Array} */ (G.zeroAffine);
    const special = [0n, 1n, 2n, r - 1n, r, r + 1n, top, 1n << BigInt(8 * scalarBytes - 1), 0xffffn, top - 1n];
    let sum = 0n;
    for (let i = 0; i < n; i++) {
        const { affine, minus, log } = basis[Number(random(8) % BigInt(i % 3 ? BASIS : 2))];
        const kind = i % 16;
        // A third of the scalars are special, a quarter are all equal, so that some buckets are
        // full; the rest random.
        const scalar = (kind < 5 ? special[(i >> 4) % special.length] : kind < 9 ? same : random(scalarBytes)) & top;
        const turned = kind === 3 || kind === 7;
        points.set(kind === 11 ? zero : turned ? minus : affine, i * size);
        if (kind !== 11) sum += scalar * (turned ? -log : log);
        for (let k = 0, rest = scalar; k < scalarBytes; k++, rest >>= 8n)
            scalars[i * scalarBytes + k] = Number(rest & 0xffn);
    }
    const log = ((sum % r) + r) % r;
    return { points, scalars, expected: G.timesScalar(G.g, log) };
}
