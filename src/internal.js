/**
 * What the packages beside this one use of it. It is no interface for others: it changes from one
 * version to the next, and each of these packages asks for exactly this one.
 * @module internal
 */

// Curves: ffturbo-curves
/** @typedef {import("./curves/types.js").CurveDefinition} CurveDefinition */
/** @typedef {import("./runtime/types.js").CurveModules} CurveModules */
export { EdwardsCurve } from "./engine/edwards.js";
export { register } from "./curves/registry.js";
export * as fft_fma from "./wasm/fft_fma.js";
export * as fft_simd from "./wasm/fft_simd.js";
export * as msm_buckets from "./wasm/msm_buckets.js";
