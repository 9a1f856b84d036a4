/**
 * MSMs that are meant to be hard: every scalar shape with every shape of points, windows and spans forced, on whatever
 * device is handed in, each compared with the CPU and with the discrete logarithm that is known. Runs wherever the
 * library does: Node, Deno, pages and workers. A case is a seed, a curve and a number, and can be run again alone.
 */
import { compileKernels, openAdapter } from "../../src/device.js";
import { BINDING_BYTES, layOutMsm } from "../../src/msm_layout.js";
import { addWindows, runMsm } from "../../src/msm_run.js";

const LIMITS = { bindingBytes: BINDING_BYTES, additions: 2 ** 20 };
const CPU = { gpu: "disabled" };

/** Points with different logarithms. */
const BASIS = 48;

/** A generator of whole numbers below 2^32 from a seed (splitmix32). */
function numbers(seed) {
    let state = seed >>> 0;
    return () => {
        state = (state + 0x9e3779b9) >>> 0;
        let t = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
        t = Math.imul(t ^ (t >>> 15), 0x735a2d97);
        return (t ^ (t >>> 15)) >>> 0;
    };
}

/** Scalars: (context) => (i) => integer; all are cut to the width of the case. */
export const SCALARS = {
    uniform: ({ wide }) => wide,
    zeros: () => () => 0n,
    ones: () => () => 1n,
    "zeros and ones": ({ next }) => () => BigInt(next() & 1),
    "all the same": ({ wide }) => {
        const one = wide();
        return () => one;
    },
    "all bits": ({ top }) => () => top,
    "about the order": ({ r, next }) => () => (r * BigInt(next() % 3) + BigInt(next() % 5) - 2n) & ((1n << 400n) - 1n),
    "half a window": ({ bits, top }) => () => repeated(1n << BigInt(bits - 1), bits, top), // Booth's greatest digit
    "just below half a window": ({ bits, top }) => () => repeated((1n << BigInt(bits - 1)) - 1n, bits, top),
    "every carry": ({ bits, top, next }) => () => repeated((1n << BigInt(bits)) - 1n, bits, top) - BigInt(next() % 2),
    "only the highest bit": ({ top, next }) => () => (next() % 4 ? (top >> 1n) + 1n : 0n),
    "one bit": ({ next, scalarBytes }) => () => 1n << BigInt(next() % (8 * scalarBytes)),
    "mostly one": ({ next, wide }) => () => (next() % 10 ? 1n : wide()),
    short: ({ next }) => () => BigInt(next() & 0xffff),
    "long runs": ({ next, wide }) => () => (next() % 2 ? wide() : 0n) ^ ((1n << BigInt(next() % 256)) - 1n),
};

const repeated = (digit, bits, top) => {
    let value = 0n;
    for (let at = 0n; at < 384n; at += BigInt(bits)) value |= digit << at;
    return value & top;
};

/** Points: (context) => (i) => number of the basis, negative for the opposite, undefined for infinity. */
export const POINTS = {
    any: ({ next }) => () => next() % BASIS,
    "one and the same": () => () => 7,
    "a point and its opposite": () => (i) => (i % 2 ? -3 : 3),
    "two points and their opposites": ({ next }) => () => [1, -1, 2, -2][next() % 4],
    "half infinity": ({ next }) => () => (next() % 2 ? next() % BASIS : undefined),
    "nothing but infinity": () => () => undefined,
    "one point among infinities": ({ next, n }) => {
        const where = next() % n;
        return (i) => (i === where ? 5 : undefined);
    },
    "in order, then back": () => (i) => (i % (2 * BASIS) < BASIS ? i % BASIS : -(i % BASIS)),
    "the generator and infinity": ({ next }) => () => (next() % 3 ? 0 : undefined),
};

/** The points that cases are made of. @returns {{ affine: Uint8Array, minus: Uint8Array, log: bigint }[]} */
export function basisOf(G) {
    const logs = Array.from({ length: BASIS }, (_, i) => (i === 0 ? 1n : BigInt(i) * 0x1000003n + 5n));
    return logs.map((log) => {
        const affine = G.toAffine(G.timesScalar(G.g, log));
        return { affine, minus: G.toAffine(G.neg(affine)), log };
    });
}

const keysOf = (record) => Object.keys(record);

/**
 * One case. Most have few points, because adapters that are processors take long.
 * @param {{ G: any, r: bigint, basis: ReturnType<typeof basisOf> }} curve
 * @param {number} seed
 * @param {number} index
 * @param {{ n?: number, scalarBytes?: number }} [asked] - sizes that are not to be drawn
 */
export function makeCase({ G, r, basis }, seed, index, asked = {}) {
    const next = numbers(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
    const pick = (list) => list[next() % list.length], most = index % 64 === 63 ? 1500 : index % 8 === 7 ? 400 : 90;
    const { n = 1 + (next() % most), scalarBytes = pick([32, 32, 32, 32, 48, 16, 4, 1, 31, 33]) } = asked;
    const bits = 4 + (next() % (index % 16 === 15 ? 6 : 3)), top = (1n << BigInt(8 * scalarBytes)) - 1n;
    const wide = () => {
        let value = 0n;
        for (let k = 0; k < scalarBytes; k += 4) value = (value << 32n) | BigInt(next());
        return value & top;
    };
    const shape = { scalars: pick(keysOf(SCALARS)), points: pick(keysOf(POINTS)) };
    const context = { next, r, n, bits, top, wide, scalarBytes };
    const scalarOf = SCALARS[shape.scalars](context), pointOf = POINTS[shape.points](context), size = 2 * G.F.n8;
    const points = new Uint8Array(n * size), scalars = new Uint8Array(n * scalarBytes);
    let log = 0n;
    for (let i = 0; i < n; i++) {
        const scalar = scalarOf(i) & top, point = pointOf(i);
        for (let k = 0, rest = scalar; k < scalarBytes; k++, rest >>= 8n)
            scalars[i * scalarBytes + k] = Number(rest & 255n);
        if (point === undefined) {
            points.set(G.zeroAffine, i * size);
            continue;
        }
        const { affine, minus, log: one } = basis[Math.abs(point)];
        points.set(point < 0 || Object.is(point, -0) ? minus : affine, i * size);
        log += scalar * (point < 0 || Object.is(point, -0) ? -one : one);
    }
    const forced = index % 5 === 4 ? undefined : { bits, span: 1 + (next() % 20) };
    return { n, scalarBytes, shape, forced, points, scalars, log: ((log % r) + r) % r };
}

/** The scalars of a case in whole words. */
function inWords({ scalars, scalarBytes, n }) {
    const wide = 4 * Math.ceil(scalarBytes / 4), out = new Uint8Array(n * wide);
    for (let i = 0; i < n; i++) out.set(scalars.subarray(i * scalarBytes, (i + 1) * scalarBytes), i * wide);
    return { words: wide / 4, bytes: out };
}

/** @returns {Promise<string | undefined>} what is wrong */
export async function tryCase({ G, kernels }, one) {
    const { n, points, scalars, scalarBytes, forced, log } = one, { words, bytes } = inWords(one);
    const known = G.timesScalar(G.g, log), cpu = await G.multiExpAffine(points, scalars, undefined, undefined, CPU);
    if (!G.eq(cpu, known)) return "the CPU's MSM is not the known one";
    try {
        const plan = layOutMsm({ n, scalarWords: words, scalarBits: 8 * scalarBytes }, kernels, LIMITS, forced);
        const got = addWindows(G, plan, await runMsm(kernels, plan, points, bytes));
        return G.eq(got, known) ? undefined : "another point";
    } catch (error) {
        return String(error?.message ?? error);
    }
}

/**
 * @param {any} gpu - has requestAdapter
 * @param {{ group: any, curve: any }} where - a curve that was built, and one of its groups (src/gpu/curves)
 * @param {{ seed: number, from?: number, cases: number, kernels?: object }} what
 * @param {(done: number, wrong: number) => void} [told]
 * @returns {Promise<{ curve: string, key: string, cases: number, wrong: object[], ms: number }>}
 */
export async function runCases(gpu, { group, curve }, { seed, from = 0, cases, kernels: asked }, told) {
    const { name } = curve, { key } = group, G = curve[key], started = performance.now();
    const device = await (await openAdapter(gpu)).requestDevice();
    const options = { limbBits: 13, rows: false, form: "table", workgroup: 64, ...asked }, wrong = [];
    try {
        const kernels = await compileKernels(device, group, options), basis = basisOf(G);
        for (let index = from; index < from + cases; index++) {
            const one = makeCase({ G, r: curve.r, basis }, seed, index), what = await tryCase({ G, kernels }, one);
            const { n, scalarBytes, shape, forced } = one;
            if (what) wrong.push({ curve: name, key, seed, index, n, scalarBytes, ...shape, ...forced, what });
            told?.(index + 1 - from, wrong.length);
        }
    } finally {
        device.destroy();
    }
    return { curve: name, key, cases, wrong, ms: Math.round(performance.now() - started) };
}
