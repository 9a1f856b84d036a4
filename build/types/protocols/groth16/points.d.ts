import type { Context } from "./context.js";
import type { Zkey } from "./zkey.js";
/**
 * @param {import("../../curves/types.js").PointGroup} G
 * @param {Uint8Array} point - affine LEM
 * @param {{ n8q: number, q: bigint }} curve
 */
export declare const isOnCurve: (G: import("../../curves/types.js").PointGroup, point: Uint8Array, { n8q, q }: {
    n8q: number;
    q: bigint;
}) => boolean;
/**
 * Checks the points of the header: each is on its curve and of order r, and none is at infinity. With a delta1 of small
 * order a proof would not be blinded. A point of G2 takes 0.2 ms.
 * @param {Zkey} zkey
 * @param {import("../../curves/types.js").Curve} curve
 */
export declare function checkHeaderPoints({ file, points, curve: known }: Zkey, curve: import("../../curves/types.js").Curve): void;
/**
 * How many sums with random coefficients of one byte show, except with that probability, whether all points are in the
 * subgroup.
 *
 * Each point is Q + T, with Q in the subgroup and T of an order m that divides the cofactor. For a point outside m > 1,
 * so m is at least the smallest prime factor l of the cofactor. r times a sum is zero if the parts T cancel out.
 * Whatever the other coefficients are, this requires a certain residue modulo m of the coefficient of T, which ceil(256
 * / m) <= ceil(256 / l) of the 256 bytes have. Sums are drawn independently, so the probabilities multiply: 26 sums for
 * l = 3 (G1 of bls12-381), 11 for 13 (its G2), 5 where l > 255 (G2 of bn128: 10069).
 * @param {bigint} cofactor - above 1
 */
export declare function countSums(cofactor: bigint): number;
/**
 * Checks that every point of every section is on its curve, has canonical coordinates, and is in its subgroup; a point
 * outside is missed with the probability that countSums allows. This is slow, and meant for keys of unknown origin.
 * @param {Context} context
 */
export declare function checkAllPoints({ zkey: { file, curve: known }, curve, progress, signal }: Context): Promise<void>;
/**
 * Is the point a multiple of the generator? The curve of another copy of this package may not have the test; then the
 * order times the point must be zero.
 * @param {import("../../curves/types.js").Curve} curve
 * @param {import("../../curves/types.js").PointGroup} G
 * @param {Uint8Array} point - affine, on the curve
 */
export declare const isInSubgroup: (curve: import("../../curves/types.js").Curve, G: import("../../curves/types.js").PointGroup, point: Uint8Array) => boolean;
