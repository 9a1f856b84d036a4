/**
 * How a contributor shows that it knew the secret: a point of G2 that its transcript leads to, and
 * ratios that pairings compare.
 * @module protocols/setup/knowledge
 */
import { isInSubgroup, isOnCurve } from "../key/points.js";
import { streamOf } from "./randomness.js";

/** @import { Curve } from "../../curves/types.js" */
/** @import { KnownCurve } from "../../curves/known.js" */
/** @import { HostHash } from "../../util/host_types.js" */

/**
 * A curve, as far as points are hashed.
 * @typedef {Pick<import("../../curves/types.js").Curve, "G1" | "G2">} Groups
 */

/**
 * Hashes a point, uncompressed.
 * @param {HostHash} hasher
 * @param {Groups["G1" | "G2"]} G
 * @param {Uint8Array} point
 */
export function hashPoint(hasher, G, point) {
    const bytes = new Uint8Array(2 * G.F.n8);
    G.toRprUncompressed(bytes, 0, point);
    hasher.update(bytes);
}

/**
 * The point of G2 that a transcript leads to.
 * @param {Curve} curve
 * @param {Uint8Array} transcript
 * @returns {Uint8Array} affine
 */
export const challengePoint = ({ G2 }, transcript) => G2.toAffine(G2.fromRng(streamOf(transcript)));

/**
 * Do two points of G1 have the ratio of two points of G2?
 * @param {Curve} curve
 * @param {readonly [Uint8Array, Uint8Array]} ones - p and x p
 * @param {readonly [Uint8Array, Uint8Array]} twos - q and x q
 */
export const haveSameRatio = ({ G1, pairingEq }, [p, xp], [q, xq]) => pairingEq(p, xq, G1.neg(xp), q);

/**
 * @param {Curve} curve
 * @param {KnownCurve} known
 * @param {"G1" | "G2"} group
 * @param {Uint8Array} point - affine
 */
export const isGood = (curve, known, group, point) => isOnCurve(curve[group], point, known)
    && !curve[group].isZero(point) && isInSubgroup(curve, curve[group], point);
