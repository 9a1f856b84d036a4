/**
 * Groth16 verification and nothing else: a small bundle, a quick start, no workers. Public as ffturbo/verify.
 * @module prover/verify_alone
 */
import { bls12381, bn128 } from "../curves/base_modules.js";
import { defaultOptions } from "../curves/config.js";
import { buildVerifier } from "../curves/verifier.js";
import { verifyOn } from "./groth16_verify.js";

export { ProverError } from "./errors.js";

const BASES = Object.freeze({ bn128, bls12381 });

/** Built at the first proof on each curve. @type {Partial<Record<"bn128" | "bls12381", Promise<any>>>} */
const built = {};

/** @param {"bn128" | "bls12381"} name */
function curveOf(name) {
    built[name] ??= buildVerifier(name, BASES[name], defaultOptions().modules?.[name]).catch((error) => {
        delete built[name];
        throw error;
    });
    return built[name];
}

/**
 * @param {import("./groth16_verify.js").VerificationKey | any} vkey - as snarkjs exports it
 * @param {readonly (string | bigint | number)[]} publicSignals
 * @param {import("./proof.js").Proof | any} proof
 * @returns {Promise<boolean>} false for a proof that does not hold, for signals out of range, for points that are none
 * @throws {import("./errors.js").ProverError} when the key is no Groth16 verification key, or signals are no list
 */
export const verify = async (vkey, publicSignals, proof) => verifyOn(curveOf, vkey, publicSignals, proof);
