/**
 * MSMs and FFTs on the user's GPU, by WebGPU. Public as ffturbo-gpu.
 * @module ffturbo-gpu
 */
/** @typedef {import("../../../src/internal/gpu.js").Curve} Curve */
import { asTypeOrRange, choice, flag, givenOptions, milliseconds } from "../../../src/internal/gpu.js";
import { attachGpu } from "./attach_gpu.js";

/**
 * The state of a GPU, and what it has done so far.
 * @typedef {object} GpuInfo
 * @property {string} state - for G1: "opening", "compiling", "testing", "ready", "off", or
 *   "waiting": a software adapter is only used once a call asks for "enabled"
 * @property {string} reason - why it is off or waiting
 * @property {string} adapter - its name
 * @property {boolean} fallback - it is a software adapter
 * @property {{ gpu: number, cpu: number, again: number }} calls - how many ran on the GPU, were
 *   left to the CPU, and were repeated on the CPU
 * @property {{ bytes: number, hits: number }} kept - points that are on the GPU now; MSMs whose
 *   points were there
 * @property {({ group: string, where: "gpu" | "cpu" | "both", points: number, ms: number, reason:
 *   string }) | undefined} last - call
 * @property {Record<string, { state: string, reason: string }>} groups - state and reason by names:
 *   the scalars, Fr, follow when G1 is ready, and G2 follows them
 */

/**
 * @typedef {object} GpuOptions
 * @property {"auto" | "enabled" | "disabled"} [calls] - for MSMs and quotients of calls without the
 *   option `gpu`, such as those of snarkjs; default "disabled"
 * @property {boolean} [check] - compare each result with the CPU by a random test; the GPU then
 *   does twice the work
 * @property {boolean} [split] - with "auto" an MSM may be split between GPU and CPU; default true
 * @property {number} [timeout] - milliseconds after which a short MSM counts as hanging; default
 *   ten seconds
 * @property {number} [cacheBytes] - how many bytes of points may stay on the GPU between calls, so
 *   that those of a key are uploaded once; default 384 MiB, 0 for none
 */

/** @type {import("../../../src/internal/gpu.js").Rules} */
const RULES = Object.freeze({
    calls: choice,
    check: flag,
    split: flag,
    timeout: milliseconds,
    cacheBytes: { test: (v) => Number.isSafeInteger(v) && v >= 0, expected: "a number of bytes, 0 or more" },
});

/** @param {GpuOptions} options @returns {GpuOptions} */
const readOptions = (options) => givenOptions("useGpu", options, RULES, asTypeOrRange);

/**
 * Lets a curve use a GPU for MSMs over G1 and G2, and for FFTs over Fr. The GPU is
 * opened in the background, compiles its kernels, and must give a known answer for each of these
 * before it is used for it; then, with G1, the promise resolves, and the others go on. Calls ask
 * for the GPU with `gpu: "auto"` or `gpu: "enabled"`, and curve.gpuInfo() tells where they ran.
 * The promise never rejects because of the GPU: without one the curve keeps using the CPU.
 * @param {Curve} curve - of this package
 * @param {any} [gpu] - navigator.gpu, or `create([])` of the package webgpu; "auto" finds one of
 *   them
 * @param {GpuOptions} [options]
 * @returns {Promise<GpuInfo>}
 * @throws {TypeError | RangeError} for a curve without kernels, and for unknown options
 */
export async function useGpu(curve, gpu = "auto", options = {}) {
    return (await attachGpu(curve, gpu, readOptions(options))).info();
}
