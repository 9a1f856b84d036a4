/**
 * The bounds that hold by proof: `npm run gen:check` prints them, and a plan
 * that breaks one throws. A part whose bounds are proved by a function of its
 * own adds a line here.
 * @module scripts/wasm/proofs
 */
import * as bls12_381 from "../../src/params/bls12_381.js";
import * as bn254 from "../../src/params/bn254.js";
import { inverse, mod } from "../../src/bigint/modular.js";
import { fmaMontgomery, fmaScale, fmaSchedule, fmaWide, simdReduction } from "./fft_lane/bounds.js";
import { LONG_ROWS } from "./fft_lane/fma.js";
import { stepBound } from "./field/inv.js";
import { TIERS } from "./lane/field.js";
import { lanePlan } from "./lane/plan.js";
import { limbPlan } from "./limbs.js";
import { proveAddition } from "./msm_lane/addition_bounds.js";
import { fp2Bounds, fp2Plan } from "./tower/fp2_kernel.js";

/** @param {bigint} value */
const log2 = (value) => Math.log2(Number(value)).toFixed(2);

/** @param {import("../../src/params/types.js").FieldParams} field */
function limbs(field) {
    const { w, n, p, columnMax, resultMax } = limbPlan(field);
    return `${n} limbs of ${w} bits, accumulators below 2^${log2(columnMax)}, products below ${(Number(resultMax) / Number(p)).toFixed(3)} p`;
}

/** @param {import("../../src/params/types.js").FieldParams} field */
function products(field) {
    const { columnMax, resultMax } = fp2Bounds(fp2Plan(field));
    return `accumulators below 2^${log2(columnMax)}, coefficients of products below ${(Number(resultMax) / Number(field.p)).toFixed(3)} p`;
}

/** @param {bigint} p */
function fftFma(p) {
    const { value } = fmaSchedule(p), product = fmaMontgomery(p, LONG_ROWS), share = (/** @type {bigint} */ v) => (Number(v) / 2 ** 64).toFixed(3);
    return `operands of a butterfly below ${share(value)} p, products by the wide table below ${share(fmaWide(p))} p, by constants below ${share(fmaScale(p))} p, Montgomery products below ${share(product.value)} p, factors of them below ${share(product.settled)} p`;
}

/** @param {bigint} p */
const fftSimd = (p) => `reductions below ${(Number(simdReduction(p, mod(-inverse(p, 1n << 29n), 1n << 29n))) / Number(p)).toFixed(3)} p`;

/** @returns {{ subject: string, prove: () => string }[]} `prove` returns what holds, or throws */
export const proofs = () => [
    ...Object.entries({ bn128: bn254, bls12381: bls12_381 }).flatMap(([curve, { fp, fr }]) =>
        [fp, fr].map((field) => ({ subject: `${curve} ${field.name}`, prove: () => limbs(field) }))),
    { subject: "inversion", prove: () => `sums of division steps in batches of 30 below 2^${log2(stepBound(30))}` },
    ...Object.entries({ bn128: bn254, bls12381: bls12_381 }).map(([curve, { fp }]) => ({ subject: `${curve} f2m`, prove: () => products(fp) })),
    ...Object.entries({ "bn128 Fr": bn254.fr, "bn128 F1": bn254.fp, "bls12381 Fr": bls12_381.fr }).flatMap(([field, { p }]) => [
        { subject: `lane field ${field} fma`, prove: () => fftFma(p) }, { subject: `lane field ${field} simd`, prove: () => fftSimd(p) },
    ]),
    ...Object.entries({ bn128: bn254, bls12381: bls12_381 }).flatMap(([curve, { fp }]) => TIERS.flatMap((tier) =>
        /** @type {const} */ ([1, 2]).map((degree) => ({ subject: `lane msm ${curve} G${degree} ${tier}`, prove: () => proveAddition(lanePlan(tier, fp.p), degree) })))),
];
