/**
 * PLONK as a protocol of the catalogue.
 * @module protocols/plonk/protocol
 */
import { knownNames } from "../../curves/known.js";
import { generatorsNamed } from "../key/file_points.js";
import { pairingCurve } from "../key/verifier.js";
import { readKey } from "../plonkish/json.js";
import { prover } from "./calls.js";
import { forecast } from "./forecast.js";
import { factsOf } from "./info.js";
import { FORM, weaknessOfKey } from "./json.js";
import { solidity } from "./solidity.js";
import { verificationKeyOf } from "./verification_key.js";
import { verify, verifyStream } from "./verify.js";

/** @import { Protocol } from "../protocol.js" */
/** @import { Zkey } from "./zkey.js" */

/** @param {object} vkey */
async function vkeyWeakness(vkey) {
    const { curve, key } = readKey(FORM, vkey, pairingCurve, knownNames());
    return weaknessOfKey(key, await generatorsNamed(curve.name));
}

/** @type {Readonly<Protocol<Zkey>>} */
export const plonk = Object.freeze({
    ...prover, marks: Object.freeze({ vkey: "Qm", proof: "Wxi" }),
    forecast, info: factsOf, verify, verifyStream, vkeyWeakness, solidity,
    verificationKey: verificationKeyOf,
});
