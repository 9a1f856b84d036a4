/**
 * What is in the bookkeeping module of the MSM: scalars, buckets and steps, one
 * for all curves, groups and tiers. The numbers of a curve come from its splits (constants.js).
 * @module scripts/wasm/msm_lane/module_buckets
 */
import { LaneModule } from "../lane/module.js";
import { addBuckets } from "./buckets.js";
import { BOOKKEEPING } from "./layout.js";
import { addScalars } from "./scalars.js";
import { addSteps } from "./steps.js";

export function bucketsModule() {
    const module = new LaneModule();
    addScalars(module);
    addBuckets(module);
    addSteps(module);
    for (const name of module.names) if (name !== "scalar") module.export(name);
    return { module, layout: { staticSize: module.staticSize, ...BOOKKEEPING } };
}
