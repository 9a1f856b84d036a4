/**
 * A lane field of a tier.
 * @module scripts/wasm/lane/field
 */
/** @import { LaneModule } from "./module.js" */
/** @import { Tier } from "./plan.js" */
/** @import { LaneField } from "./types.js" */
import { fmaField } from "./fma.js";
import { lanePlan } from "./plan.js";
import { scalarField } from "./scalar.js";
import { simdField } from "./simd.js";

const FIELDS = { fma: fmaField, simd: simdField, scalar: scalarField };

/** @type {readonly Tier[]} */
export const TIERS = Object.freeze(["fma", "simd", "scalar"]);

/**
 * The words of a prime field on a tier; constants go into the module.
 * @param {LaneModule} module
 * @param {Tier} tier
 * @param {bigint} p
 * @returns {LaneField}
 */
export const laneField = (module, tier, p) => FIELDS[tier](module, lanePlan(tier, p));
