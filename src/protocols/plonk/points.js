/**
 * Checks the points of a key, which may come from anywhere.
 * @module protocols/plonk/points
 */
import { ensure } from "../../files/errors.js";
import { isInSubgroup, isOnCurve } from "../key/points.js";
import { checkPointsOf } from "../key/point_check.js";
import { areCosetsApart } from "./verify.js";
import { SECTION } from "./zkey.js";

/** @import { Context } from "../key/context.js" */
/** @import { Zkey } from "./zkey.js" */

/**
 * Checks the points of the header: each is on its curve and of order r. A commitment may be at
 * infinity, X_2 may not. The factors k1 and k2 give cosets of the domain that are apart.
 * @param {Zkey} zkey
 * @param {import("../../curves/types.js").Curve} curve
 */
export function checkHeaderPoints(zkey, curve) {
    const { file, commitments, X_2, curve: known, power, k1, k2 } = zkey, { Fr } = curve;
    const named = /** @type {[string, Uint8Array, any][]} */ ([
        ...Object.entries(commitments).map(([name, point]) => [name, point, curve.G1]),
        ["X_2", X_2, curve.G2],
    ]);
    for (const [name, point, G] of named) {
        ensure(
            isOnCurve(G, point, known) && !(G === curve.G2 && G.isZero(point)),
            "ERR_POINT",
            () => `${file.name}: expected ${name} to be a point of ${known.name}, got one that is off the curve; the key is damaged`,
        );
        ensure(
            isInSubgroup(curve, G, point),
            "ERR_POINT",
            () => `${file.name}: expected ${name} to be a point of order r, got one outside of that subgroup; the key is damaged`,
        );
    }
    ensure(
        areCosetsApart(Fr, { power, k1, k2, w: Fr.w[power] }),
        "ERR_FILE",
        () => `${file.name}: expected k1 and k2 to give other cosets of the domain, got others; the key is damaged`,
    );
}

/**
 * Checks every point of the section of points, see checkPointsOf.
 * @param {Context<Zkey>} context
 */
export const checkAllPoints = (context) =>
    checkPointsOf(context, [[SECTION.POWERS, "powers of tau", "G1"]]);
