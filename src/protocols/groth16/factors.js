/**
 * The random factors of proofs that are verified together: a + lambda b modulo r, with a and b of
 * 64 random bits each. lambda is what the endomorphism phi(x, y) = (beta x, y) multiplies points of
 * G1 by, so that a point P times such a factor is a P + b phi(P), which takes half the doublings of
 * a factor of 128 bits.
 *
 * No two of the 2^128 pairs (a, b) give the same factor: the difference of two is a + lambda b with
 * |a|, |b| < 2^64. If r divides it, it divides a^2 - a b + b^2 = (a + lambda b)(a - (1 + lambda) b)
 * modulo r, because lambda^2 + lambda + 1 is 0 modulo r. This is at most 3 2^128 < r, so it is 0,
 * which it is only for a = b = 0.
 * @module protocols/groth16/factors
 */
/** @import { VerifierCurve, WasmCurve, WasmField1 } from "../../curves/types.js" */
import { mod } from "../../bigint/modular.js";
import { concat, readLE } from "../../util/bytes.js";

/** Bytes of a and of b. */
export const HALF = 8;

/** Bytes of a factor: a, then b. */
export const FACTOR = 2 * HALF;

/** A third root of unity that is not 1. @param {any} F - any: a field of either degree */
const cubeRoot = (F) => F.div(F.sub(F.sqrt(F.e(-3n)), F.one), F.e(2n));

/** @type {WeakMap<object, { beta: Uint8Array, lambda: bigint }>} */
const known = new WeakMap();

/**
 * @param {VerifierCurve} curve - y^2 = x^3 + b
 * @returns {{ beta: Uint8Array, lambda: bigint }}
 */
function endomorphism(curve) {
    const found = known.get(curve);
    if (found) return found;
    const { G1, Fr, r } = curve, beta = cubeRoot(G1.F);
    const root = Fr.toObject(cubeRoot(Fr)), { gAffine } = G1;
    const image = imageOf(G1, beta, gAffine);
    const is = (/** @type {bigint} */ s) => G1.eq(G1.timesScalar(gAffine, s), image);
    const made = { beta, lambda: is(root) ? root : r - 1n - root };
    known.set(curve, made);
    return made;
}

/** @param {WasmCurve} G1 @param {Uint8Array} beta @param {Uint8Array} point - affine */
function imageOf({ F }, beta, point) {
    const image = point.slice();
    image.set(F.mul(beta, point.subarray(0, F.n8)));
    return image;
}

/**
 * @param {VerifierCurve} curve
 * @param {readonly Uint8Array[]} points - affine
 * @returns {Uint8Array} each of them with its image under phi, for sums with the halves of factors
 */
export function withImages(curve, points) {
    const { beta } = endomorphism(curve);
    return concat(points.flatMap((point) => [point, imageOf(curve.G1, beta, point)]));
}

/**
 * @param {VerifierCurve} curve
 * @param {Uint8Array} factors
 * @returns {bigint[]}
 */
export function valuesOf(curve, factors) {
    const { lambda } = endomorphism(curve);
    const half = (/** @type {number} */ at) => readLE(factors, at, HALF);
    return Array.from({ length: factors.length / FACTOR }, (_, i) =>
        mod(half(FACTOR * i) + lambda * half(FACTOR * i + HALF), curve.r));
}

/**
 * Points times their factors, one after the other on this thread.
 * @param {VerifierCurve} curve
 * @param {Uint8Array} points - affine, each with its image
 * @param {Uint8Array} factors
 * @returns {Uint8Array} affine
 */
export function scaleHere({ G1 }, points, factors) {
    const size = 2 * G1.F.n8;
    const times = (/** @type {number} */ k) =>
        G1.timesScalar(points.subarray(size * k, size * (k + 1)), factors.subarray(HALF * k, HALF * (k + 1)));
    return concat(Array.from({ length: factors.length / FACTOR }, (_, i) =>
        G1.toAffine(G1.add(times(2 * i), times(2 * i + 1)))));
}
