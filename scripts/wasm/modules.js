/**
 * The modules that gen-wasm.mjs writes. A new module is one entry here.
 * @module scripts/wasm/modules
 */
import { fftArtifact } from "./fft_lane/artifact.js";
import { bls12381Module } from "./module_bls12381.js";
import { bn128Module } from "./module_bn128.js";
import { bucketsModule } from "./msm_lane/module_buckets.js";
import { laneModule } from "./msm_lane/module_lane.js";
import { TIERS } from "./lane/field.js";
import { bls12381 } from "../../src/params/bls12_381.js";
import { bn254 } from "../../src/params/bn254.js";

/**
 * @typedef {object} ModuleEntry
 * @property {string} name - of the artifact, src/wasm/{name}.js
 * @property {"base" | "scalar" | "simd" | "fma"} kind - what it may use: see assemble.mjs
 * @property {string} source - file that lists its parts, for the header of the artifact
 * @property {() => { module: { text(): string }, layout: Record<string, any> }} build
 */

/** @type {readonly ModuleEntry[]} */
export const MODULES = Object.freeze([
    { name: "bn128", kind: "base", source: "module_bn128.js", build: bn128Module },
    { name: "bls12381", kind: "base", source: "module_bls12381.js", build: bls12381Module },
    { name: "fft_fma", kind: "fma", source: "fft_lane/artifact.js", build: () => fftArtifact("fma") },
    { name: "fft_simd", kind: "simd", source: "fft_lane/artifact.js", build: () => fftArtifact("simd") },
    { name: "msm_buckets", kind: "scalar", source: "msm_lane/module_buckets.js", build: bucketsModule },
    ...[bn254, bls12381].flatMap((curve) => TIERS.map((tier) => ({
        name: `msm_${curve.name}_${tier}`, kind: tier, source: "msm_lane/module_lane.js", build: () => laneModule(curve, tier),
    }))),
]);
