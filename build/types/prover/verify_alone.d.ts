export { ProverError } from "./errors.js";
/**
 * @param {import("./groth16_verify.js").VerificationKey | any} vkey - as snarkjs exports it
 * @param {readonly (string | bigint | number)[]} publicSignals
 * @param {import("./proof.js").Proof | any} proof
 * @returns {Promise<boolean>} false for a proof that does not hold, for signals out of range, for points that are none
 * @throws {import("./errors.js").ProverError} when the key is no Groth16 verification key, or signals are no list
 */
export declare const verify: (vkey: import("./groth16_verify.js").VerificationKey | any, publicSignals: readonly (string | bigint | number)[], proof: import("./proof.js").Proof | any) => Promise<boolean>;
