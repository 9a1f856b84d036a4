/**
 * The lane modules of a curve, by tier. The scalar tier has no transform of
 * its own: there the base module does that.
 * @module curves/lane_modules
 */
/** @import { CurveOptions } from "./types.js" */
/** @import { LaneCodes } from "../pool/pool.js" */
/** @import { Tier } from "../runtime/tiers.js" */
import * as fftFma from "../wasm/fft_fma.js";
import * as fftSimd from "../wasm/fft_simd.js";
import * as blsFma from "../wasm/msm_bls12381_fma.js";
import * as blsScalar from "../wasm/msm_bls12381_scalar.js";
import * as blsSimd from "../wasm/msm_bls12381_simd.js";
import * as bnFma from "../wasm/msm_bn128_fma.js";
import * as bnScalar from "../wasm/msm_bn128_scalar.js";
import * as bnSimd from "../wasm/msm_bn128_simd.js";
import * as buckets from "../wasm/msm_buckets.js";

const FFT = Object.freeze({ fma: fftFma, simd: fftSimd });
const MSM = Object.freeze({
    bn128: Object.freeze({ fma: bnFma, simd: bnSimd, scalar: bnScalar }),
    bls12381: Object.freeze({ fma: blsFma, simd: blsSimd, scalar: blsScalar }),
});

/**
 * @param {"bn128" | "bls12381"} curve
 * @param {Tier} tier
 * @returns {LaneCodes}
 */
function fftModules(curve, tier) {
    if (tier === "scalar") return [];
    const { code, layout } = FFT[tier], { constants, ...facts } = layout[curve];
    const lane = /** @type {const} */ ({ name: `fft_${tier}`, driver: "fft", module: code, constants, layout: facts });
    if (curve !== "bn128") return [lane]; // a coordinate of 48 bytes is not for these kernels
    const { constants: more, ...others } = layout.bn128F1;
    return [lane, { ...lane, driver: "field", constants: more, layout: { prefix: "f1m", ...others } }];
}

/**
 * @param {"bn128" | "bls12381"} curve
 * @param {Tier} tier
 * @param {CurveOptions["modules"]} [modules] - by name of the lane: what takes the place of our own code
 * @returns {LaneCodes}
 */
export function laneModules(curve, tier, modules) {
    return ownModules(curve, tier).map((lane) => ({ ...lane, module: modules?.[lane.name] ?? lane.module }));
}

/**
 * @param {"bn128" | "bls12381"} curve
 * @param {Tier} tier
 * @returns {LaneCodes}
 */
function ownModules(curve, tier) {
    const { code, layout } = MSM[curve][tier];
    return [
        ...fftModules(curve, tier),
        { name: "msm_buckets", driver: "library", module: buckets.code, constants: "", layout: buckets.layout },
        { name: `msm_${curve}_${tier}`, driver: "msm", module: code, constants: "", layout },
    ];
}
