/**
 * The verification key of a PLONK key, as snarkjs writes it.
 * @module protocols/plonk/verification_key
 */
import { knownNames } from "../../curves/known.js";
import { decimals } from "../key/decimals.js";
import { generatorsNamed } from "../key/file_points.js";
import { pairingCurve } from "../key/verifier.js";
import { readKey } from "../plonkish/json.js";
import { COMMITMENTS, FORM, weaknessOfKey } from "./json.js";

/** @import { VerificationKey } from "./verify.js" */
/** @import { Zkey } from "./zkey.js" */

/**
 * @param {Zkey} zkey
 * @param {import("../../curves/types.js").Curve} curve - of the key
 * @returns {Promise<VerificationKey>}
 */
export async function verificationKeyOf({ curve: { name }, nPublic, power, k1, k2, commitments, X_2 }, curve) {
    const { G1, G2, Fr } = curve;
    return /** @type {VerificationKey} */ ({
        protocol: "plonk", curve: name, nPublic, power,
        k1: String(Fr.toObject(k1)), k2: String(Fr.toObject(k2)),
        ...Object.fromEntries(COMMITMENTS.map((member) => [member, decimals(G1.toObject(commitments[member]))])),
        X_2: decimals(G2.toObject(X_2)),
        w: String(Fr.toObject(Fr.w[power])),
    });
}

/** @param {object} vkey */
export async function vkeyWeakness(vkey) {
    const { curve, key } = readKey(FORM, vkey, pairingCurve, knownNames());
    return weaknessOfKey(key, await generatorsNamed(curve.name));
}
