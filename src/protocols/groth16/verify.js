/**
 * Verification: e(pi_a, pi_b) = e(alpha1, beta2) e(IC(public), gamma2) e(pi_c, delta2).
 * @module protocols/groth16/verify
 */
import { checkClaim, checkKey, readClaim, readKey, rememberKeys, weaknessOfKey } from "./json.js";
import { answerOptions, attempt, checkEquation, Rejection, verdictOf } from "../json.js";
import { knownNames } from "../../curves/known.js";
import { warmPairing } from "../../curves/pairing_lanes.js";
import { curveFor, faultsOn, pairingCurve } from "../key/verifier.js";
import { generatorsOf, refuseWeak } from "../key/weakness.js";
import { holdsAlone, prepareKey } from "./equation.js";

/** @import { VerifierCurve } from "../../curves/types.js" */
/** @import { LanePairing } from "../../curves/pairing_lanes.js" */
/** @import { Answer, Verdict } from "../json.js" */
/** @import { PreparedKey, Statement } from "./equation.js" */
/** @import { Claim, KeyPoints as KeyJson } from "./json.js" */
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
 * Each is below r, and decimal if it is text.
 * @typedef {readonly (string | bigint | number)[]} PublicSignals
 */

/**
 * @template {boolean} [R=boolean]
 * @typedef {import("../json.js").VerifyOptions<R>} VerifyOptions
 */

/**
 * Points of a verification key, affine LEM.
 * @typedef {object} KeyPoints
 * @property {Uint8Array} alpha1
 * @property {Uint8Array} beta2
 * @property {Uint8Array} gamma2
 * @property {Uint8Array} delta2
 * @property {Uint8Array[]} IC - one more than there are public signals
 */

/**
 * @param {VerifierCurve} curve
 * @param {KeyJson} points
 * @returns {KeyPoints}
 * @throws {ProverError}
 */
function decodeKey({ G1, G2 }, { alpha1, beta2, gamma2, delta2, IC }) {
    return {
        alpha1: G1.fromObject(alpha1),
        beta2: G2.fromObject(beta2),
        gamma2: G2.fromObject(gamma2),
        delta2: G2.fromObject(delta2),
        IC: IC.map((point) => G1.fromObject(point)),
    };
}

const remember = rememberKeys();

/**
 * @param {VerifierCurve} curve
 * @param {Claim} claim - whose points were checked
 * @returns {Statement}
 */
export const statementOf = ({ G1, G2 }, { a, b, c, signals }) =>
    ({ a: G1.fromObject(a), b: G2.fromObject(b), c: G1.fromObject(c), signals });

/**
 * The pairing on lanes, if there is one.
 * @typedef {(curve: VerifierCurve) => Promise<LanePairing | undefined>} LanesOf
 */

/**
 * @param {VerifierCurve} curve
 * @param {PreparedKey} key - of points of their groups
 * @param {Claim | Rejection} claim
 * @param {LanePairing} [lanes]
 * @returns {Verdict}
 */
const judge = (curve, key, claim, lanes) => verdictOf(claim instanceof Rejection ? claim : attempt(() => {
    checkClaim(claim, faultsOn(curve));
    checkEquation(holdsAlone(curve, key, statementOf(curve, claim), lanes));
}));

/**
 * @param {VerifierCurve} curve
 * @param {KeyPoints} points - of their groups
 * @param {readonly unknown[]} publicSignals
 * @param {unknown} proof
 * @returns {boolean} false for anything that is not a proof of these signals
 */
export function verifyWithKey(curve, points, publicSignals, proof) {
    const claim = attempt(() => readClaim(curve, points.IC.length - 1, publicSignals, proof));
    return judge(curve, prepareKey(curve, points), claim).valid;
}

/**
 * A verification key on its curve.
 * @typedef {object} OpenKey
 * @property {VerifierCurve} curve
 * @property {import("../json.js").CurveFacts} known
 * @property {number} count - of signals
 * @property {PreparedKey} key
 */

/**
 * Reads a key before it returns, so that changes that the caller makes later have no effect.
 * @param {(name: string) => Promise<any>} curveOf
 * @param {unknown} vkey
 * @param {boolean} insecure
 */
export function openVkey(curveOf, vkey, insecure) {
    const { curve: known, points } = readKey(vkey, pairingCurve, knownNames());
    const count = points.IC.length - 1;
    /** @returns {Promise<OpenKey>} */
    const open = async () => {
        const curve = await curveOf(known.name);
        const key = remember(curve, points, () => {
            checkKey(points, faultsOn(curve));
            return prepareKey(curve, decodeKey(curve, points));
        });
        refuseWeak("verify", weaknessOfKey(points, generatorsOf(curve)), insecure);
        return { curve, known, count, key };
    };
    return { known, count, open };
}

/**
 * Everything is read before the first await.
 * @param {(name: string) => Promise<any>} curveOf
 * @param {unknown} vkey
 * @param {unknown} publicSignals
 * @param {unknown} proof
 * @param {ReturnType<typeof answerOptions>} options
 * @param {LanesOf} [lanesOf]
 * @returns {Promise<any>} any: a verdict if `reason` is true, otherwise a boolean
 */
export async function verifyOn(curveOf, vkey, publicSignals, proof, { reason, insecure }, lanesOf) {
    const { known, count, open } = openVkey(curveOf, vkey, insecure);
    const claim = attempt(() => readClaim(known, count, publicSignals, proof));
    const { curve, key } = await open();
    const verdict = judge(curve, key, claim, await lanesOf?.(curve));
    return reason ? verdict : verdict.valid;
}

/**
 * @template {boolean} [R=false]
 * @param {object} vkey - a VerificationKey, as snarkjs exports it
 * @param {PublicSignals} publicSignals
 * @param {object} proof - a Proof, as snarkjs writes it
 * @param {VerifyOptions<R>} [options]
 * @returns {Promise<Answer<R>>} false for a proof that is not valid, for signals out of range, and
 *   for points that are not on the curve or in the subgroup
 * @throws {ProverError} when the key is not a Groth16 verification key, or an option is wrong;
 *   ERR_KEY for a key that anybody can forge proofs of
 */
export async function verify(vkey, publicSignals, proof, options) {
    const answer = answerOptions(options, ["curve", "reason"]);
    return verifyOn(curveFor(options ?? {}), vkey, publicSignals, proof, answer, warmPairing);
}
