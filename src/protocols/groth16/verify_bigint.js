/**
 * Verification of a Groth16 proof on BigInt, for hosts without WebAssembly.
 * Takes the JSON that snarkjs writes, in the forms of protocols/json:
 * coordinates and signals in range, points on the curve and in the subgroup.
 *
 * Source: Groth 2016, "On the Size of Pairing-based Non-interactive Arguments".
 * @module protocols/groth16/verify_bigint
 */
/** @import { EC } from "../../bigint/curve.js" */
/** @import { Answer, CurveFacts, FaultOf } from "../json.js" */
/** @import { Claim, KeyPoints } from "./json.js" */
import { checkClaim, checkKey, readClaim, readKey, rememberKeys, weaknessOfKey } from "./json.js";
import { answerOptions, attempt, checkEquation, verdictOf } from "../json.js";
import { refuseWeak } from "../key/weakness.js";

/**
 * @typedef {(string | bigint | number)[]} JsonPoint1 - x, y, z
 * @typedef {(string | bigint | number)[][]} JsonPoint2 - x, y, z, each c0, c1
 * @typedef
 *   {{ protocol?: string, curve: string, nPublic?: number | string, vk_alpha_1: JsonPoint1,
 *   vk_beta_2: JsonPoint2, vk_gamma_2: JsonPoint2, vk_delta_2: JsonPoint2, IC: JsonPoint1[] }}
 *   VerificationKey
 * @typedef {{ pi_a: JsonPoint1, pi_b: JsonPoint2, pi_c: JsonPoint1, protocol?: string, curve?:
 *   string }} Proof
 */

/**
 * @typedef {CurveFacts & { G1: EC<any>, G2: EC<any>, pairingEq: (...operands: any[]) => boolean }}
 *   Curve - any: coordinates of either field
 */

const remember = rememberKeys();

/**
 * Whether the proof is valid for these public signals under the key: e(A, B) = e(alpha, beta) e(sum
 * of signals, gamma) e(C, delta).
 * @template {boolean} [R=false]
 * @param {{ curveOf: (name: any) => Curve | undefined, names: string }} curves - names: for
 *   messages
 * @param {VerificationKey} vkey
 * @param {readonly (string | bigint | number)[]} publicSignals
 * @param {Proof} proof
 * @param {{ reason?: R, insecure?: boolean }} [options] - reason: return a verdict that says why,
 *   instead of a boolean; insecure: take a key that anybody can forge proofs of
 * @returns {Answer<R>} false also for signals out of range and points that are not on the curve or
 *   in the subgroup
 * @throws {ProverError} for a key or options that cannot be used
 */
export function verifyGroth16({ curveOf, names }, vkey, publicSignals, proof, options) {
    const { reason, insecure } = answerOptions(options);
    const { curve, points } = readKey(vkey, curveOf, names);
    const isFaulty = (/** @type {1 | 2} */ degree, /** @type {any[]} */ point) =>
        faultOf(degree === 1 ? curve.G1 : curve.G2, point, curve.r);
    remember(curve, points, () => checkKey(points, isFaulty));
    const generators = { G1: String(curve.G1.g[0]), G2: String(curve.G2.g[0]) };
    refuseWeak("verify", weaknessOfKey(points, generators), insecure);
    const verdict = verdictOf(attempt(() => {
        const claim = readClaim(curve, points.IC.length - 1, publicSignals, proof);
        checkClaim(claim, isFaulty);
        checkEquation(holds(curve, points, claim));
    }));
    // any, because the type depends on R
    return /** @type {any} */ (reason ? verdict : verdict.valid);
}

/**
 * @param {EC<any>} group
 * @param {any[]} p - x, y, z; z = 1, or 0 at infinity
 * @param {bigint} r
 * @returns {ReturnType<FaultOf>}
 */
function faultOf(group, p, r) {
    const { F } = group, [x, y] = p;
    if (group.isZero(p)) return undefined;
    if (!F.eq(F.square(y), F.add(F.mul(F.square(x), x), group.b))) return "POINT_CURVE";
    return group.isZero(group.timesScalar(p, r)) ? undefined : "POINT_SUBGROUP";
}

/** @param {Curve} curve @param {KeyPoints} key @param {Claim} claim */
function holds({ G1, pairingEq }, { alpha1, beta2, gamma2, delta2, IC }, { signals, a, b, c }) {
    const inputs = signals.reduce((sum, s, i) => G1.add(sum, G1.timesScalar(IC[i + 1], s)), IC[0]);
    return pairingEq(G1.neg(a), b, alpha1, beta2, inputs, gamma2, c, delta2);
}
