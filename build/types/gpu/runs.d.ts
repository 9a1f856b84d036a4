import type { SumPlan } from "./plan.js";
/**
 * One sum on a device: uploads points and scalars, runs the kernels, reads a few points per window back, and adds these
 * on the CPU.
 * @module gpu/runs
 */
/** @import { SumPlan } from "./plan.js" */
import { PARAMETERS } from "./wgsl/kernels.js";
export type Kernels = {
    /**
     * - GPUDevice
     */
    device: any;
    pipelines: Record<string, any>;
    uploader: import("./upload.js").Uploader;
    workgroup: number;
    sumWords: number;
    coordinateWords: number;
};
export type Dispatch = {
    kernel: string;
    buffers: readonly string[];
    parameters: Partial<Record<typeof PARAMETERS[number], number>>;
    /**
     * - workgroups
     */
    x: number;
    y: number;
};
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
export declare function dispatchesOf(plan: SumPlan, workgroup: number, converted?: boolean): Dispatch[];
export type RunOptions = {
    /**
     * - GPUBuffer with the points, as an earlier run left them
     */
    kept?: any;
    /**
     * - gets the buffer with the points when the run has succeeded; else it is
     * destroyed
     */
    keep?: (buffer: any) => void;
    /**
     * - the device has all that it needs
     */
    onSubmitted?: () => void;
    /**
     * - called after each kernel, for measurements
     */
    onStage?: (kernel: string) => Promise<void>;
};
/**
 * @typedef {object} RunOptions
 * @property {any} [kept] - GPUBuffer with the points, as an earlier run left them
 * @property {(buffer: any) => void} [keep] - gets the buffer with the points when the run has succeeded; else it is
 *   destroyed
 * @property {() => void} [onSubmitted] - the device has all that it needs
 * @property {(kernel: string) => Promise<void>} [onStage] - called after each kernel, for measurements
 */
/**
 * Sums on a device.
 *   in      points: n affine points of the engine, Montgomery, in [0, p); all zero bytes are infinity; scalars: n
 *           integers of scalarWords words, LE; either may be shared memory
 *   out     per window `gather.threads` triples of points, in the engine's three coordinates, Montgomery, and those
 *           that the model has in addition; infinity of a Weierstrass curve has z = 0 and y other than 0
 *   errors  whatever WebGPU reports: nothing is destroyed in an unknown state
 * @param {Kernels} kernels
 * @param {SumPlan} plan
 * @param {Uint8Array} points
 * @param {Uint8Array} scalars
 * @param {RunOptions} [options]
 * @returns {Promise<Uint8Array>}
 */
export declare function runSum(kernels: Kernels, plan: SumPlan, points: Uint8Array, scalars: Uint8Array, { kept, keep, onSubmitted, onStage }?: RunOptions): Promise<Uint8Array>;
/**
 * The last additions, on the CPU.
 *   window = sum of A + reduce.span (sum over u of J_u - S_u + u gather.span S_u)
 * @param {import("../engine/group.js").WasmCurve} G
 * @param {SumPlan} plan
 * @param {Uint8Array} outs - what runSum returned
 * @returns {Uint8Array} jacobian
 * @throws {Error} if the device met two points that its formulas cannot add
 */
export declare function addWindows(G: import("../engine/group.js").WasmCurve, plan: SumPlan, outs: Uint8Array): Uint8Array;
