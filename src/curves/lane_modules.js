/**
 * The lanes of a curve in the form that the pool takes.
 * @module curves/lane_modules
 */
/** @import { LaneCodes } from "../pool/pool.js" */
/** @import { CurveOptions, LaneRow } from "./types.js" */

/** @param {readonly LaneRow[]} rows - of one tier */
export const hasTransforms = (rows) => rows.some(({ driver }) => driver === "fft");

/**
 * @param {readonly LaneRow[]} rows - of one tier
 * @param {CurveOptions["modules"]} [modules] - by name of the lane: modules that replace our own
 *   code
 * @returns {LaneCodes}
 */
export const laneModules = (rows, modules) =>
    rows.map(({ name, driver, prefix, code, layout: { constants = "", ...layout } }) => ({
        name,
        driver,
        module: modules?.[name] ?? code,
        constants,
        layout: { prefix, ...layout },
    }));
