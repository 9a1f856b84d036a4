/**
 * Checks points of keys and proofs, which may come from anywhere.
 * @module protocols/key/points
 */
import { readLE } from "../../util/bytes.js";
import { getRandomBytes } from "../../util/random.js";

/**
 * @param {Uint8Array} point - affine LEM
 * @param {number} n8 - bytes of a coordinate of the base field
 * @param {bigint} q
 * @returns {boolean} whether every coordinate is below q
 */
function isReduced(point, n8, q) {
    const top = Number(q >> BigInt(8 * n8 - 8));
    for (let at = 0; at < point.length; at += n8) {
        if (point[at + n8 - 1] < top) continue;
        if (readLE(point, at, n8) >= q) return false;
    }
    return true;
}

/**
 * @param {import("../../curves/types.js").PointGroup} G
 * @param {Uint8Array} point - affine LEM
 * @param {{ n8q: number, q: bigint }} curve
 */
export const isOnCurve = (G, point, { n8q, q }) => isReduced(point, n8q, q) && G.isValid(point);

/** A point of a key outside its subgroup is missed with a probability of at most 2^-CERTAINTY. */
const CERTAINTY = 40;

/**
 * Coefficients of MSMs are below the smallest prime factor of the cofactor, and are one byte.
 * @param {bigint} cofactor - above 1
 */
export function coefficientBound(cofactor) {
    let factor = 2;
    while (factor < 256 && cofactor % BigInt(factor) !== 0n) factor++;
    return factor;
}

/**
 * How many MSMs with random coefficients show, except with a probability of 2^-certainty, whether
 * all points are in the subgroup.
 *
 * Each point is Q + T, with Q in the subgroup and T of an order m that divides the cofactor. For a
 * point outside m > 1, so m is at least the smallest prime factor l of the cofactor. r times an MSM
 * is zero if the parts T cancel out. Whatever the other coefficients are, this requires a certain
 * residue modulo m of the coefficient of T. It is drawn evenly below l, or below 256 if l is
 * larger, so that at most one of its values has this residue. MSMs are drawn independently, so the
 * probabilities multiply: for 2^-40 26 MSMs for l = 3 (G1 of bls12-381), 11 for 13 (its G2), 5
 * where l > 255 (G2 of bn128: 10069).
 * @param {bigint} cofactor - above 1
 * @param {number} [certainty]
 */
export const countMsms = (cofactor, certainty = CERTAINTY) =>
    Math.ceil(certainty / Math.log2(coefficientBound(cofactor)));

/**
 * Bytes from the host's generator, evenly below a bound: those from the largest multiple of it on
 * are drawn again.
 * @param {number} bound - 2 to 256
 * @param {number} count
 */
export function drawCoefficients(bound, count) {
    const most = 256 - 256 % bound;
    const drawn = new Uint8Array(count);
    for (let have = 0; have < count;) {
        for (const byte of getRandomBytes(count - have)) if (byte < most) drawn[have++] = byte % bound;
    }
    return drawn;
}

/**
 * Whether all points are in the subgroup, except with a probability of 2^-certainty.
 * @param {{ r: bigint }} curve
 * @param {import("../../curves/types.js").VerifierGroup} G
 * @param {Uint8Array} points - affine, on the curve
 * @param {(points: Uint8Array, scalars: Uint8Array[]) => Promise<Uint8Array[]>} sumsOf - of the
 *   points, which may have any order, times one byte each, for each of these lists; jacobian
 * @param {number} certainty
 */
export async function areInSubgroup(curve, G, points, sumsOf, certainty) {
    if (G.cofactor === undefined || points.length === 0) return true;
    const cofactor = readLE(G.cofactor);
    const bound = coefficientBound(cofactor);
    const n = points.length / (2 * G.F.n8);
    const coefficients = Array.from({ length: countMsms(cofactor, certainty) }, () => drawCoefficients(bound, n));
    const sums = await sumsOf(points, coefficients);
    return sums.every((sum) => isInSubgroup(curve, G, sum));
}

/**
 * Is the point a multiple of the generator? The curve of another copy of this package may not have
 * the test; then the order times the point must be zero.
 * @param {{ r: bigint }} curve
 * @param {import("../../curves/types.js").VerifierGroup} G
 * @param {Uint8Array} point - affine, on the curve
 */
export const isInSubgroup = (curve, G, point) =>
    G.isInSubgroup?.(point) ?? (G.cofactor === undefined || G.isZero(G.timesScalar(point, curve.r)));
