import type { CurveOptions } from "./types.js";
import type { LaneCodes } from "../pool/pool.js";
import type { Tier } from "../runtime/tiers.js";
/**
 * @param {"bn128" | "bls12381"} curve
 * @param {Tier} tier
 * @param {CurveOptions["modules"]} [modules] - by name of the lane: what takes the place of our own code
 * @returns {LaneCodes}
 */
export declare function laneModules(curve: "bn128" | "bls12381", tier: Tier, modules?: CurveOptions["modules"]): LaneCodes;
