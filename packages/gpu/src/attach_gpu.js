/**
 * Gives the groups of a curve their GPU: useGpu, and what benches and tests may say besides.
 * @module gpu/attach_gpu
 */
/** @typedef {import("../../../src/internal/gpu.js").Curve} Curve */
/** @import { GpuOptions } from "./gpu.js" */
/** @import { KernelOptions } from "./wgsl/types.js" */
import { loadGpu } from "#gpu";
import { checkType, describe, gpuOf, setGpu } from "../../../src/internal/gpu.js";
import { Gpu } from "./gpu.js";
import { GPU_CURVES, groupsOf } from "./curves.js";

/**
 * The points of a key of bn128 with 2^20 wires may stay: four lists of G1, and one of G2.
 * @type {Readonly<GpuOptions>}
 */
const DEFAULTS = Object.freeze({ calls: "disabled", check: false, split: true, timeout: 10_000, cacheBytes: 3 * 2 ** 27 });

/**
 * @param {Curve} curve - of this package
 * @param {any} webgpu - what has requestAdapter, or "auto"
 * @param {Partial<GpuOptions>} [options] - checked
 * @param {Partial<KernelOptions>} [kernels] - how they are written, for benches and tests; by
 *   default as it is fastest
 * @returns {Promise<Gpu>} ready for the first group, waiting or off; other groups follow
 * @throws {TypeError} for a curve without kernels, and for what has no adapters
 */
export async function attachGpu(curve, webgpu, options, kernels) {
    const record = GPU_CURVES.find(({ name }) => name === curve?.name);
    const { G1 } = curve ?? {};
    if (!record || typeof G1?.multiExpAffineChunked !== "function")
        throw new TypeError(
            `useGpu: expected a curve among ${GPU_CURVES.map(({ name }) => name).join(", ")}, got ${describe(curve)}`,
        );
    checkType(webgpu === "auto" || typeof webgpu?.requestAdapter === "function", "useGpu", '"auto" or a GPU', webgpu);
    gpuOf(G1)?.end("WebGPU: another GPU took its place");
    const load = webgpu === "auto" ? loadGpu : async () => webgpu;
    const rows = groupsOf(record).map((group) => ({ group, G: curve[group.key] })).filter(({ G }) => G);
    // no proof is made on other curves
    const { fr: field } = record, proves = curve.Fr && record.g2;
    const scalars = proves ? { field, curve: curve } : undefined;
    const gpu = new Gpu({ r: curve.r, rows, scalars, kernels }, load, { ...DEFAULTS, ...options });
    rows.forEach(({ G }, i) => setGpu(G, gpu.groups[i]));
    if (gpu.scalars) setGpu(curve.Fr, gpu.scalars);
    await gpu.groups[0].prepare();
    return gpu;
}
