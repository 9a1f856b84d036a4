import type { LaneCodes } from "../pool/pool.js";
import type { Tier } from "../runtime/tiers.js";
/**
 * @param {"bn128" | "bls12381"} curve
 * @param {Tier} tier
 * @returns {LaneCodes}
 */
export declare function laneModules(curve: "bn128" | "bls12381", tier: Tier): LaneCodes;
