/**
 * A WebGPU without a GPU: it keeps buffers, and where the kernels of MSMs would have run, it asks the CPU for
 * the MSM and writes it as the kernels would; those of columns do here what they say, by BigInt. Faults can be put at
 * each stage.
 */

import { createHash } from "node:crypto";
import { columnKernels } from "./column_kernels.js";

const LIMITS = {
    maxStorageBufferBindingSize: 1 << 27, maxStorageBuffersPerShaderStage: 8, maxComputeWorkgroupsPerDimension: 65535,
    maxComputeInvocationsPerWorkgroup: 256, maxComputeWorkgroupStorageSize: 16384,
};

/** Faults that a call can meet, and words of the reason that is given then. */
export const FAULTS_OF_A_CALL = Object.freeze([
    [{ stage: "upload" }, "fault: upload"], [{ stage: "submit" }, "fault: submit"],
    [{ stage: "read" }, "fault: read"], [{ stage: "scope" }, "fault: scope"], [{ stage: "lost" }, "fault: lost"],
    [{ stage: "wrong", how: "curve" }, "expected a point of the curve, got another"],
    [{ stage: "read", hang: true }, "expected an answer within 0 s"],
]);

/**
 * Puts a fault into a GPU that is ready; one that hangs is waited for a millisecond.
 * @param {any} gpu - a fakeGpu
 * @param {any} gpu - of the group
 * @param {{ stage: string, hang?: boolean }} fault
 */
export function spoil(gpu, { runner }, fault) {
    if (fault.hang) {
        runner.speeds.gpu = { floor: 0, slope: 0 };
        runner.options = { ...runner.options, timeout: 1 };
    }
    gpu.fault = fault;
}

/**
 * @param {any} G - the group, or several, which compute; their coordinates have different sizes
 * @param {{ fallback?: boolean, Fr?: any }} [info] - Fr: the scalars, if it has columns
 * @returns {any} has requestAdapter; `fault` is { stage, hang?, of? } or undefined; `held` is { stage, until, of? }:
 *   this stage waits; of: only for this group; `devices` are all that were made
 */
export function fakeGpu(G, { fallback = false, Fr } = {}) {
    const gpu = {
        groups: [G].flat(), Fr, columns: Fr && columnKernels(Fr),
        devices: [], fault: undefined, runs: 0, kernels: new Set(), cleared: [], uploads: 0, adapters: 0,
        codes: {}, entryPoints: [], passes: [], submits: 0, scopes: [], listeners: [],
    };
    const concerns = (what, stage, of) => what?.stage === stage && (what.of ?? of) === of;
    const failing = (stage, of) => concerns(gpu.fault, stage, of);
    const meet = (stage, of) => {
        if (!failing(stage, of)) return undefined;
        const { hang, once } = gpu.fault;
        if (once) gpu.fault = undefined;
        if (hang) return new Promise(() => {});
        throw new Error(`fault: ${stage}`);
    };
    gpu.wait = (stage, of) => (concerns(gpu.held, stage, of) ? gpu.held.until : undefined);
    gpu.requestAdapter = async (asked) => {
        gpu.asked = asked;
        gpu.adapters++;
        await meet("reject");
        await gpu.wait("adapter");
        if (failing("adapter")) return null;
        return {
            limits: failing("limits") ? { ...LIMITS, maxStorageBufferBindingSize: 1 << 20 } : LIMITS,
            info: { vendor: "fake", description: "of the tests", isFallbackAdapter: fallback },
            requestDevice: async () => {
                await meet("device");
                await gpu.wait("device");
                return fakeDevice(gpu, failing, meet);
            },
        };
    };
    return gpu;
}

/** Kernels of columns. */
const COLUMNS = ["two", "four", "powers", "progression", "progress", "next", "fold", "each"];

/** The group whose points have so many words. */
const groupOf = ({ groups }, words) => groups.find((G) => G.F.n8 / 2 === words);

function fakeDevice(gpu, failing, meet) {
    let lose;
    const lost = new Promise((resolve) => { lose = resolve; });
    const device = {
        lost, destroyed: false, buffers: [], lose: (message) => lose({ reason: "unknown", message }),
        destroy() {
            device.destroyed = true;
            lose({ reason: "destroyed", message: "" });
        },
        addEventListener: (...given) => { gpu.listeners.push(given); },
        createShaderModule: ({ code, label }) => {
            gpu.kernels.add(label);
            gpu.codes[label] = code;
            return { code };
        },
        createComputePipelineAsync: async ({ label, compute }) => {
            gpu.entryPoints.push(compute.entryPoint);
            const words = /points\[t \* (\d+)u/.exec(compute.module.code)?.[1], of = COLUMNS.includes(label) ? gpu.Fr : groupOf(gpu, Number(words));
            await meet("compile", of);
            await gpu.wait("compile", of);
            return { label, getBindGroupLayout: () => ({}) };
        },
        createBindGroup: ({ entries }) => entries,
        pushErrorScope: (scope) => { gpu.scopes.push(scope); },
        popErrorScope: async () => {
            gpu.scopes.push(undefined);
            return failing("scope") ? { message: "fault: scope" } : null;
        },
        createBuffer: ({ size, usage, label }) => fakeBuffer({ size, usage, label }, device, gpu, failing, meet),
        queue: {
            writeBuffer(buffer, at, bytes) {
                meet("upload");
                if (buffer.label === "points") gpu.uploads++;
                buffer.bytes.set(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), at);
            },
            submit(lists) {
                meet("submit");
                gpu.submits++;
                for (const list of lists) for (const command of list) command();
            },
        },
        createCommandEncoder: () => {
            const commands = [];
            return {
                beginComputePass: () => fakePass(commands, device, gpu),
                copyBufferToBuffer: (from, at, to, into, length) => commands.push(() => {
                    to.bytes.set(from.bytes.subarray(at, at + length), into);
                    if (to.label === "points" && into === 0) gpu.uploads++;
                    if (to.label === "result") to.inputs = device.inputs;
                }),
                clearBuffer: (buffer, from = 0) => commands.push(() => {
                    buffer.bytes.fill(0, from);
                    if (from === 0) gpu.cleared.push(buffer.label);
                }),
                finish: () => commands,
            };
        },
    };
    gpu.devices.push(device);
    return device;
}

/** Takes down what the kernels get: points that were converted once, and scalars. */
function fakePass(commands, device, gpu) {
    let kernel, bound, bindings, at;
    const kernels = {
        convert: ([points]) => { points.converted = (points.converted ?? 0) + 1; },
        count: ([scalars, points, , , parameters], offset) => {
            const [n] = new Uint32Array(parameters.bytes.buffer, offset, 1);
            const G = groupOf(gpu, points.bytes.length / 4 / n);
            if (!G) throw new Error(`no group has points of ${points.bytes.length / n} bytes`);
            if (points.converted !== 1 || points.destroyed) throw new Error(`points converted ${points.converted} times`);
            device.inputs = { G, points: points.bytes.slice(), scalars: scalars.bytes.slice() };
        },
    };
    return {
        setPipeline: ({ label }) => { kernel = label; },
        setBindGroup: (group, entries) => {
            if (group !== 0) throw new Error(`setBindGroup: expected group 0, which all kernels declare, got ${group}`);
            bound = entries.map(({ resource }) => resource.buffer);
            at = entries.at(-1).resource.offset;
            bindings = entries.map(({ binding, resource: { buffer, ...place } }) => [binding, buffer.label, place]);
        },
        dispatchWorkgroups(x, y) {
            gpu.passes.push({ kernel, bindings, x, y });
            const [run, column, buffers, offset] = [kernels[kernel], gpu.columns?.[kernel], bound, at];
            if (column) commands.push(() => {
                device.inputs = { Fr: gpu.Fr };
                column(buffers, new Uint32Array(buffers.at(-1).bytes.buffer, offset, 8));
            });
            else if (run) commands.push(() => run(buffers, offset));
            else if (COLUMNS.includes(kernel)) throw new Error("this one has no scalars");
        },
        end() {},
    };
}

/** MSMs that were computed before: each GPU proves itself by the same. */
const remembered = new Map();

async function sumOf(G, points, scalars) {
    const key = createHash("sha256").update(points).update(scalars).digest("hex");
    const sum = remembered.get(key) ?? (await G.multiExpAffine(points, scalars, undefined, undefined, { gpu: "disabled" }));
    remembered.set(key, sum);
    return sum;
}

/** Every point infinite, but for the first A of the first window. */
async function answer({ G, points, scalars }, length, wrong) {
    const size = 3 * G.F.n8, out = new Uint8Array(length);
    for (let at = 0; at < length; at += size) out.set(G.zero, at);
    const sum = await sumOf(G, points, scalars), told = wrong === "point" ? G.add(sum, G.g) : sum.slice();
    if (wrong === "curve") told[0] ^= 1;
    if (!G.isZero(told)) out.set(told, 2 * size);
    return out;
}

function fakeBuffer({ size, usage, label }, device, gpu, failing, meet) {
    const buffer = {
        size, usage, label, bytes: new Uint8Array(size), destroyed: false,
        async mapAsync() {
            if (label !== "result") return;
            gpu.runs++;
            const { inputs = {} } = buffer, of = inputs.G ?? inputs.Fr;
            await gpu.wait("prove", of);
            if (failing("lost", of)) device.lose("fault: lost");
            await meet("lost", of);
            await meet("read", of);
            const wrong = failing("wrong", of) ? gpu.fault.how : undefined;
            if (inputs.G) buffer.bytes = await answer(inputs, size, wrong);
            else if (wrong) buffer.bytes[0] ^= 1;
        },
        getMappedRange: () => buffer.bytes.buffer,
        unmap() {},
        destroy() { buffer.destroyed = true; },
    };
    device.buffers.push(buffer);
    return buffer;
}
