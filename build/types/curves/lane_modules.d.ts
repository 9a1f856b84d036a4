/**
 * The lanes of a curve in the form that the pool takes.
 * @module curves/lane_modules
 */
/** @import { LaneCodes } from "../pool/pool.js" */
/** @import { CurveOptions, LaneRow } from "./types.js" */
import type { LaneCodes } from "../pool/pool.js";
import type { CurveOptions, LaneRow } from "./types.js";
/** @param {readonly LaneRow[]} rows - of one tier */
export declare const hasTransforms: (rows: readonly LaneRow[]) => boolean;
/**
 * @param {readonly LaneRow[]} rows - of one tier
 * @param {CurveOptions["modules"]} [modules] - by name of the lane: modules that replace our own code
 * @returns {LaneCodes}
 */
export declare const laneModules: (rows: readonly LaneRow[], modules?: CurveOptions["modules"]) => LaneCodes;
