/**
 * What is in the lane module of a curve on one tier: the products of Fp and
 * Fp2 and batched affine addition on both groups, one line per part.
 * @module scripts/wasm/msm_lane/module_lane
 */
/** @import { LanePlan } from "../lane/plan.js" */
/** @import { CurveRecord, CycleRecord } from "../../../src/params/types.js" */
import { bitLength } from "../../../src/bigint/modular.js";
import { addProducts, togetherKernel } from "../lane/kernels.js";
import { LaneModule } from "../lane/module.js";
import { addBatchAddition } from "./batch_add.js";
import { TIER_ROWS, laneField } from "../tiers.js";
import { addCanonical, addConversions } from "./convert.js";
import { glvSplit } from "./endomorphism.js";
import { ENTRIES, pointLayout } from "./layout.js";
import { addPoints, degreesOf } from "./points.js";
import { LaneProof } from "./proof.js";
import { WORDS } from "./split_table.js";

/** What the driver calls. */
const EXPORTS = [
    "use",
    "forward",
    "backward",
    "fix",
    "pad",
    "join",
    "split",
    "psi",
    "records",
    "results",
    "f1_mul",
    "f1_sqr",
    "f2_mul",
    "f2_sqr",
];

/** Of these, what there is only with G2. */
const OF_G2 = ["psi", "f2_mul", "f2_sqr"];

/**
 * @param {Readonly<CurveRecord | CycleRecord>} curve
 * @param {LanePlan} plan - of its prime field, without a non-residue where there is no G2
 */
export function laneModule({ fp, fr, g1 }, plan) {
    const module = new LaneModule(), F = laneField(module, plan), { tier } = plan, degrees = degreesOf(F);
    const { beta } = glvSplit({ p: fp.p, r: fr.p, generator: g1.generator });
    addProducts(module, F);
    addCanonical(module, F);
    const points = addPoints(module, F, beta);
    addBatchAddition(points);
    addConversions(points);
    const probe = TIER_ROWS[tier].addProbe?.(module) ?? [];
    const together = degrees.flatMap((degree) => togetherKernel(F, degree) ?? []);
    const kernels = EXPORTS.filter((name) => degrees.length > 1 || !OF_G2.includes(name));
    for (const fn of [...kernels, ...together, ...[probe].flat()]) module.export(fn);
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
            points: Object.fromEntries(degrees.map((degree) => [`g${degree}`, pointLayout(F, degree)])),
        },
    };
}
