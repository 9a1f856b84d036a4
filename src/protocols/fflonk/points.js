/**
 * Checks the points of a key, which may come from anywhere.
 * @module protocols/fflonk/points
 */
import { ensure } from "../../files/errors.js";
import { isInSubgroup, isOnCurve } from "../key/points.js";
import { checkPointsOf } from "../key/point_check.js";
import { SECTION } from "./zkey.js";

/** @import { Context } from "./context.js" */
/** @import { Zkey } from "./zkey.js" */

/**
 * X_2 is on its curve, of order r and not at infinity, with which any proof would verify; C0 is on
 * its curve.
 * @param {Zkey} zkey
 * @param {import("../../curves/types.js").Curve} curve
 */
export function checkHeaderPoints({ file, points: { X_2, C0 }, curve: known }, curve) {
    const { G1, G2 } = curve;
    ensure(isOnCurve(G2, X_2, known) && !G2.isZero(X_2) && isOnCurve(G1, C0, known), "ERR_POINT", () =>
        `${file.name}: expected X_2 and C0 to be points of ${known.name}, got one that is off the curve; the key is damaged`);
    ensure(isInSubgroup(curve, G2, X_2), "ERR_POINT", () =>
        `${file.name}: expected X_2 to be a point of order r, got one outside of that subgroup; the key is damaged`);
}

/**
 * Checks every point of the section, see checkPointsOf.
 * @param {Context} context
 */
export const checkAllPoints = (context) => checkPointsOf(context, [[SECTION.TAU, "powers of tau", "G1"]]);
