/**
 * Only Groth16 verification, in a small bundle that starts quickly and has no workers. Public as ffturbo/verify.
 * @module protocols/groth16/verify_alone
 */
/** @typedef {import("../../files/errors.js").ProverCode} ProverCode */
/** @typedef {import("./proof.js").Proof} Proof */
/** @typedef {import("../json.js").Reason} Reason */
/** @typedef {import("../json.js").Verdict} Verdict */
/**
 * @template {boolean} R
 * @typedef {import("../json.js").Answer<R>} Answer
 */
/** @typedef {import("./verify.js").PublicSignals} PublicSignals */
/** @typedef {import("./verify.js").VerificationKey} VerificationKey */
import { wantsReason } from "../json.js";
import { verifierOf } from "../../curves/verifier.js";
import { verifyOn } from "./verify.js";

export { ProverError } from "../../files/errors.js";

/**
 * @template {boolean} [R=false]
 * @param {object} vkey - a VerificationKey, as snarkjs exports it
 * @param {PublicSignals} publicSignals
 * @param {object} proof - a Proof, as snarkjs writes it
 * @param {{ reason?: R }} [options] - reason: return a verdict that says why, instead of a boolean
 * @returns {Promise<import("../json.js").Answer<R>>} false for a proof that is not valid, for
 *   signals out of range, and for points that are not on the curve or in the subgroup
 * @throws {import("../../files/errors.js").ProverError} when the key is not a Groth16 verification key, or an option
 *   is wrong
 */
export async function verify(vkey, publicSignals, proof, options) {
    return verifyOn(verifierOf, vkey, publicSignals, proof, wantsReason(options));
}
