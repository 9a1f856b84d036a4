/**
 * The kernels that lanes have, a row for each. Every other kernel is a function of the base module.
 * @module kernels/catalogue
 */
/** @import { Key, Row } from "./types.js" */
import { sumRecords } from "./coefficients.js";
import { checkConstraints } from "./constraints.js";
import {
    isDomain, shiftToCoset, transform as transformScalars, transformBlock, transformColumns, transformHalf,
} from "./fft/transform.js";
import { keptOf, reach, ready } from "./fft/twiddles.js";
import { fromMontgomery, toMontgomery } from "./fields/convert.js";
import { batchInverse, isDense } from "./fields/inverse.js";
import { MANY, many } from "./fields/many.js";
import { batchApplyKey } from "./fields/geometric_scale.js";
import { openMsm } from "./msm/context.js";
import { computeMsm } from "./msm/msm.js";
import { applyKey, fftFinal } from "./points/apply_key.js";
import { combine } from "./points/combine.js";
import { fftJoin } from "./points/butterflies.js";
import { splitOnCurve } from "./points/multiples.js";
import { firstOffCurve } from "./points/on_curve.js";
import { SHORT_MSMS, shortMsmsOf } from "./points/short_msms.js";
import {
    expandTriples, expandTriplesInBase, foldTriples, foldTriplesInBase, hasRows,
} from "./points/triples.js";
import { transform as transformPoints } from "./points/transform.js";
import {
    blockInBase, columnsInBase, combineInBase, halfOfWhole, shiftInThreeSteps, msmInFirstShare,
} from "./fallbacks.js";

const FIELDS = ["f1m", "frm"], SCALARS = ["frm"], POINTS = ["g1m", "g2m"];

/** Elements of a field from which on lanes are faster; below, the base module is as fast. */
const FEW = 32;

/** Elements of an FFT from which on lanes are faster. */
const SHORT = 2 ** 6;

/**
 * Points of an MSM, likewise. Lanes / base, ms, Node 26, for 4, 8, 16, 64, 256 points: bn128 G1 fma
 * 0.26 / 0.36, 0.30 /
 * 0.49, 0.39 / 0.78, 0.69 / 1.88, 1.86 / 5.34; bn128 G1 scalar 0.30 / 0.35 .. 3.25 / 5.35; bn128 G2
 * fma 0.80 / 1.03 ..
 * 5.04 / 14.95; bls12381 G1 fma without endomorphism 0.61 / 0.66 .. 4.19 / 9.97.
 */
const SUMMANDS = 4;

/**
 * Points that are each multiplied by a scalar, likewise: in each step the inversion and the joining
 * of a batch cost as much as about ten doublings in the base module. Base / lanes, ratios of the
 * times of batchApplyKeyMixed for 8, 16, 32, 64, 256 points: bn128 G1 fma 0.68 1.20 1.27
 * 1.90 2.49, simd 0.60 0.87 1.14 1.31 1.50, scalar 0.52 0.76 0.91 1.01 1.11; bn128 G2 fma 1.11 1.54
 * 2.04 2.39 2.79, scalar 0.75 0.92 1.07 1.16 1.25; bls12381 G1 fma 0.74 1.07 1.19 1.63 2.06, scalar
 * 0.48 0.66 0.76 0.84 0.93; bls12381 G2 fma 1.43 1.96 2.58 2.83 3.22.
 */
const MULTIPLIED = Object.freeze({ g1m: 24, g2m: 12 });

/**
 * Makes the tables for an FFT of n elements, or what is kept of those for the coset of a
 * domain.
 * @param {any} on
 * @param {number} n
 * @param {boolean} [coset]
 */
function prepareTables(on, n, coset = false) {
    if (n >= SHORT && isDomain(on, n)) ready(on, coset ? keptOf(reach(n)) : reach(n / 2));
}

/**
 * Can lanes do this shift to a coset? They can if it is by the primitive root of order 2n.
 * @param {any} on
 * @param {number} n
 * @param {number} isRoot
 */
const isCoset = (on, n, isRoot) => isRoot === 1 && n >= SHORT && isDomain(on, 2 * n);

/** @param {boolean} endomorphism @returns {Row} */
const msm = (endomorphism) => ({
    op: "msm", groups: POINTS, endomorphism, count: 3, least: SUMMANDS, takesBytes: true,
    run: (on, bases, scalars, size, n, result, share, shares) =>
        computeMsm(openMsm(on, { endomorphism }), bases, scalars, size, n, result, share, shares),
    fallback: msmInFirstShare,
});

/**
 * An MSM that a caller asks for by the name of the base module's function: points of any order,
 * split where that is right for them.
 * @type {Row}
 */
const msmOfAny = {
    op: "multiexpAffine", groups: POINTS, count: 3, least: SUMMANDS,
    run: (on, bases, scalars, size, n, result) => {
        const endomorphism = splitOnCurve(on, n, (i) => bases + i * on.bytes.affine) !== undefined;
        return computeMsm(openMsm(on, { endomorphism }), bases, scalars, size, n, result);
    },
    together: shortMsmsOf("multiexpAffine"),
};

/** @param {boolean} inverse @returns {Row} */
const fft = (inverse) => ({
    op: inverse ? "ifft" : "fft", groups: SCALARS, count: 1, least: SHORT, covers: (on, _p, n) => isDomain(on, n),
    run: (on, p, n) => transformScalars(on, inverse, p, n),
    prepare: (on, _p, n) => prepareTables(on, n),
});

/** @param {boolean} inverse @returns {Row} */
const fftOfPoints = (inverse) => ({
    op: inverse ? "ifft" : "fft", groups: POINTS, count: 1, least: MULTIPLIED,
    covers: (_on, _p, n) => Number.isInteger(Math.log2(n)),
    run: (on, p, n, ordered) => transformPoints(on, inverse, p, n, ordered === 1),
});

/** @param {boolean} mixed @returns {Row} */
const keyOfPoints = (mixed) => ({
    op: mixed ? "batchApplyKeyMixed" : "batchApplyKey", groups: POINTS, count: 1, least: MULTIPLIED,
    run: (on, input, n, first, inc, out, ordered) => applyKey(on, mixed, input, n, first, inc, out, ordered === 1),
});

/**
 * Coefficients of a key with a witness outside of the memory: in the base module alone.
 * @type {Row}
 */
const sumOfRecords = { op: "sumRecords", groups: ["qap"], count: 1, least: 0, takesBytes: true, fallback: sumRecords };

/**
 * Which of many points is off the curve: in the base module alone.
 * @type {Row}
 */
const offCurve = { op: "firstOffCurve", groups: POINTS, count: 1, least: 0, fallback: firstOffCurve };

/**
 * Functions of the base module of which many calls together are faster on lanes; a single call
 * stays there.
 * @returns {readonly Row[]}
 */
const onlyTogether = () => SHORT_MSMS.filter((op) => op !== msmOfAny.op)
    .map((op) => ({ op, groups: POINTS, count: 0, least: 0, together: shortMsmsOf(op) }));

/** @returns {readonly Row[]} */
const rows = () => Object.freeze([
    { op: "batchToMontgomery", groups: FIELDS, count: 1, least: FEW, run: toMontgomery },
    { op: "batchFromMontgomery", groups: FIELDS, count: 1, least: FEW, run: fromMontgomery },
    { op: "batchInverse", groups: FIELDS, count: 2, least: FEW, covers: isDense, run: batchInverse },
    { op: "batchApplyKey", groups: SCALARS, count: 1, least: FEW, run: batchApplyKey },
    fft(false),
    fft(true),
    {
        op: "fftHalf", groups: SCALARS, count: 1, least: 2 * SHORT, covers: (on, _p, n) => isDomain(on, n),
        run: transformHalf, fallback: halfOfWhole,
        prepare: (on, _p, n) => prepareTables(on, n),
    },
    {
        op: "fftColumns", groups: SCALARS, count: 1, least: SHORT,
        covers: (on, _p, m, _out, levels) => isDomain(on, m * 2 ** levels),
        run: transformColumns, fallback: columnsInBase,
        prepare: (on, _p, m) => prepareTables(on, m),
    },
    {
        op: "fftBlock", groups: SCALARS, count: 1, least: SHORT,
        covers: (on, _p, m, _out, levels) => isDomain(on, m * 2 ** levels),
        run: transformBlock, fallback: blockInBase,
        prepare: (on, _p, m, _out, levels) => prepareTables(on, m * 2 ** levels),
    },
    {
        op: "ifftShiftFft", groups: SCALARS, count: 1, least: SHORT,
        covers: (on, _p, n, _one, _shift, isRoot) => isCoset(on, n, isRoot),
        run: shiftToCoset, fallback: shiftInThreeSteps,
        prepare: (on, _p, n, _one, _shift, isRoot) => prepareTables(on, n, isCoset(on, n, isRoot)),
    },
    keyOfPoints(false),
    keyOfPoints(true),
    {
        op: "fftJoin", groups: POINTS, count: 2, least: MULTIPLIED,
        run: (on, x, y, n, first, inc, ordered) => fftJoin(on, x, y, n, first, inc, ordered === 1),
    },
    { op: "fftFinal", groups: POINTS, count: 1, least: MULTIPLIED, run: fftFinal },
    fftOfPoints(false),
    fftOfPoints(true),
    { op: "combine", groups: POINTS, count: 4, least: 1, run: combine, fallback: combineInBase },
    msm(true),
    msm(false),
    msmOfAny,
    ...onlyTogether(),
    sumOfRecords,
    offCurve,
    { op: "expandTriples", groups: POINTS, count: 1, least: 8, covers: hasRows, run: expandTriples, fallback: expandTriplesInBase },
    { op: "foldTriples", groups: POINTS, count: 1, least: 8, covers: hasRows, run: foldTriples, fallback: foldTriplesInBase },
    {
        op: "checkConstraints", groups: SCALARS, context: "constraints", count: 2, least: 0, run: checkConstraints,
        takesBytes: true,
    },
    ...MANY.map((op) => ({ op, groups: SCALARS, context: "many", count: 0, least: 0, run: many(op) })),
]);

/**
 * Made by a call, which bundlers drop with all it holds where nothing uses it.
 * @type {readonly Row[]}
 */
export const CATALOGUE = /* @__PURE__ */ rows();

/**
 * Names, besides the exports of the base module, that tasks which callers build by hand may call:
 * those of the MSMs on lanes.
 * @type {Readonly<Record<string, Key>>}
 */
export const FROZEN_NAMES = Object.freeze({
    g1m_multiexpAffineBatch: { op: "msm", group: "g1m", endomorphism: true },
    g1m_multiexpAffineBatchNoGlv: { op: "msm", group: "g1m", endomorphism: false },
    g2m_multiexpAffineBatch: { op: "msm", group: "g2m", endomorphism: true },
    g2m_multiexpAffineBatchNoGls: { op: "msm", group: "g2m", endomorphism: false },
});
