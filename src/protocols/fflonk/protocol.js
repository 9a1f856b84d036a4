/**
 * FFLONK as a protocol of the catalogue.
 * @module protocols/fflonk/protocol
 */
import { generatorsNamed } from "../key/file_points.js";
import { pairingCurve } from "../key/verifier.js";
import { factsOf, prover } from "./calls.js";
import { forecast } from "./forecast.js";
import { readKey, weaknessOfKey } from "./json.js";
import { solidity } from "./solidity.js";
import { verificationKeyOf } from "./verification_key.js";
import { verify, verifyStream } from "./verify.js";

/** @import { Protocol } from "../protocol.js" */
/** @import { Zkey } from "./zkey.js" */

/** @param {object} vkey */
async function vkeyWeakness(vkey) {
    const { curve, key } = readKey(vkey, pairingCurve);
    return weaknessOfKey(key, await generatorsNamed(curve.name));
}

/** @type {Readonly<Protocol<Zkey>>} */
export const fflonk = Object.freeze({
    ...prover, marks: Object.freeze({ vkey: "C0", proof: "polynomials" }),
    forecast, info: factsOf, verify, verifyStream, vkeyWeakness, solidity,
    verificationKey: verificationKeyOf,
});
