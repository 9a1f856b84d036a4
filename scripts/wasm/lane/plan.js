/**
 * Limb plan of a lane tier: how an element of a prime field is cut into limbs,
 * and the constants of Montgomery reduction that follow from it.
 *
 * | tier   | limbs                                   | a lane unit                        |
 * | fma    | n signed limbs of 49 or 51 bits, as f64 | two elements, limb i = [a_i, b_i]  |
 * | simd   | n limbs of at most 29 bits, as i32      | two elements, [a_2k b_2k a_2k+1 b_2k+1] |
 * | scalar | the same limbs, in i64 locals           | one element                        |
 *
 * R = 2^(w n). A coordinate in memory (of one element) has the same size in the
 * tiers simd and scalar.
 * @module scripts/wasm/lane/plan
 */
import { bitLength, inverse } from "../../../src/bigint/modular.js";

/** @typedef {"fma" | "simd" | "scalar"} Tier */

/**
 * @typedef {object} LanePlan
 * @property {Tier} tier
 * @property {bigint} p
 * @property {number} n - limbs
 * @property {number} w - bits per limb
 * @property {bigint} R - 2^(w n)
 * @property {bigint} mu - -p^-1 mod 2^w
 * @property {bigint} early - (mu p + 1) / 2^w: see product.js
 * @property {boolean} tight - tier fma: so little room between p and R that sums have to be reduced before they are factors
 * @property {number} packed - bytes of an element in the base module
 * @property {(x: bigint) => bigint[]} digits - n centred digits, the top one takes what is left
 */

/** At least this many bits between p and R where limbs are integers: sums of values then need no care. */
const SLACK = 6;

/** Bits of a limb in tier fma where n of them are enough: sums of two numbers are factors as they are. */
const ROOMY = 49;

/**
 * @param {Tier} tier
 * @param {bigint} p - odd prime
 * @returns {LanePlan}
 */
export function lanePlan(tier, p) {
    const bits = bitLength(p);
    const n = tier === "fma" ? Math.ceil(bits / 51) : Math.ceil((bits + SLACK) / 29);
    const w = tier === "fma" ? (ROOMY * n >= bits + SLACK ? ROOMY : 51) : Math.ceil((bits + SLACK) / n);
    return planWith(tier, p, n, w);
}

/**
 * A plan with a given cut; `lanePlan` chooses, tests try others.
 * @param {Tier} tier
 * @param {bigint} p
 * @param {number} n
 * @param {number} w
 * @returns {LanePlan}
 */
export function planWith(tier, p, n, w) {
    const W = BigInt(w), M = 1n << W, half = M >> 1n;
    if (M ** BigInt(n) <= p) throw new RangeError(`lanePlan: expected ${n} limbs of ${w} bits to hold a ${bitLength(p)}-bit modulus`);
    const mu = M - inverse(p, M);
    const digits = (/** @type {bigint} */ x) => {
        const out = [];
        for (let i = 0; i < n - 1; i++) {
            let d = x & (M - 1n);
            if (d >= half) d -= M;
            out.push(d);
            x = (x - d) >> W;
        }
        return [...out, x];
    };
    const R = M ** BigInt(n);
    return { tier, p, n, w, R, mu, tight: tier === "fma" && R >> BigInt(SLACK) < p, early: (mu * p + 1n) >> W, packed: Math.ceil(bits64(p)) * 8, digits };
}

/** @param {bigint} p */
const bits64 = (p) => bitLength(p) / 64;
