import type { Pairing } from "./pairing.js";
export type JsonPoint1 = (string | bigint)[];
export type JsonPoint2 = (string | bigint)[][];
export type VerificationKey = {
    vk_alpha_1: JsonPoint1;
    vk_beta_2: JsonPoint2;
    vk_gamma_2: JsonPoint2;
    vk_delta_2: JsonPoint2;
    IC: JsonPoint1[];
};
export type Proof = {
    pi_a: JsonPoint1;
    pi_b: JsonPoint2;
    pi_c: JsonPoint1;
};
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
export declare function verifyGroth16(pairing: Pairing, key: VerificationKey, publicSignals: (string | bigint | number)[], proof: Proof): boolean;
