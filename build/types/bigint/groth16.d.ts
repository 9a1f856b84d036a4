import type { EC } from "./curve.js";
import type { Answer, CurveFacts } from "./groth16_json.js";
export type JsonPoint1 = (string | bigint | number)[];
export type JsonPoint2 = (string | bigint | number)[][];
export type VerificationKey = {
    protocol: string;
    curve: string;
    nPublic: number;
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
    protocol?: string;
    curve?: string;
};
export type Curve = CurveFacts & {
    G1: EC<any>;
    G2: EC<any>;
    pairingEq: (...operands: any[]) => boolean;
};
/**
 * Whether the proof is valid for these public signals under the key: e(A, B) = e(alpha, beta) e(sum of signals,
 * gamma) e(C, delta).
 * @template {boolean} [R=false]
 * @param {{ curveOf: (name: string) => Curve | undefined, names: string }} curves - names: for messages
 * @param {VerificationKey} vkey
 * @param {readonly (string | bigint | number)[]} publicSignals
 * @param {Proof} proof
 * @param {{ reason?: R }} [options] - reason: return a verdict that says why, instead of a boolean
 * @returns {Answer<R>} false also for signals out of range and points that are not on the curve or in the subgroup
 * @throws {ProverError} for a key or options that cannot be used
 */
export declare function verifyGroth16<R extends boolean = false>({ curveOf, names }: {
    curveOf: (name: string) => Curve | undefined;
    names: string;
}, vkey: VerificationKey, publicSignals: readonly (string | bigint | number)[], proof: Proof, options?: {
    reason?: R;
}): Answer<R>;
