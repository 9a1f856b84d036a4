/**
 * What is in the lane module of a curve on one tier: the products of Fp and
 * Fp2 and batched affine addition on both groups, one line per part.
 * @module scripts/wasm/msm_lane/module_lane
 */
/** @import { Tier } from "../lane/plan.js" */
import { bitLength } from "../../../src/bigint/modular.js";
import { laneField } from "../lane/field.js";
import { addProducts, togetherKernel } from "../lane/kernels.js";
import { LaneModule } from "../lane/module.js";
import { addFusedProbe } from "../lane/probe.js";
import { proveAddition } from "./addition_bounds.js";
import { addBatchAddition } from "./batch_add.js";
import { addCanonical, addConversions } from "./convert.js";
import { glvSplit } from "./lattice.js";
import { ENTRIES, addPoints } from "./points.js";
import { splitTable } from "./split_table.js";

/**
 * @typedef {object} CurveParams
 * @property {{ p: bigint }} fp
 * @property {{ p: bigint }} fr
 * @property {{ generator: readonly (bigint | readonly bigint[])[] }} g1
 * @property {{ generator: readonly (bigint | readonly bigint[])[] }} g2
 */

/** What the driver calls. */
const EXPORTS = ["use", "forward", "backward", "fix", "pad", "join", "split", "records", "results", "f1_mul", "f1_sqr", "f2_mul", "f2_sqr"];

/**
 * @param {CurveParams} curve
 * @param {Tier} tier
 */
export function laneModule({ fp, fr, g1, g2 }, tier) {
    const module = new LaneModule(), F = laneField(module, tier, fp.p);
    const splits = [g1, g2].map(({ generator }) => glvSplit({ p: fp.p, r: fr.p, generator }));
    for (const degree of /** @type {const} */ ([1, 2])) proveAddition(F.plan, degree);
    addProducts(module, F);
    addCanonical(module, F);
    const points = addPoints(module, F, splits[0].beta);
    addBatchAddition(points);
    addConversions(points);
    if (tier === "fma") addFusedProbe(module);
    const together = /** @type {const} */ ([1, 2]).flatMap((degree) => togetherKernel(F, degree) ?? []);
    for (const name of [...EXPORTS, ...together, ...(tier === "fma" ? ["fused"] : [])]) module.export(name);
    const tables = splits.map((split) => ({ table: module.data(splitTable(fr.p, split)), halfMax: Number(split.bound) * (1 + 2 ** -40) }));
    return {
        module,
        layout: {
            staticSize: module.staticSize, lanes: F.lanes, entries: ENTRIES, bytes: F.bytes, unitBytes: F.unitBytes, packed: F.plan.packed,
            scalarBits: bitLength(fr.p), join: points.area.join, g1: tables[0], g2: tables[1],
        },
    };
}
