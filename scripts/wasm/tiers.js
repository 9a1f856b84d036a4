/**
 * One row per tier: its arithmetics. All other code reads this table. Names and
 * features are those of src/runtime/tier_names.js.
 * @module scripts/wasm/tiers
 */
/** @import { Constants } from "./lane/constants.js" */
/** @import { PairArithmetic } from "./lane/types.js" */
/** @import { LaneModule } from "./lane/module.js" */
/** @import { LanePlan, Tier } from "./lane/plan.js" */
/** @import { LaneField } from "./lane/types.js" */
import { TIERS as NAMES } from "../../src/runtime/tiers.js";
import { FmaField } from "./lane/fma/field.js";
import { FmaPairs } from "./lane/fma/pairs.js";
import { addFusedProbe } from "./lane/fma/probe.js";
import { DOUBLES, INTEGERS, planOf } from "./lane/plan.js";
import { ScalarField } from "./lane/scalar/field.js";
import { SimdField } from "./lane/simd/field.js";
import { SimdPairs } from "./lane/simd/pairs.js";

/**
 * @typedef {object} TierRow
 * @property {import("./lane/plan.js").Cut} cut - of an element into limbs
 * @property {new (module: LaneModule, plan: LanePlan) => LaneField} Field - arithmetic of the MSM
 * @property {new (plan: LanePlan, constants: Constants) => PairArithmetic} [Pairs] -
 *     arithmetic of the FFT; where there is none the base module does transforms
 * @property {(module: LaneModule) => string} [addProbe] -
 *     adds a function that tells whether the engine computes as the tier assumes; its name
 */

/** @type {Readonly<Record<Tier, Readonly<TierRow>>>} */
export const TIER_ROWS = Object.freeze({
    fma: { cut: DOUBLES, Field: FmaField, Pairs: FmaPairs, addProbe: addFusedProbe },
    simd: { cut: INTEGERS, Field: SimdField, Pairs: SimdPairs },
    scalar: { cut: INTEGERS, Field: ScalarField },
});

/** From the fastest down. */
export const TIERS = NAMES;

/** Tiers that have transforms. */
export const FFT_TIERS = Object.freeze(TIERS.filter((tier) => TIER_ROWS[tier].Pairs));

/**
 * How a tier cuts the elements of a prime field.
 * @param {Tier} tier
 * @param {bigint} p - odd prime
 * @param {bigint | null} [nonResidue] - of Fp2; -1 by default, where -1 is no square; null: without
 *   products of Fp2
 * @param {number} [n] - limbs, where a test tries others
 * @param {number} [w] - bits of a limb, likewise
 */
export const lanePlan = (tier, p, nonResidue, n, w) => planOf(tier, TIER_ROWS[tier].cut, p, nonResidue, n, w);

/**
 * The words of a prime field on a tier; constants go into the module.
 * @param {LaneModule} module
 * @param {LanePlan} plan
 * @returns {LaneField}
 */
export const laneField = (module, plan) => new TIER_ROWS[plan.tier].Field(module, plan);
