import type { CardRecord, KernelOptions } from "./wgsl/types.js";
import type { Kernels } from "./runs.js";
export type Adapter = {
    /**
     * - for people
     */
    name: string;
    /**
     * - a processor that plays a graphics card
     */
    fallback: boolean;
};
/**
 * @typedef {object} Adapter
 * @property {string} name - for people
 * @property {boolean} fallback - a processor that plays a graphics card
 */
/** @param {any} adapter - GPUAdapter @returns {Adapter} */
export declare function describeAdapter(adapter: any): Adapter;
/** The form of additions that suits an adapter. @param {{ fallback: boolean }} adapter @returns {"table" | "mixed"} */
export declare const formOn: ({ fallback }: {
    fallback: boolean;
}) => "table" | "mixed";
/**
 * @param {any} gpu - navigator.gpu, or what takes its place
 * @returns {Promise<any>} GPUAdapter
 * @throws {Error} if there is none, or if its limits are too small
 */
export declare function openAdapter(gpu: any): Promise<any>;
/**
 * Compiles in the background; each call makes new pipelines.
 * @param {any} device - GPUDevice
 * @param {Readonly<CardRecord>} record
 * @param {KernelOptions} options
 * @returns {Promise<Kernels & { pointWords: number }>}
 * @throws {Error} that names the kernel
 */
export declare function compileKernels(device: any, record: Readonly<CardRecord>, options: KernelOptions): Promise<Kernels & {
    pointWords: number;
}>;
