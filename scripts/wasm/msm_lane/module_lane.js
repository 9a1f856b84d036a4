/**
 * What is in the lane module of a curve on one tier: the products of Fp and
 * Fp2 and batched affine addition on both groups, one line per part.
 * @module scripts/wasm/msm_lane/module_lane
 */
/** @import { Tier } from "../lane/plan.js" */
/** @import { CurveParams } from "../../../src/params/types.js" */
import { bitLength } from "../../../src/bigint/modular.js";
import { laneField } from "../lane/field.js";
import { addProducts, togetherKernel } from "../lane/kernels.js";
import { LaneModule } from "../lane/module.js";
import { addFusedProbe } from "../lane/probe.js";
import { proveAddition } from "./addition_bounds.js";
import { addBatchAddition } from "./batch_add.js";
import { splitLayouts } from "./constants.js";
import { addCanonical, addConversions } from "./convert.js";
import { glvSplit } from "./endomorphism.js";
import { ENTRIES, addPoints } from "./points.js";

/** What the driver calls. */
const EXPORTS = ["use", "forward", "backward", "fix", "pad", "join", "split", "psi", "records", "results", "f1_mul", "f1_sqr", "f2_mul", "f2_sqr"];

/**
 * @param {CurveParams} curve
 * @param {Tier} tier
 */
export function laneModule({ name, fp, fr, g1 }, tier) {
    const module = new LaneModule(), F = laneField(module, tier, fp.p);
    const { beta } = glvSplit({ p: fp.p, r: fr.p, generator: g1.generator });
    for (const degree of /** @type {const} */ ([1, 2])) proveAddition(F.plan, degree);
    addProducts(module, F);
    addCanonical(module, F);
    const points = addPoints(module, F, beta);
    addBatchAddition(points);
    addConversions(points);
    if (tier === "fma") addFusedProbe(module);
    const together = /** @type {const} */ ([1, 2]).flatMap((degree) => togetherKernel(F, degree) ?? []);
    for (const fn of [...EXPORTS, ...together, ...(tier === "fma" ? ["fused"] : [])]) module.export(fn);
    return {
        module,
        layout: {
            staticSize: module.staticSize, lanes: F.lanes, entries: ENTRIES, bytes: F.bytes, unitBytes: F.unitBytes, packed: F.plan.packed,
            scalarBits: bitLength(fr.p), join: points.area.join, ...splitLayouts()[name],
        },
    };
}
