/**
 * The verification key of an FFLONK key, as snarkjs writes it.
 * @module protocols/fflonk/verification_key
 */
import { decimals } from "../key/decimals.js";
import { generatorsNamed } from "../key/file_points.js";
import { pairingCurve } from "../key/verifier.js";
import { readKey, weaknessOfKey } from "./json.js";

/** @import { VerificationKey } from "./verify.js" */
/** @import { Zkey } from "./zkey.js" */

/**
 * @param {Zkey} zkey - whose constants are those of its domain
 * @param {import("../../curves/types.js").Curve} curve - of the key
 * @returns {Promise<VerificationKey>}
 */
export async function verificationKeyOf({ curve: { name }, nPublic, power, domain, points: { X_2, C0 } }, { G1, G2 }) {
    const { k1, k2, w, w3, w4, w8, wr } = domain, constants = Object.entries({ k1, k2, w, w3, w4, w8, wr });
    return /** @type {VerificationKey} */ ({
        protocol: "fflonk", curve: name, nPublic, power,
        ...Object.fromEntries(constants.map(([constant, value]) => [constant, String(value)])),
        X_2: decimals(G2.toObject(X_2)),
        C0: decimals(G1.toObject(C0)),
    });
}

/** @param {object} vkey */
export async function vkeyWeakness(vkey) {
    const { curve, key } = readKey(vkey, pairingCurve);
    return weaknessOfKey(key, await generatorsNamed(curve.name));
}
