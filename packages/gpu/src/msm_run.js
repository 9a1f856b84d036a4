/**
 * One MSM on a device: uploads points and scalars, runs the kernels, reads back a few points per
 * window, and adds them up on the CPU.
 * @module gpu/msm_run
 */
/** @import { MsmLayout } from "./msm_layout.js" */
/** @import { Dispatch, Hooks } from "./dispatch.js" */
import { MOST_GROUPS, runOn } from "./dispatch.js";
import { PARAMETERS } from "./wgsl/kernels.js";

/** Buffers that reveal something about scalars. */
const SECRET = Object.freeze(["scalars", "counts", "starts", "places", "entries"]);

/**
 * @typedef {object} Kernels
 * @property {any} device - GPUDevice
 * @property {Record<string, any>} pipelines
 * @property {import("./upload.js").Uploader} uploader
 * @property {number} workgroup
 * @property {number} sumWords
 * @property {number} coordinateWords
 */

/**
 * The dispatches of an MSM, in order.
 * @param {MsmLayout} plan
 * @param {number} workgroup
 * @param {boolean} [converted] - the points are in the form of the device already
 * @returns {Dispatch[]}
 */
export function dispatchesOf(plan, workgroup, converted = false) {
    const { n, bits, half, scalarWords: words, windows, threads, span, together, coordinates } = plan;
    const base = { n, bits, half, words, first: 0 }, groups = (/** @type {number} */ of) => Math.ceil(of / workgroup);
    /** @type {Dispatch[]} */
    const list = [];
    /**
     * @param {string} kernel
     * @param {string[]} buffers
     * @param {Dispatch["parameters"]} own
     * @param {number} x
     */
    const add = (kernel, buffers, own, x, y = windows) =>
        list.push({ kernel, buffers, parameters: { ...base, ...own }, x, y });
    const row = Math.min(groups(coordinates), MOST_GROUPS);
    if (!converted)
        add("convert", ["points"], { n: coordinates, source: row * workgroup }, row,
            Math.ceil(groups(coordinates) / row));
    add("count", ["scalars", "points", "counts", "places"], { span: windows }, groups(n), 1);
    add("scan", ["counts", "starts"], {}, 1);
    add("scatter", ["scalars", "starts", "places", "entries"], { span: windows }, groups(n), 1);
    for (let first = 0; first < windows; first += together)
        add("accumulate", ["points", "entries", "starts", "buckets", "parts", "keys"], { first, span, threads },
            groups(threads), Math.min(together, windows - first));
    let [from, to] = [["parts", "keys"], ["otherParts", "otherKeys"]];
    for (const merge of plan.merges) {
        add("merge", [...from, "buckets", ...to], merge, groups(merge.threads));
        [from, to] = [to, from];
    }
    const { reduce, gather } = plan, outs = 3 * windows * gather.threads;
    add("reduce", ["buckets", "starts", "sums"], reduce, groups(reduce.threads));
    add("gather", ["sums", "outs"], { ...gather, source: reduce.threads }, groups(gather.threads));
    add("leave", ["outs"], { n: outs }, groups(outs), 1);
    return list;
}

/**
 * @typedef {object} PointOptions
 * @property {any} [kept] - GPUBuffer with the points, as an earlier run left them
 * @property {(buffer: any) => void} [keep] - receives the buffer with the points when the run has
 *   succeeded; without it the buffer is destroyed
 */

/** @typedef {PointOptions & Hooks} RunOptions */

/**
 * MSMs on a device.
 *   in      points: n affine points of the engine, Montgomery, in [0, p); all zero bytes are
 *           infinity; scalars: n integers of scalarWords words, LE; either may be shared memory
 *   out     per window `gather.threads` triples of points, in the engine's three coordinates,
 *           Montgomery, followed by the additional ones of the model; infinity of a Weierstrass
 *           curve has z = 0 and y other than 0
 *   errors  whatever WebGPU reports: nothing is destroyed in an unknown state
 * @param {Kernels} kernels
 * @param {MsmLayout} plan
 * @param {Uint8Array} points
 * @param {Uint8Array} scalars
 * @param {RunOptions} [options]
 * @returns {Promise<Uint8Array>}
 */
export async function runMsm(kernels, plan, points, scalars, { kept, keep, ...hooks } = {}) {
    const uploads = [{ to: "scalars", bytes: scalars }, ...(kept ? [] : [{ to: "points", bytes: points }])];
    const { lists: [outs], kept: { points: buffer } } = await runOn(kernels, {
        steps: [...uploads, ...dispatchesOf(plan, kernels.workgroup, Boolean(kept))], parameters: PARAMETERS,
        bytes: plan.bytes, given: kept ? { points: kept } : {}, kept: keep ? ["points"] : [], results: ["outs"],
        secret: SECRET, isLong: (kernel) => kernel === "accumulate",
    }, hooks);
    keep?.(buffer);
    return outs;
}

/**
 * The last additions, on the CPU.
 *   window = sum of A + reduce.span (sum over u of J_u - S_u + u gather.span S_u)
 * @param {import("../../../src/internal/gpu.js").WasmCurve} G
 * @param {MsmLayout} plan
 * @param {Uint8Array} outs - what runMsm returned
 * @returns {Uint8Array} jacobian
 * @throws {Error} if the MSM had two points that the formulas of the device cannot add
 */
export function addWindows(G, plan, outs) {
    const zero = G.zero, { windows, bits, gather, reduce } = plan;
    // there may be more coordinates
    const size = outs.length / (3 * windows * gather.threads);
    const z = 2 * G.F.n8;
    const isInfinite = !zero.subarray(z).some(Boolean);
    const at = (/** @type {number} */ i) => {
        const point = outs.subarray(i * size, i * size + zero.length);
        if (point.subarray(z).some(Boolean)) return point;
        if (isInfinite && point.some(Boolean)) return zero;
        throw new Error("WebGPU: expected a point, got none: the formulas do not cover points of even order");
    };
    const times = (/** @type {Uint8Array} */ point, /** @type {number} */ power) => {
        for (let k = 1; k < power; k *= 2) point = G.double(point);
        return point;
    };
    let total = zero;
    for (let w = windows - 1; w >= 0; w--) {
        // above: the sum of S_u from u on
        let above = zero, steps = zero, inside = zero, whole = zero, rest = zero;
        for (let u = gather.threads - 1; u >= 0; u--) {
            const i = 3 * (w * gather.threads + u);
            above = G.add(above, at(i));
            if (u > 0) steps = G.add(steps, above);
            inside = G.add(inside, at(i + 1));
            rest = G.add(rest, at(i + 2));
        }
        whole = G.add(times(steps, gather.span), G.sub(inside, above));
        total = G.add(G.add(times(total, 2 ** bits), rest), times(whole, reduce.span));
    }
    return total;
}
