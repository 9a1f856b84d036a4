/**
 * Verification: e(pi_a, pi_b) = e(alpha1, beta2) e(IC(public), gamma2) e(pi_c, delta2).
 * @module prover/groth16_verify
 */
import { knownCurve, ownCurve } from "../curves/own.js";
import { describe } from "../util/check.js";
import { ensure } from "./errors.js";
import { isInSubgroup } from "./points.js";
import { decimalBelow, decodePoint } from "./proof.js";

/** @import { Proof } from "./proof.js" */

/**
 * @typedef {object} VerificationKey
 * @property {string} protocol
 * @property {string} curve
 * @property {number} nPublic
 * @property {string[]} vk_alpha_1
 * @property {string[][]} vk_beta_2
 * @property {string[][]} vk_gamma_2
 * @property {string[][]} vk_delta_2
 * @property {string[][]} IC
 */

/**
 * Points of a verification key, affine LEM.
 * @typedef {object} KeyPoints
 * @property {Uint8Array} alpha1
 * @property {Uint8Array} beta2
 * @property {Uint8Array} gamma2
 * @property {Uint8Array} delta2
 * @property {Uint8Array[]} IC - one more than public signals
 */

/** @param {any} vkey @returns {import("../curves/own.js").KnownCurve} */
function checkKey(vkey) {
    ensure(typeof vkey === "object" && vkey !== null, "ERR_OPTION", () => `verify: expected a verification key, got ${describe(vkey)}`);
    ensure(vkey.protocol === "groth16", "ERR_FILE", () => `verify: expected a groth16 verification key, got protocol ${describe(vkey.protocol)}`);
    const known = knownCurve(vkey.curve);
    ensure(known, "ERR_CURVE", () => `verify: expected a key for bn128 or bls12381, got curve ${describe(vkey.curve)}`);
    ensure(Array.isArray(vkey.IC) && vkey.IC.length === vkey.nPublic + 1, "ERR_FILE", () => `verify: expected nPublic + 1 points IC in the verification key, got ${vkey.IC?.length} for nPublic ${describe(vkey.nPublic)}`);
    return known;
}

/** @param {any} curve @param {any} vkey @returns {KeyPoints} */
function decodeKey(curve, vkey) {
    const point = (/** @type {"G1" | "G2"} */ group, /** @type {string} */ name, /** @type {unknown} */ json) => {
        const found = decodePoint(curve, group, json);
        ensure(found, "ERR_POINT", () => `verify: expected ${name} of the verification key to be a point of ${curve.name}, got one that is off the curve; the key is damaged`);
        return found;
    };
    return {
        alpha1: point("G1", "vk_alpha_1", vkey.vk_alpha_1), beta2: point("G2", "vk_beta_2", vkey.vk_beta_2),
        gamma2: point("G2", "vk_gamma_2", vkey.vk_gamma_2), delta2: point("G2", "vk_delta_2", vkey.vk_delta_2),
        IC: vkey.IC.map((/** @type {unknown} */ json, /** @type {number} */ i) => point("G1", `IC[${i}]`, json)),
    };
}

/** @param {any} curve @param {any} proof @returns {{ a: Uint8Array, b: Uint8Array, c: Uint8Array } | undefined} its points, each in its group */
function decodeProof(curve, proof) {
    const a = decodePoint(curve, "G1", proof.pi_a), b = decodePoint(curve, "G2", proof.pi_b), c = decodePoint(curve, "G1", proof.pi_c);
    if (!a || !b || !c) return undefined;
    const inGroup = isInSubgroup(curve, curve.G1, a) && isInSubgroup(curve, curve.G2, b) && isInSubgroup(curve, curve.G1, c);
    return inGroup ? { a, b, c } : undefined;
}

/**
 * @param {any} curve
 * @param {KeyPoints} key
 * @param {readonly unknown[]} publicSignals
 * @param {unknown} proof
 * @returns {Promise<boolean>} false for anything that is not a proof of these signals
 */
export async function verifyWithKey(curve, { alpha1, beta2, gamma2, delta2, IC }, publicSignals, proof) {
    const { G1 } = curve;
    if (typeof proof !== "object" || proof === null) return false;
    const points = decodeProof(curve, proof);
    const signals = publicSignals.map((signal) => decimalBelow(signal, curve.r));
    if (!points || signals.includes(undefined) || signals.length !== IC.length - 1) return false;
    const combined = signals.reduce((sum, signal, i) => G1.add(sum, G1.timesScalar(IC[i + 1], signal)), G1.toJacobian(IC[0]));
    return curve.pairingEq(G1.neg(points.a), points.b, alpha1, beta2, G1.toAffine(combined), gamma2, points.c, delta2);
}

/**
 * @param {(name: "bn128" | "bls12381") => Promise<any>} curveOf
 * @param {VerificationKey | any} vkey
 * @param {readonly (string | bigint | number)[]} publicSignals
 * @param {Proof | any} proof
 * @returns {Promise<boolean>} as verify
 */
export async function verifyOn(curveOf, vkey, publicSignals, proof) {
    const known = checkKey(vkey);
    ensure(Array.isArray(publicSignals), "ERR_OPTION", () => `verify: expected a list of public signals, got ${describe(publicSignals)}`);
    const protocol = proof?.protocol ?? "groth16", name = proof?.curve ?? known.name;
    ensure(protocol === "groth16", "ERR_FILE", () => `verify: expected a groth16 proof, got protocol ${describe(protocol)}`);
    ensure(name === known.name, "ERR_CURVE", () => `verify: expected a proof on ${known.name}, as the verification key asks for, got one on ${describe(name)}`);
    const curve = await curveOf(known.name);
    return verifyWithKey(curve, decodeKey(curve, vkey), publicSignals, proof);
}

/**
 * @param {VerificationKey | any} vkey - as snarkjs exports it
 * @param {readonly (string | bigint | number)[]} publicSignals
 * @param {Proof | any} proof
 * @param {{ curve?: any }} [options] - a curve of this package that the caller built
 * @returns {Promise<boolean>} false for a proof that does not hold, for signals out of range, for points that are none
 * @throws {ProverError} when the key is no Groth16 verification key, or signals are no list
 */
export async function verify(vkey, publicSignals, proof, options = {}) {
    return verifyOn(async (name) => options.curve ?? ownCurve(name, {}), vkey, publicSignals, proof);
}
