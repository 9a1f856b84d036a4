/**
 * The only table from internal names to frozen export names. Internal names are
 * the usual words of the field (`dbl`, `sqr`, `inv`, `mulScalar`); the export
 * names are those of ffjavascript. A function may have several export names.
 * @module scripts/wasm/exports
 */
/** @import { WasmModule } from "./module.js" */

/**
 * @typedef {Readonly<Record<string, string | readonly string[]>>} ExportTable - internal suffix ->
 *   export suffixes
 */

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
const QUADRATIC = Object.freeze({ ...FIELD, ...same("mul1 sqrt isSquare"), sqr: "square", conj: "conjugate" });

/**
 * ftm. The frozen `ftm_isSquare` returns 1 for every element, as it always did and as the
 * golden outputs record; the right answer is that of the internal function isSquare.
 * @type {ExportTable}
 */
const FP12 = Object.freeze({
    ...FIELD,
    ...same("mul1 sqrt"),
    sqr: "square",
    conj: "conjugate",
    isSquareFrozen: "isSquare",
});

/** f6m. @type {ExportTable} */
const CUBIC = Object.freeze({ ...FIELD, sqr: "square" });

/** fr: the scalar field without Montgomery form. @type {ExportTable} */
export const PLAIN_FIELD = Object.freeze({
    ...same("add sub neg mul isNegative copy zero one isZero eq"),
    sqr: "square",
    inv: "inverse",
});

/** int, intq, intr. @type {ExportTable} */
export const INTEGER = Object.freeze({
    ...same("copy zero one isZero eq gte add sub mul div"), sqr: ["square", "squareOld"], invMod: "inverseMod",
});

/** g1m, g2m: points. @type {ExportTable} */
export const GROUP = Object.freeze({
    ...same("isZero isZeroAffine eq eqMixed eqAffine copy copyAffine zero zeroAffine add addMixed addAffine"),
    ...same("neg negAffine sub subMixed subAffine normalize toAffine toJacobian inCurve inCurveAffine"),
    ...same(
        "LEMtoU LEMtoC UtoLEM CtoLEM batchLEMtoU batchLEMtoC batchUtoLEM batchCtoLEM batchToAffine batchToJacobian",
    ),
    dbl: "double",
    dblAffine: "doubleAffine",
    mulScalar: "timesScalar",
    mulScalarAffine: "timesScalarAffine",
    mulFr: "timesFr",
    mulFrAffine: "timesFrAffine",
    toMont: "toMontgomery",
    toMontAffine: "toMontgomeryAffine",
    fromMont: "fromMontgomery",
    fromMontAffine: "fromMontgomeryAffine",
});

/** g1m, g2m of family bls12: membership in the subgroup of order r. @type {ExportTable} */
export const SUBGROUP = Object.freeze(same("inGroup inGroupAffine"));

/** g1m, g2m: multi-scalar multiplication. @type {ExportTable} */
export const MSM = Object.freeze({
    msm: "multiexp",
    msmChunk: "multiexp_chunk",
    msmAffine: "multiexpAffine",
    msmAffineChunk: "multiexpAffine_chunk",
});

/** frm, g1m, g2m: Fourier transform. @type {ExportTable} */
export const FFT = Object.freeze(
    same("fft ifft rawfft fftJoin fftJoinExt fftJoinExtInv fftMix fftFinal prepareLagrangeEvaluation batchApplyKey"),
);

/** g1m, g2m: powers of a key on affine points. @type {ExportTable} */
const APPLY_KEY_MIXED = Object.freeze(same("batchApplyKeyMixed"));

/** g1m of a twisted Edwards curve: from the form of its points on lanes. @type {ExportTable} */
const MODEL = Object.freeze(same("batchFromWeierstrass"));

/**
 * g1m of a curve without a pairing, by the form of the curve.
 * @type {Readonly<Record<string, readonly ExportTable[]>>}
 */
export const ALONE = Object.freeze({
    weierstrass: [GROUP, MSM, FFT, APPLY_KEY_MIXED],
    edwards: [GROUP, MSM, FFT, APPLY_KEY_MIXED, SUBGROUP, MODEL],
});

/** pol. @type {ExportTable} */
export const POLYNOMIAL = Object.freeze(same("zero constructLC"));

/** qap. @type {ExportTable} */
export const QAP = Object.freeze(same("buildABC joinABC batchAdd"));

/** Under the name of the curve. The name millerProduct is our own. @type {ExportTable} */
const PAIRING = Object.freeze({
    ...same("millerProduct"),
    ...same("pairingEq1 pairingEq2 pairingEq3 pairingEq4 pairingEq5 pairing prepareG1 prepareG2 millerLoop"),
    finalExp: "finalExponentiation", finalExpPlain: "finalExponentiationOld", cyclotomicPowSeed: "_cyclotomicExp_w0",
});

/** ftm, under the name of the curve. @type {ExportTable} */
const CYCLOTOMIC = Object.freeze({ cyclotomicSqr: "_cyclotomicSquare" });

const frobenius = (/** @type {string} */ as) =>
    Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`frobenius${i}`, `${as}${i}`]));

/** ftm of family bn, under the name of the curve. @type {ExportTable} */
const NAMED_FROBENIUS = Object.freeze(frobenius("_frobeniusMap"));

/** Family bn, under the name of the curve: the sparse product, in place. @type {ExportTable} */
const SPARSE_024 = Object.freeze({ mulBy024: ["_mulBy024", "_mulBy024Old"] });

/** ftm of family bls12. @type {ExportTable} */
const FROBENIUS = Object.freeze(frobenius("frobeniusMap"));

/** f6m of family bls12. @type {ExportTable} */
const SPARSE_CUBIC = Object.freeze(same("mul1 mul01"));

/** ftm of family bls12. @type {ExportTable} */
const SPARSE_QUADRATIC = Object.freeze(same("mul014"));

/**
 * @typedef {object} Dialect
 * @property {readonly { name: string, field: "f1m" | "frm" }[]} integers - of the width of a field
 * @property {boolean} subgroup - groups have a test of membership
 * @property {(name: string) => [prefix: string, table: ExportTable, as?: string][]} tower -
 *   extensions and pairing of a curve of this name
 * @property {readonly ExportTable[]} groups
 */

/**
 * What has other names, or does not exist, in some families of curves.
 * @type {Readonly<Record<"bn" | "bls12", Readonly<Dialect>>>}
 */
export const DIALECTS = Object.freeze({
    bn: {
        integers: [{ name: "int", field: "f1m" }],
        subgroup: false,
        groups: [GROUP, MSM, FFT, APPLY_KEY_MIXED],
        tower: (name) => [
            ["f2m", QUADRATIC],
            ["f6m", CUBIC],
            ["ftm", FP12],
            ["ftm", CYCLOTOMIC, name],
            ["ftm", NAMED_FROBENIUS, name],
            [name, PAIRING],
            [name, SPARSE_024],
        ],
    },
    bls12: {
        integers: [
            { name: "intq", field: "f1m" },
            { name: "intr", field: "frm" },
        ],
        subgroup: true,
        groups: [GROUP, MSM, FFT, APPLY_KEY_MIXED, SUBGROUP],
        tower: (name) => [
            ["f2m", QUADRATIC],
            ["f6m", CUBIC],
            ["ftm", FP12],
            ["f6m", SPARSE_CUBIC],
            ["ftm", CYCLOTOMIC, name],
            ["ftm", FROBENIUS],
            ["ftm", SPARSE_QUADRATIC],
            [name, PAIRING],
        ],
    },
});

/**
 * Export a family of functions under their frozen names.
 * @param {WasmModule} module
 * @param {string} prefix - of the internal names
 * @param {ExportTable} table
 * @param {string} [as] - prefix of the export names, where it differs
 */
export function exportPart(module, prefix, table, as = prefix) {
    for (const [inside, names] of Object.entries(table)) {
        for (const name of [names].flat()) module.export(`${prefix}_${inside}`, `${as}_${name}`);
    }
}
