/**
 * The points H in two bases. A key has those of quotients given by values at the odd powers of w, a
 * root of unity of order 2 n; bellman has those of coefficients: H_j = (tau^(n + j) - tau^j) /
 * delta. X^j (X^n - 1) is -2 w^j w^(2 i j) at w^(2 i + 1), so that H_j = -2 w^j sum_i w^(2 i j)
 * K_i: an FFT of the points K of the key, and a factor each.
 *
 * bellman has n - 1 points, as a quotient has n - 1 coefficients. Zero takes the place of the other
 * on the way back: the points K are then others than those of a set-up, and the sums that proofs
 * make of them the same.
 * @module ceremony/bellman/quotients
 */
import { ownBytes } from "../multiply.js";

/** @import { Curve } from "../../../../../src/internal/snarkjs_ceremony.js" */

/**
 * @param {Curve} curve
 * @param {number} power - of the domain
 */
function factorsOf({ Fr }, power) {
    const first = Fr.neg(Fr.two);
    const inc = Fr.w[power + 1];
    return { forth: [first, inc], back: [Fr.inv(first), Fr.inv(inc)] };
}

/**
 * @param {{ curve: Curve, signal: AbortSignal }} on
 * @param {Uint8Array} points - n = 2^power, affine
 * @param {number} power
 * @returns {Promise<Uint8Array>} as many, affine; the last is none of bellman
 */
export async function toCoefficients({ curve, signal }, points, power) {
    const { G1 } = curve, [first, inc] = factorsOf(curve, power).forth, none = undefined;
    const sums = await G1.fft(points, "affine", "affine", none, none, { signal });
    return ownBytes(await G1.batchApplyKey(sums, first, inc, "affine", "affine", { signal }));
}

/**
 * @param {{ curve: Curve, signal: AbortSignal }} on
 * @param {Uint8Array} points - n = 2^power, affine; the last is zero
 * @param {number} power
 * @returns {Promise<Uint8Array>} as many, affine
 */
export async function toValues({ curve, signal }, points, power) {
    const { G1 } = curve, [first, inc] = factorsOf(curve, power).back, none = undefined;
    const sums = await G1.batchApplyKey(points, first, inc, "affine", "affine", { signal });
    return ownBytes(await G1.ifft(sums, "affine", "affine", none, none, { signal }));
}
