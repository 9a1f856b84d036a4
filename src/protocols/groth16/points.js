/**
 * Checks the points of a key, which may come from anywhere.
 * @module protocols/groth16/points
 */
import { ensure } from "../../files/errors.js";
import { isInSubgroup, isOnCurve } from "../key/points.js";
import { checkPointsOf } from "../key/point_check.js";
import { SECTION } from "./zkey.js";

/** @import { Context } from "./context.js" */
/** @import { Zkey } from "./zkey.js" */

/**
 * Checks the points of the header: each is on its curve and of order r, and none is at infinity.
 * With a delta1 of small order a proof would not be blinded. A point of G2 takes 0.2 ms.
 * @param {Pick<Zkey, "points" | "curve"> & { file: { name: string } }} zkey
 * @param {import("../../curves/types.js").Curve} curve
 */
export function checkHeaderPoints({ file, points, curve: known }, curve) {
    for (const [name, point] of Object.entries(points)) {
        const G = name.endsWith("1") ? curve.G1 : curve.G2;
        ensure(
            isOnCurve(G, point, known) && !G.isZero(point),
            "ERR_POINT",
            () =>
                `${file.name}: expected ${name} to be a point of ${known.name}, got one that is off the curve; the key is damaged`,
        );
        ensure(
            isInSubgroup(curve, G, point),
            "ERR_POINT",
            () =>
                `${file.name}: expected ${name} to be a point of order r, got one outside of that subgroup; the key is damaged`,
        );
    }
}

/** The sections of points that a proof reads, with their names for messages. */
const SECTIONS = Object.freeze(
    /** @type {const} */ ([
        [SECTION.IC, "IC", "G1"],
        [SECTION.A, "A", "G1"],
        [SECTION.B2, "B2", "G2"],
        [SECTION.C, "C", "G1"],
        [SECTION.H, "H", "G1"],
    ]),
);

/**
 * Checks every point that a proof reads, see checkPointsOf.
 * @param {Context} context
 */
export const checkAllPoints = (context) => checkPointsOf(context, SECTIONS);
