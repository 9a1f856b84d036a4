/**
 * The verification key of a Groth16 key, as snarkjs writes it.
 * @module protocols/groth16/verification_key
 */
import { knownNames } from "../../curves/known.js";
import { decimals } from "../key/decimals.js";
import { generatorsNamed } from "../key/file_points.js";
import { pairingCurve } from "../key/verifier.js";
import { readKey, weaknessOfKey } from "./json.js";
import { SECTION } from "./zkey.js";

/** @import { Curve } from "../../curves/types.js" */
/** @import { VerificationKey } from "./verify.js" */
/** @import { Zkey } from "./zkey.js" */

/**
 * @param {Zkey} zkey
 * @param {Curve} curve - of the key
 * @param {AbortSignal} [signal]
 * @returns {Promise<VerificationKey>}
 */
export async function verificationKeyOf(zkey, curve, signal) {
    const { file, nPublic, sG1, points } = zkey, { G1, G2, Gt } = curve;
    const point = (/** @type {typeof G1} */ G, /** @type {Uint8Array} */ bytes) => decimals(G.toObject(bytes));
    const ic = await file.read(SECTION.IC, 0, (nPublic + 1) * sG1, signal);
    return /** @type {VerificationKey} */ ({
        protocol: "groth16",
        curve: zkey.curve.name,
        nPublic,
        vk_alpha_1: point(G1, points.alpha1),
        vk_beta_2: point(G2, points.beta2),
        vk_gamma_2: point(G2, points.gamma2),
        vk_delta_2: point(G2, points.delta2),
        vk_alphabeta_12: decimals(Gt.toObject(curve.pairing(points.alpha1, points.beta2))),
        IC: Array.from({ length: nPublic + 1 }, (_, i) => point(G1, ic.subarray(i * sG1, (i + 1) * sG1))),
    });
}

/** @param {object} vkey */
export async function vkeyWeakness(vkey) {
    const { curve, points } = readKey(vkey, pairingCurve, knownNames());
    return weaknessOfKey(points, await generatorsNamed(curve.name));
}
