/**
 * Devices: opens one, and compiles kernels for it.
 * @module gpu/device
 */
/** @import { FieldParams } from "../../../src/internal/gpu.js" */
/** @import { GpuGroup, KernelOptions } from "./wgsl/types.js" */
/** @import { Kernels } from "./msm_run.js" */
import { BINDING_BYTES } from "./msm_layout.js";
import { createUploader } from "./upload.js";
import { columnKernelsOf } from "./wgsl/columns.js";
import { kernelsOf } from "./wgsl/kernels.js";
import { messageOf } from "../../../src/internal/gpu.js";

/**
 * How kernels are written unless a bench or a test says otherwise; the form of additions suits the
 * adapter.
 */
export const KERNELS = Object.freeze({ limbBits: 13, rows: false, workgroup: 64 });

/**
 * The limits that a device must have. WebGPU guarantees them, but not every adapter keeps that
 * guarantee.
 */
const NEEDS = Object.freeze({
    maxStorageBufferBindingSize: BINDING_BYTES,
    maxStorageBuffersPerShaderStage: 6,
    maxComputeWorkgroupsPerDimension: 65535,
    maxComputeInvocationsPerWorkgroup: 256,
    maxComputeWorkgroupStorageSize: 1024,
});

/**
 * @typedef {object} Adapter
 * @property {string} name - for people
 * @property {boolean} fallback - a software adapter
 */

/** @param {any} adapter - GPUAdapter @returns {Adapter} */
export function describeAdapter(adapter) {
    const { vendor, architecture, device, description } = adapter.info ?? {};
    const name = [vendor, architecture, device, description].filter(Boolean).join(" ") || "an adapter without a name";
    return { name, fallback: Boolean(adapter.info?.isFallbackAdapter ?? adapter.isFallbackAdapter) };
}

/**
 * The form of additions that suits an adapter.
 * @param {{ fallback: boolean }} adapter
 * @returns {"table" | "mixed"}
 */
export const formOn = ({ fallback }) => (fallback ? "table" : "mixed");

/**
 * @param {any} gpu - navigator.gpu, or a substitute for it
 * @returns {Promise<any>} GPUAdapter
 * @throws {Error} if there is none, or if its limits are too small
 */
export async function openAdapter(gpu) {
    const adapter = await gpu.requestAdapter({ powerPreference: "high-performance" });
    if (!adapter) throw new Error("WebGPU: expected an adapter, got none: there is no GPU or no driver for it");
    for (const [name, least] of Object.entries(NEEDS)) {
        const got = adapter.limits?.[name];
        if (!(got >= least)) throw new Error(`WebGPU: expected ${name} of at least ${least}, got ${got}`);
    }
    return adapter;
}

/**
 * Compiles in the background; each call makes new pipelines.
 * @param {any} device - GPUDevice
 * @param {Readonly<Record<string, string>>} sources - by the names of kernels
 * @returns {Promise<import("./dispatch.js").Pipelines>}
 * @throws {Error} that names the kernel
 */
export async function compileSources(device, sources) {
    const entries = await Promise.all(Object.entries(sources).map(async ([kernel, code]) => {
        try {
            const module = device.createShaderModule({ code, label: kernel });
            const compute = { module, entryPoint: "main" };
            return [kernel, await device.createComputePipelineAsync({ layout: "auto", compute, label: kernel })];
        } catch (error) {
            throw new Error(`WebGPU: expected the kernel ${kernel} to compile, got ${messageOf(error)}`);
        }
    }));
    return { device, uploader: createUploader(device), pipelines: Object.fromEntries(entries) };
}

/**
 * The kernels of a group.
 * @param {any} device - GPUDevice
 * @param {Readonly<GpuGroup>} group
 * @param {KernelOptions} options
 * @returns {Promise<Kernels & { pointWords: number }>}
 * @throws {Error} that names the kernel
 */
export async function compileKernels(device, group, options) {
    const { sources, ...sizes } = kernelsOf(group, options);
    return { workgroup: options.workgroup, ...sizes, ...await compileSources(device, sources) };
}

/**
 * The kernels of FFTs over a field.
 * @param {any} device - GPUDevice
 * @param {Readonly<FieldParams>} field
 * @param {Pick<KernelOptions, "limbBits" | "rows" | "workgroup">} options
 * @returns {Promise<import("./columns.js").ColumnKernels>}
 * @throws {Error} that names the kernel
 */
export async function compileColumns(device, field, options) {
    const { sources, plan } = columnKernelsOf(field, options);
    return { workgroup: options.workgroup, plan, ...await compileSources(device, sources) };
}
