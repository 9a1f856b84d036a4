/**
 * What is in the lane module of a curve on one tier: the products of Fp and
 * Fp2 and batched affine addition on both groups, one line per part.
 * @module scripts/wasm/msm_lane/module_lane
 */
/** @import { LanePlan } from "../lane/plan.js" */
/** @import { AloneRecord, CurveRecord } from "../../../src/params/types.js" */
import { bitLength } from "../../../src/bigint/modular.js";
import { addProducts, togetherKernel } from "../lane/kernels.js";
import { addLinear, MOST_WEIGHT, takesSums } from "../lane/linear.js";
import { LaneModule } from "../lane/module.js";
import { addBatchAddition } from "./batch_add.js";
import { TIER_ROWS, laneField } from "../tiers.js";
import { addCanonical, addConversions } from "./convert.js";
import { weierstrassOf } from "../../../src/bigint/edwards.js";
import { takesTriples } from "../../../src/util/sixth_roots.js";
import { addEntering } from "./edwards.js";
import { glvSplit, membership } from "./endomorphism.js";
import { ENTRIES, pointLayout } from "./layout.js";
import { addPoints, degreesOf } from "./points.js";
import { addRows, ROWS } from "./rows.js";
import { LaneProof } from "./proof.js";
import { WORDS } from "./split_table.js";

/** What the driver calls. */
const EXPORTS = [
    "use",
    "forward",
    "forwardDoublings",
    "backward",
    "fix",
    "pad",
    "join",
    "split",
    "psi",
    "records",
    "enter",
    "enterBack",
    "results",
    "f1_mul",
    "f1_sqr",
    "f2_mul",
    "f2_sqr",
];

/**
 * Of these, what there is only with G2, and what there is only where points come from another form.
 */
const OF_G2 = ["psi", "f2_mul", "f2_sqr"], OF_FORM = ["enter", "enterBack"];

/** And where formulas over extensions are calculated. */
const SUMS = ["linear", "out", "unpack"];

/**
 * What the arithmetic of points takes from a curve: on lanes each is y^2 = x^3 + a x + b.
 * @param {Readonly<CurveRecord | AloneRecord>} curve
 * @returns {import("./points.js").LaneCurve}
 */
function laneCurve({ fp: { p }, fr: { p: r }, g1 }) {
    if (g1.model === "edwards") return { ...weierstrassOf(p, g1), form: "edwards" };
    return { a: 0n, beta: glvSplit({ p, r, generator: g1.generator }).beta };
}

/**
 * How the driver knows that a point has order r.
 * @param {Readonly<CurveRecord | AloneRecord>} curve
 * @param {1 | 2} degree
 */
const subgroup = (curve, degree) => ({
    whole: (degree === 1 ? curve.g1 : curve.g2)?.cofactor === 1n,
    member: membership(curve, degree),
});

/**
 * @param {Readonly<CurveRecord | AloneRecord>} curve
 * @param {LanePlan} plan - of its prime field, without a non-residue where there is no G2
 */
export function laneModule(curve, plan) {
    const module = new LaneModule();
    const F = laneField(module, plan), { tier } = plan;
    const degrees = degreesOf(F);
    const { fr } = curve;
    addProducts(module, F);
    addCanonical(module, F);
    const points = addPoints(module, F, laneCurve(curve));
    addBatchAddition(points);
    addConversions(points);
    if (points.curve.form) addEntering(points);
    const rows = curve.pairing && takesTriples(curve.fp.p) ? ROWS : [];
    if (rows.length) addRows(points);
    const sums = takesSums(F) ? SUMS : [];
    if (sums.length) addLinear(module, F);
    const probe = TIER_ROWS[tier].addProbe?.(module) ?? [];
    const together = degrees.flatMap((degree) => togetherKernel(F, degree) ?? []);
    const without = [...(degrees.length > 1 ? [] : OF_G2), ...(points.curve.form ? [] : OF_FORM)];
    const kernels = EXPORTS.filter((name) => !without.includes(name));
    for (const fn of [...kernels, ...rows, ...together, ...sums, ...[probe].flat()]) module.export(fn);
    return {
        module,
        proof: (/** @type {string} */ text) => new LaneProof(module, F, points.area, text),
        layout: {
            staticSize: module.staticSize,
            lanes: F.lanes,
            entries: ENTRIES,
            bytes: F.bytes,
            unitBytes: F.unitBytes,
            packed: F.plan.packed,
            scalarBits: bitLength(fr.p),
            scalarBytes: 8 * WORDS,
            join: points.area.join,
            ...(sums.length && { sums: { mostWeight: MOST_WEIGHT, toLane: points.area.toLane } }),
            points: Object.fromEntries(
                degrees.map((degree) => [`g${degree}`, { ...pointLayout(F, degree), ...subgroup(curve, degree) }]),
            ),
        },
    };
}
