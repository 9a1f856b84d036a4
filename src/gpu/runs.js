/**
 * One sum on a device: uploads points and scalars, runs the kernels, reads back a few points per window, and adds them
 * up on the CPU.
 * @module gpu/runs
 */
/** @import { SumPlan } from "./plan.js" */
import { PARAMETERS } from "./wgsl/kernels.js";

/** Flags of WebGPU, by value: their names are on a global that Node does not have. */
const STORAGE = 0x80, UNIFORM = 0x40, COPY_SRC = 4, COPY_DST = 8, MAP_READ = 1, READ = 1;

/** Bytes between the parameters of two dispatches: an alignment that every device supports. */
const SLOT = 256;

/** Most workgroups of a row; every device allows this many. */
const MOST_GROUPS = 65535;

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
 * @typedef {object} Dispatch
 * @property {string} kernel
 * @property {readonly string[]} buffers
 * @property {Partial<Record<typeof PARAMETERS[number], number>>} parameters
 * @property {number} x - workgroups
 * @property {number} y
 */

/**
 * The dispatches of a sum, in order.
 * @param {SumPlan} plan
 * @param {number} workgroup
 * @param {boolean} [converted] - the points are in the form of the device already
 * @returns {Dispatch[]}
 */
export function dispatchesOf(plan, workgroup, converted = false) {
    const { n, bits, half, scalarWords: words, windows, threads, span, together, coordinates } = plan;
    const base = { n, bits, half, words, first: 0 }, groups = (/** @type {number} */ of) => Math.ceil(of / workgroup);
    /** @type {Dispatch[]} */
    const list = [];
    /** @param {string} kernel @param {string[]} buffers @param {Dispatch["parameters"]} own @param {number} x */
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
 * Creates the buffers of one run, which are destroyed when it ends.
 * @param {any} device
 * @param {SumPlan} plan
 * @param {Dispatch[]} dispatches
 * @param {Record<string, any>} buffers - they are added to it; those that it has already are used
 */
function createBuffers(device, plan, dispatches, buffers) {
    for (const [name, bytes] of Object.entries(plan.bytes))
        buffers[name] ??= device.createBuffer({ size: bytes, usage: STORAGE | COPY_SRC | COPY_DST, label: name });
    buffers.parameters = device.createBuffer({ size: SLOT * dispatches.length, usage: UNIFORM | COPY_DST, label: "parameters" });
    buffers.result = device.createBuffer({ size: plan.bytes.outs, usage: MAP_READ | COPY_DST, label: "result" });
}

/** @param {any} device @param {any} buffer @param {Dispatch[]} dispatches */
function uploadParameters(device, buffer, dispatches) {
    const words = new Uint32Array((SLOT / 4) * dispatches.length);
    dispatches.forEach(({ parameters }, i) =>
        words.set(PARAMETERS.map((name) => parameters[name] ?? 0), (SLOT / 4) * i));
    device.queue.writeBuffer(buffer, 0, words);
}

/**
 * Runs the kernels of a sum, in as many submissions as there are long dispatches.
 * @param {Kernels} kernels
 * @param {Record<string, any>} buffers
 * @param {Dispatch[]} dispatches
 * @param {((kernel: string) => Promise<void>) | undefined} onStage - called after each kernel, for measurements
 */
async function submitAll({ device, pipelines }, buffers, dispatches, onStage) {
    let encoder = device.createCommandEncoder();
    const submit = () => {
        device.queue.submit([encoder.finish()]);
        encoder = device.createCommandEncoder();
    };
    for (const [i, { kernel, buffers: names, x, y }] of dispatches.entries()) {
        const pipeline = pipelines[kernel];
        /** @type {any[]} */
        const entries = names.map((name, binding) => ({ binding, resource: { buffer: buffers[name] } }));
        entries.push({ binding: names.length, resource: { buffer: buffers.parameters, offset: SLOT * i, size: 32 } });
        const pass = encoder.beginComputePass();
        pass.setPipeline(pipeline);
        pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
        pass.dispatchWorkgroups(x, y);
        pass.end();
        if (onStage || kernel === "accumulate") submit();
        await onStage?.(kernel);
    }
    encoder.copyBufferToBuffer(buffers.outs, 0, buffers.result, 0, buffers.result.size);
    for (const name of SECRET) encoder.clearBuffer(buffers[name]);
    submit();
}

/**
 * @typedef {object} RunOptions
 * @property {any} [kept] - GPUBuffer with the points, as an earlier run left them
 * @property {(buffer: any) => void} [keep] - receives the buffer with the points when the run has succeeded; without it
 *   the buffer is destroyed
 * @property {() => void} [onSubmitted] - called when the device has everything that it needs
 * @property {(kernel: string) => Promise<void>} [onStage] - called after each kernel, for measurements
 */

/**
 * Sums on a device.
 *   in      points: n affine points of the engine, Montgomery, in [0, p); all zero bytes are infinity; scalars: n
 *           integers of scalarWords words, LE; either may be shared memory
 *   out     per window `gather.threads` triples of points, in the engine's three coordinates, Montgomery, followed by
 *           the additional ones of the model; infinity of a Weierstrass curve has z = 0 and y other than 0
 *   errors  whatever WebGPU reports: nothing is destroyed in an unknown state
 * @param {Kernels} kernels
 * @param {SumPlan} plan
 * @param {Uint8Array} points
 * @param {Uint8Array} scalars
 * @param {RunOptions} [options]
 * @returns {Promise<Uint8Array>}
 */
export async function runSum(kernels, plan, points, scalars, { kept, keep, onSubmitted, onStage } = {}) {
    const { device, uploader } = kernels, dispatches = dispatchesOf(plan, kernels.workgroup, Boolean(kept));
    const scopes = ["validation", "out-of-memory", "internal"];
    for (const scope of scopes) device.pushErrorScope(scope);
    /** @type {Record<string, any>} */
    const buffers = kept ? { points: kept } : {};
    /** @type {Promise<any>[]} */
    let faults = [];
    try {
        try {
            createBuffers(device, plan, dispatches, buffers);
            await uploader.write(buffers.scalars, scalars);
            if (!kept) await uploader.write(buffers.points, points);
            uploadParameters(device, buffers.parameters, dispatches);
            await onStage?.("upload");
            await submitAll(kernels, buffers, dispatches, onStage);
            onSubmitted?.();
        } finally {
            faults = scopes.map(() => device.popErrorScope());
            for (const fault of faults) fault.catch(() => {}); // awaited below, unless something else failed first
        }
        const mapped = buffers.result.mapAsync(READ);
        mapped.catch?.(() => {});
        for (const fault of await Promise.all(faults)) if (fault) throw new Error(`WebGPU: ${fault.message}`);
        await mapped;
        const bytes = new Uint8Array(buffers.result.getMappedRange()).slice();
        await uploader.forget();
        await onStage?.("read");
        if (keep) {
            keep(buffers.points);
            delete buffers.points;
        }
        return bytes;
    } finally {
        if (kept) delete buffers.points; // its keeper destroys it
        for (const buffer of Object.values(buffers)) buffer.destroy();
    }
}

/**
 * The last additions, on the CPU.
 *   window = sum of A + reduce.span (sum over u of J_u - S_u + u gather.span S_u)
 * @param {import("../engine/group.js").WasmCurve} G
 * @param {SumPlan} plan
 * @param {Uint8Array} outs - what runSum returned
 * @returns {Uint8Array} jacobian
 * @throws {Error} if the sum had two points that the formulas of the device cannot add
 */
export function addWindows(G, plan, outs) {
    const zero = /** @type {Uint8Array} */ (G.zero), { windows, bits, gather, reduce } = plan;
    const size = outs.length / (3 * windows * gather.threads), z = 2 * G.F.n8; // there may be more coordinates
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
        let above = zero, steps = zero, inside = zero, whole = zero, rest = zero; // above: the sum of S_u from u on
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
