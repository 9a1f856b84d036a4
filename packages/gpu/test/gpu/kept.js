/**
 * Points that stay on a device, on a GPU as useGpu opens it: a case brings the same points again and again, as a key
 * does, in other memory and with other scalars, then changes one point where the sample does not look, and changes it
 * back. Each MSM is compared, and so is what the GPU says of what it keeps: an MSM is also right if it was uploaded
 * again or done on the CPU, and then nothing would have been tried.
 */
import { attachGpu } from "../../src/attach_gpu.js";
import { LEAST_BYTES } from "../../src/point_cache.js";
import { basisOf, makeCase } from "./cases.js";

const CPU = { gpu: "disabled" };

/** Adapters that are processors take long for an MSM. */
const TIMEOUT = 600_000;

/** Pieces of a sample and their bytes, evenly from the first byte to the last, as src/gpu/kept_points has them. */
const PIECES = 64, PIECE = 32;

/** Widths of scalars: mostly short, for the sake of those adapters. */
const WIDTHS = [1, 2, 4, 1, 32, 3, 2, 16];

/** The first byte of a point between two pieces of the sample. */
function between(length, size, index) {
    const piece = Math.floor((((index * 29) % (PIECES - 1)) * (length - PIECE)) / (PIECES - 1));
    return Math.ceil((piece + PIECE) / size) * size;
}

/** The same bytes in memory that is shared, where pages have that. */
function elsewhere(bytes, index) {
    if (index % 2 || typeof SharedArrayBuffer === "undefined") return bytes.slice();
    const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
    copy.set(bytes);
    return copy;
}

/**
 * The MSMs of a case, in order. `bytes` and `hits` are what the GPU then says of kept points; `turn` exchanges the
 * point that changes with the other one before the MSM.
 */
function stepsOf({ points, scalars }, { copy, others, sums }) {
    const bytes = points.length, plain = { points, scalars, sum: sums.plain };
    const changed = { points, scalars, sum: sums.changed };
    return [
        { what: "met", ...plain, bytes: 0, hits: 0 },
        { what: "met again", ...plain, bytes, hits: 0 },
        { what: "kept", ...plain, bytes, hits: 1 },
        { what: "in other memory, with other scalars", points: copy, scalars: others, sum: sums.others, bytes, hits: 2 },
        { what: "changed", turn: true, ...changed, bytes: 0, hits: 2 },
        { what: "changed, met again", ...changed, bytes, hits: 2 },
        { what: "changed, kept", ...changed, bytes, hits: 3 },
        { what: "changed back", turn: true, ...plain, bytes: 0, hits: 3 },
    ];
}

/** @returns {Promise<string | undefined>} what is wrong */
async function tryKept(curve, G, basis, seed, index) {
    const { r } = curve, { runner } = G.attachedGpu, size = 2 * G.F.n8;
    const sizes = { n: Math.ceil(LEAST_BYTES / size) + index % 7, scalarBytes: WIDTHS[index % WIDTHS.length] };
    const from = { G, r, basis }, one = makeCase(from, seed, index, sizes), { points, scalars, log } = one;
    const others = makeCase(from, seed + 1, index, sizes).scalars, at = between(points.length, size, index);
    const { affine, minus } = basis[index % basis.length], before = points.slice(at, at + size);
    const other = before.join() === affine.join() ? minus : affine;
    const turn = () => points.set(points.subarray(at, at + size).join() === other.join() ? before : other, at);
    const onCpu = (bytes) => G.multiExpAffine(points, bytes, undefined, undefined, CPU);

    const sums = { plain: G.timesScalar(G.g, log), others: await onCpu(others) }, copy = elsewhere(points, index);
    turn();
    sums.changed = await onCpu(scalars);
    turn();
    runner.kept.clear();
    runner.kept.hits = 0;
    runner.options = { ...runner.options, check: index % 4 === 3 };
    for (const { what, turn: turns, ...step } of stepsOf({ points, scalars }, { copy, others, sums })) {
        if (turns) turn();
        const got = await G.multiExpAffine(step.points, step.scalars, undefined, undefined, { gpu: "enabled" });
        if (!G.eq(got, step.sum)) return `${what}: another point`;
        const { last: { where, reason }, kept: { bytes, hits } } = curve.gpuInfo();
        if (where !== "gpu") return `${what}: done on the CPU: ${reason}`;
        if (bytes !== step.bytes || hits !== step.hits)
            return `${what}: expected ${step.bytes} bytes kept and ${step.hits} hits, got ${bytes} and ${hits}`;
    }
    return undefined;
}

/** The curve as far as the GPU must know it for MSMs over G: that of G1 would prove itself for G2, too. */
export const upTo = (G, { name, r, G1 }) => (G === G1 ? { name, r, G1 } : { name, r, G1, G2: G });

/** Opens the GPU; whether keeping pays is a matter of times, which are not tried here. */
async function openGpu(curve, G, gpu, kernels) {
    await attachGpu(upTo(G, curve), gpu, { timeout: TIMEOUT }, kernels);
    await G.attachedGpu.prepare(true);
    G.attachedGpu.runner.kept.judge = () => {};
}

/**
 * @param {any} gpu - has requestAdapter
 * @param {{ group: any, curve: any }} where - a curve that was built, and one of its groups (src/gpu/curves)
 * @param {{ seed: number, from?: number, cases: number, kernels?: { form?: string, limbBits?: number } }} what
 * @param {(done: number, wrong: number) => void} [told]
 * @returns {Promise<{ curve: string, key: string, cases: number, wrong: object[], ms: number }>}
 */
export async function runKept(gpu, { group: { key }, curve }, { seed, from = 0, cases, kernels = {} }, told) {
    const { name, [key]: G } = curve, started = performance.now(), wrong = [], basis = basisOf(G);
    try {
        for (let index = from; index < from + cases; index++) {
            if (index === from || wrong.at(-1)?.index === index - 1) await openGpu(curve, G, gpu, kernels);
            const what = await tryKept(curve, G, basis, seed, index).catch((error) => String(error?.message ?? error));
            if (what) wrong.push({ curve: name, key, seed, index, kept: true, what });
            told?.(index + 1 - from, wrong.length);
        }
    } finally {
        G.attachedGpu?.end("the cases are over");
    }
    return { curve: name, key, cases, wrong, ms: Math.round(performance.now() - started) };
}
