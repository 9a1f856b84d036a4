/**
 * The one table from inside names to frozen export names. Inside we speak the
 * words of the field (`dbl`, `sqr`, `inv`, `mulScalar`); outside stand the
 * names that callers of ffjavascript know. Several export names may stand for
 * one function.
 * @module scripts/wasm/exports
 */
/** @import { WasmModule } from "./module.js" */

/** @typedef {Readonly<Record<string, string | readonly string[]>>} ExportTable - inside suffix -> export suffixes */

const same = (/** @type {string} */ names) => Object.fromEntries(names.split(" ").map((name) => [name, name]));

/** Any field: prime or tower. @type {ExportTable} */
const FIELD = {
    ...same("copy zero one isZero isOne eq add sub mul neg sign isNegative"),
    inv: "inverse", pow: "exp", mulScalar: "timesScalar", batchInv: "batchInverse",
    toMont: "toMontgomery", fromMont: "fromMontgomery",
};

/** f1m, frm. @type {ExportTable} */
export const PRIME_FIELD = Object.freeze({
    ...FIELD, ...same("mReduct load sqrt isSquare"),
    sqr: ["square", "squareOld"], batchToMont: "batchToMontgomery", batchFromMont: "batchFromMontgomery",
});

/** f2m. @type {ExportTable} */
export const QUADRATIC = Object.freeze({ ...FIELD, ...same("mul1 sqrt isSquare"), sqr: "square", conj: "conjugate" });

/**
 * ftm. The frozen `ftm_isSquare` says 1 for every element (it always did, and the
 * golden outputs record it); the true answer is the inside function isSquare.
 * @type {ExportTable}
 */
export const FP12 = Object.freeze({ ...FIELD, ...same("mul1 sqrt"), sqr: "square", conj: "conjugate", isSquareFrozen: "isSquare" });

/** f6m. @type {ExportTable} */
export const CUBIC = Object.freeze({ ...FIELD, sqr: "square" });

/** fr: the scalar field without Montgomery form. @type {ExportTable} */
export const PLAIN_FIELD = Object.freeze({ ...same("add sub neg mul isNegative copy zero one isZero eq"), sqr: "square", inv: "inverse" });

/** int, intq, intr. @type {ExportTable} */
export const INTEGER = Object.freeze({
    ...same("copy zero one isZero eq gte add sub mul div"), sqr: ["square", "squareOld"], invMod: "inverseMod",
});

/** g1m, g2m: points. @type {ExportTable} */
export const GROUP = Object.freeze({
    ...same("isZero isZeroAffine eq eqMixed eqAffine copy copyAffine zero zeroAffine add addMixed addAffine"),
    ...same("neg negAffine sub subMixed subAffine normalize toAffine toJacobian inCurve inCurveAffine"),
    ...same("LEMtoU LEMtoC UtoLEM CtoLEM batchLEMtoU batchLEMtoC batchUtoLEM batchCtoLEM batchToAffine batchToJacobian"),
    dbl: "double", dblAffine: "doubleAffine", mulScalar: "timesScalar", mulScalarAffine: "timesScalarAffine",
    mulFr: "timesFr", mulFrAffine: "timesFrAffine",
    toMont: "toMontgomery", toMontAffine: "toMontgomeryAffine", fromMont: "fromMontgomery", fromMontAffine: "fromMontgomeryAffine",
});

/** g1m, g2m of bls12381: membership in the subgroup of order r. @type {ExportTable} */
export const SUBGROUP = Object.freeze(same("inGroup inGroupAffine"));

/** g1m, g2m: multi-scalar multiplication. @type {ExportTable} */
export const MSM = Object.freeze({ msm: "multiexp", msmChunk: "multiexp_chunk", msmAffine: "multiexpAffine", msmAffineChunk: "multiexpAffine_chunk" });

/** frm, g1m, g2m: Fourier transform. @type {ExportTable} */
export const FFT = Object.freeze(same("fft ifft rawfft fftJoin fftJoinExt fftJoinExtInv fftMix fftFinal prepareLagrangeEvaluation batchApplyKey"));

/** g1m, g2m: powers of a key on affine points. @type {ExportTable} */
export const APPLY_KEY_MIXED = Object.freeze(same("batchApplyKeyMixed"));

/** pol. @type {ExportTable} */
export const POLYNOMIAL = Object.freeze(same("zero constructLC"));

/** qap. @type {ExportTable} */
export const QAP = Object.freeze(same("buildABC joinABC batchAdd"));

/** bn128, bls12381. @type {ExportTable} */
export const PAIRING = Object.freeze({
    ...same("pairingEq1 pairingEq2 pairingEq3 pairingEq4 pairingEq5 pairing prepareG1 prepareG2 millerLoop"),
    finalExp: "finalExponentiation", finalExpPlain: "finalExponentiationOld", cyclotomicPowSeed: "_cyclotomicExp_w0",
});

/** ftm, under the name of the curve. @type {ExportTable} */
export const CYCLOTOMIC = Object.freeze({ cyclotomicSqr: "_cyclotomicSquare" });

const frobenius = (/** @type {string} */ as) => Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`frobenius${i}`, `${as}${i}`]));

/** ftm of bn128, under the name of the curve. @type {ExportTable} */
export const FROBENIUS_BN128 = Object.freeze(frobenius("_frobeniusMap"));

/** bn128: the sparse product, in place. @type {ExportTable} */
export const SPARSE_BN128 = Object.freeze({ mulBy024: ["_mulBy024", "_mulBy024Old"] });

/** ftm of bls12381. @type {ExportTable} */
export const FROBENIUS = Object.freeze(frobenius("frobeniusMap"));

/** f6m of bls12381. @type {ExportTable} */
export const SPARSE_CUBIC = Object.freeze(same("mul1 mul01"));

/** ftm of bls12381. @type {ExportTable} */
export const SPARSE_QUADRATIC = Object.freeze(same("mul014"));

/**
 * Export a family of functions under their frozen names.
 * @param {WasmModule} module
 * @param {string} prefix - of the inside names
 * @param {ExportTable} table
 * @param {string} [as] - prefix of the export names, where it differs
 */
export function exportPart(module, prefix, table, as = prefix) {
    for (const [inside, names] of Object.entries(table)) {
        for (const name of [names].flat()) module.export(`${prefix}_${inside}`, `${as}_${name}`);
    }
}
