/**
 * Limb plan of a lane tier: how an element of a prime field is cut into limbs,
 * and the constants of Montgomery reduction that follow from it. Which tier cuts
 * how is in its row (../tiers.js).
 *
 * | tier   | limbs                                   | a lane unit                        |
 * | fma    | n signed limbs of 48 to 51 bits, as f64 | two elements, limb i = [a_i, b_i]  |
 * | simd   | n limbs of at most 29 bits, as i32      | two elements, [a_2k b_2k a_2k+1 b_2k+1] |
 * | scalar | the same limbs, in i64 locals           | one element                        |
 *
 * R = 2^(w n). A coordinate in memory (of one element) has the same size in the
 * tiers simd and scalar.
 * @module scripts/wasm/lane/plan
 */
import { bitLength, inverse } from "../../../src/bigint/modular.js";

/** @typedef {import("../../../src/runtime/tiers.js").Tier} Tier */

/**
 * @typedef {object} LanePlan
 * @property {Tier} tier
 * @property {bigint} p
 * @property {number} n - limbs
 * @property {number} w - bits per limb
 * @property {bigint} R - 2^(w n)
 * @property {bigint} mu - -p^-1 mod 2^w; centred where limbs are doubles
 * @property {bigint} early - (mu p + 1) / 2^w: see product.js
 * @property {boolean} doubles - limbs are doubles, else integers
 * @property {boolean} tight -
 *     limbs are doubles, and so little room between p and R that sums have to be reduced before
 *     they are factors
 * @property {number} packed - bytes of an element in the base module
 * @property {bigint} [nonResidue] - u^2 in Fp2 = Fp[u] / (u^2 - nonResidue), where there are
 *   products of Fp2: small and negative
 * @property {(x: bigint) => bigint[]} digits - n centred digits, the top one takes what is left
 */

/**
 * At least this many bits between p and R where limbs are integers: sums of values then need no
 * care.
 */
const SLACK = 6;

/** At least this many bits between p and R where limbs are doubles with room for sums. */
const SPARE = 3;

/**
 * Most bits of a limb that is a double, where n of them are enough: sums of two numbers are factors
 * as they are.
 */
const ROOMY = 49;

/**
 * @typedef {{ limbs: (bits: number) => number, width: (bits: number, n: number) => number, doubles:
 *   boolean }} Cut - doubles: limbs are doubles
 */

/** Limbs that are doubles. @type {Readonly<Cut>} */
export const DOUBLES = Object.freeze({
    limbs: (bits) => Math.ceil(bits / 51), doubles: true,
    width: (bits, n) => (ROOMY * n >= bits + SPARE ? Math.ceil((bits + SPARE) / n) : 51),
});

/** Limbs that are integers of 32 bits. @type {Readonly<Cut>} */
export const INTEGERS = Object.freeze({
    limbs: (bits) => Math.ceil((bits + SLACK) / 29), width: (bits, n) => Math.ceil((bits + SLACK) / n), doubles: false,
});

/**
 * How a tier cuts the elements of a prime field.
 * @param {Tier} tier
 * @param {Cut} cut
 * @param {bigint} p - odd prime
 * @param {bigint | null} [nonResidue] - of Fp2; -1 by default, where -1 is no square; null: without
 *   products of Fp2
 * @param {number} [n] - limbs, where a test tries others
 * @param {number} [w] - bits of a limb, likewise
 * @returns {LanePlan}
 * @throws {RangeError} the limbs do not hold p
 */
export function planOf(
    tier,
    cut,
    p,
    nonResidue = p % 4n === 3n ? -1n : undefined,
    n = cut.limbs(bitLength(p)),
    w = cut.width(bitLength(p), n),
) {
    const M = 1n << BigInt(w), { doubles } = cut;
    if (M ** BigInt(n) <= p) {
        throw new RangeError(`lanePlan: expected ${n} limbs of ${w} bits to hold a ${bitLength(p)}-bit modulus`);
    }
    const least = M - inverse(p, M);
    const mu = doubles && least > M >> 1n ? least - M : least;
    const R = M ** BigInt(n);
    return {
        tier,
        p,
        n,
        w,
        R,
        mu,
        doubles,
        tight: doubles && R >> BigInt(SPARE) < p,
        early: (mu * p + 1n) / M,
        packed: Math.ceil(bitLength(p) / 64) * 8,
        nonResidue: nonResidue ?? undefined,
        digits: (x) => centredDigits(x, n, w),
    };
}

/**
 * n digits in [-2^(w - 1), 2^(w - 1)), lowest first; the top one takes what is left.
 * @param {bigint} x
 * @param {number} n
 * @param {number} w
 */
export function centredDigits(x, n, w) {
    const out = [];
    for (let i = 0; i < n - 1; i++) {
        const digit = BigInt.asIntN(w, x);
        out.push(digit);
        x = (x - digit) >> BigInt(w);
    }
    return [...out, x];
}

/**
 * The same in [0, 2^w).
 * @param {bigint} x
 * @param {number} n
 * @param {number} w
 */
export const plainDigits = (x, n, w) =>
    Array.from({ length: n }, (_, i) => {
        const rest = x >> BigInt(w * i);
        return i < n - 1 ? BigInt.asUintN(w, rest) : rest;
    });
