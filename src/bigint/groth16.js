/**
 * Verification of a Groth16 proof on BigInt, for hosts without WebAssembly.
 * Takes the JSON that snarkjs writes, and refuses what is not canonical:
 * coordinates and signals in range, points on the curve and in the subgroup.
 *
 * Source: Groth 2016, "On the Size of Pairing-based Non-interactive Arguments".
 * @module bigint/groth16
 */
/** @import { Pairing } from "./pairing.js" */
import { checkType } from "../util/check.js";

/**
 * @typedef {(string | bigint)[]} JsonPoint1 - x, y, z
 * @typedef {(string | bigint)[][]} JsonPoint2 - x, y, z, each c0, c1
 * @typedef {{ vk_alpha_1: JsonPoint1, vk_beta_2: JsonPoint2, vk_gamma_2: JsonPoint2, vk_delta_2: JsonPoint2, IC: JsonPoint1[] }} VerificationKey
 * @typedef {{ pi_a: JsonPoint1, pi_b: JsonPoint2, pi_c: JsonPoint1 }} Proof
 */

/**
 * True when the proof shows what the key asks, for these public signals: e(A, B) = e(alpha, beta) e(sum of signals, gamma) e(C, delta).
 * @param {Pairing} pairing - of the curve of the key
 * @param {VerificationKey} key
 * @param {(string | bigint | number)[]} publicSignals
 * @param {Proof} proof
 * @returns {boolean} false also for signals or points out of range, off the curve or outside of the subgroup
 * @throws {TypeError} when a part of the input is missing or the number of signals is wrong
 */
export function verifyGroth16(pairing, key, publicSignals, proof) {
    checkType(Array.isArray(publicSignals) && Array.isArray(key?.IC), "verifyGroth16", "a key with IC and an array of public signals", publicSignals);
    checkType(publicSignals.length === key.IC.length - 1, "verifyGroth16", `${key.IC.length - 1} public signals`, publicSignals);
    const { G1, G2 } = pairing;
    const signals = publicSignals.map((s) => BigInt(s));
    const ones = [proof.pi_a, proof.pi_c, key.vk_alpha_1, ...key.IC].map(integers);
    const twos = [proof.pi_b, key.vk_beta_2, key.vk_gamma_2, key.vk_delta_2].map(integers);
    if (!signals.every((s) => s >= 0n && s < pairing.r)) return false;
    if (!ones.every((p) => isMember(G1, p, pairing.r)) || !twos.every((p) => isMember(G2, p, pairing.r))) return false;
    const [a, c, alpha, ...ic] = ones;
    const [b, beta, gamma, delta] = twos;
    const inputs = signals.reduce((sum, s, i) => G1.add(sum, G1.timesScalar(ic[i + 1], s)), ic[0]);
    return pairing.productIsOne([[G1.neg(a), b], [alpha, beta], [inputs, gamma], [c, delta]]);
}

/** Text as integers, at every level. @param {any} value - any: JSON of the caller @returns {any} */
const integers = (value) => (Array.isArray(value) ? value.map(integers) : BigInt(value));

/**
 * @param {import("./curve.js").EC<any>} group - any: coordinates of either field
 * @param {any[]} p - Jacobian
 * @param {bigint} r
 * @returns {boolean} canonical, on the curve and of order r
 */
function isMember(group, p, r) {
    const { F } = group;
    const shaped = Array.isArray(p) && p.length === 3 && p.every((c) => (F.m === 1 ? typeof c === "bigint" : c.length === F.m));
    if (!shaped || !p.flat().every((c) => c >= 0n && c < F.p)) return false;
    if (group.isZero(p)) return true;
    const [x, y] = group.affine(p);
    return F.eq(F.square(y), F.add(F.mul(F.square(x), x), group.b)) && group.isZero(group.timesScalar(p, r));
}
