/**
 * What ffturbo-curves uses of this package. It is no interface for others: it changes from one version
 * to the next, and the package asks for exactly this one.
 * @module internal/curves
 */
/** @typedef {import("../curves/types.js").CurveDefinition} CurveDefinition */
/** @typedef {import("../runtime/types.js").CurveModules} CurveModules */
export { EdwardsCurve } from "../engine/edwards.js";
export { register } from "../curves/registry.js";
export * as fft_fma from "../wasm/fft_fma.js";
export * as fft_simd from "../wasm/fft_simd.js";
export * as msm_buckets from "../wasm/msm_buckets.js";
