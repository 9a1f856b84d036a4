/**
 * The lane modules of a curve, by tier. The scalar tier has none: there the
 * base module does the work.
 * @module curves/lane_modules
 */
/** @import { LaneCodes } from "../pool/pool.js" */
/** @import { Tier } from "../runtime/tiers.js" */
import * as fftFma from "../wasm/fft_fma.js";
import * as fftSimd from "../wasm/fft_simd.js";

const FFT = Object.freeze({ fma: fftFma, simd: fftSimd });

/**
 * @param {"bn128" | "bls12381"} curve
 * @param {Tier} tier
 * @returns {LaneCodes}
 */
export function laneModules(curve, tier) {
    if (tier === "scalar") return [];
    const { code, layout } = FFT[tier], { constants, ...facts } = layout[curve];
    return [{ name: `fft_${tier}`, driver: "fft", module: code, constants, layout: facts }];
}
