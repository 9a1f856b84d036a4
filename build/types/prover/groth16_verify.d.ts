import type { Proof } from "./proof.js";
export type VerificationKey = {
    protocol: string;
    curve: string;
    nPublic: number;
    vk_alpha_1: string[];
    vk_beta_2: string[][];
    vk_gamma_2: string[][];
    vk_delta_2: string[][];
    IC: string[][];
};
export type KeyPoints = {
    alpha1: Uint8Array;
    beta2: Uint8Array;
    gamma2: Uint8Array;
    delta2: Uint8Array;
    /**
     * - one more than public signals
     */
    IC: Uint8Array[];
};
/**
 * @param {any} curve
 * @param {KeyPoints} key
 * @param {readonly unknown[]} publicSignals
 * @param {unknown} proof
 * @returns {Promise<boolean>} false for anything that is not a proof of these signals
 */
export declare function verifyWithKey(curve: any, { alpha1, beta2, gamma2, delta2, IC }: KeyPoints, publicSignals: readonly unknown[], proof: unknown): Promise<boolean>;
/**
 * @param {(name: "bn128" | "bls12381") => Promise<any>} curveOf
 * @param {VerificationKey | any} vkey
 * @param {readonly (string | bigint | number)[]} publicSignals
 * @param {Proof | any} proof
 * @returns {Promise<boolean>} as verify
 */
export declare function verifyOn(curveOf: (name: "bn128" | "bls12381") => Promise<any>, vkey: VerificationKey | any, publicSignals: readonly (string | bigint | number)[], proof: Proof | any): Promise<boolean>;
/**
 * @param {VerificationKey | any} vkey - as snarkjs exports it
 * @param {readonly (string | bigint | number)[]} publicSignals
 * @param {Proof | any} proof
 * @param {{ curve?: any }} [options] - a curve of this package that the caller built
 * @returns {Promise<boolean>} false for a proof that does not hold, for signals out of range, for points that are none
 * @throws {ProverError} when the key is no Groth16 verification key, or signals are no list
 */
export declare function verify(vkey: VerificationKey | any, publicSignals: readonly (string | bigint | number)[], proof: Proof | any, options?: {
    curve?: any;
}): Promise<boolean>;
