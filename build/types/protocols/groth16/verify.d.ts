import type { Answer } from "../../bigint/groth16_json.js";
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
export type PublicSignals = readonly (string | bigint | number)[];
export type VerifyOptions<R extends boolean = boolean> = {
    /**
     * - a curve of this package that the caller built; by default
     * a shared one is used
     */
    curve?: import("../../curves/types.js").Curve;
    /**
     * - true returns a verdict that says why, instead of a boolean
     */
    reason?: R;
};
export type KeyPoints = {
    alpha1: Uint8Array;
    beta2: Uint8Array;
    gamma2: Uint8Array;
    delta2: Uint8Array;
    /**
     * - one more than there are public signals
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
export declare function verifyWithKey(curve: any, key: KeyPoints, publicSignals: readonly unknown[], proof: unknown): Promise<boolean>;
/**
 * Everything is read before the first await, so that changes that the caller makes later have no effect.
 * @param {(name: string) => Promise<any>} curveOf
 * @param {unknown} vkey
 * @param {unknown} publicSignals
 * @param {unknown} proof
 * @param {boolean} reason
 * @returns {Promise<any>} any: a verdict if `reason` is true, otherwise a boolean
 */
export declare function verifyOn(curveOf: (name: string) => Promise<any>, vkey: unknown, publicSignals: unknown, proof: unknown, reason: boolean): Promise<any>;
/**
 * @template {boolean} [R=false]
 * @param {object} vkey - a VerificationKey, as snarkjs exports it
 * @param {PublicSignals} publicSignals
 * @param {object} proof - a Proof, as snarkjs writes it
 * @param {VerifyOptions<R>} [options]
 * @returns {Promise<Answer<R>>} false for a proof that is not valid, for signals out of range, and for points that are
 *   not on the curve or in the subgroup
 * @throws {ProverError} when the key is not a Groth16 verification key, or an option is wrong
 */
export declare function verify<R extends boolean = false>(vkey: object, publicSignals: PublicSignals, proof: object, options?: VerifyOptions<R>): Promise<Answer<R>>;
