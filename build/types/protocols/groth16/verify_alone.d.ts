export type ProverCode = import("../../files/errors.js").ProverCode;
export type Proof = import("./proof.js").Proof;
export type Reason = import("../../bigint/groth16_json.js").Reason;
export type Verdict = import("../../bigint/groth16_json.js").Verdict;
export type PublicSignals = import("./verify.js").PublicSignals;
export type VerificationKey = import("./verify.js").VerificationKey;
export { ProverError } from "../../files/errors.js";
/**
 * @template {boolean} [R=false]
 * @param {object} vkey - a VerificationKey, as snarkjs exports it
 * @param {PublicSignals} publicSignals
 * @param {object} proof - a Proof, as snarkjs writes it
 * @param {{ reason?: R }} [options] - reason: return a verdict that says why, instead of a boolean
 * @returns {Promise<import("../../bigint/groth16_json.js").Answer<R>>} false for a proof that is not valid, for
 *   signals out of range, and for points that are not on the curve or in the subgroup
 * @throws {import("../../files/errors.js").ProverError} when the key is not a Groth16 verification key, or an option
 *   is wrong
 */
export declare function verify<R extends boolean = false>(vkey: object, publicSignals: PublicSignals, proof: object, options?: {
    reason?: R;
}): Promise<import("../../bigint/groth16_json.js").Answer<R>>;
