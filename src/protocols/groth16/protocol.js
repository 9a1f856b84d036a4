/**
 * Groth16 as a protocol of the catalogue.
 * @module protocols/groth16/protocol
 */
import { knownNames } from "../../curves/known.js";
import { generatorsNamed } from "../key/file_points.js";
import { pairingCurve } from "../key/verifier.js";
import { prover } from "./calls.js";
import { shareBytes, sumShare } from "./delegate/serve.js";
import { forecast } from "./forecast.js";
import { factsOf } from "./info.js";
import { readKey, weaknessOfKey } from "./json.js";
import { verifyStream } from "./many.js";
import { combine, isLate, planRanges, quotientScalars, sumRange } from "./split.js";
import { PARTS } from "./sums.js";
import { solidity } from "./solidity.js";
import { verificationKeyOf } from "./verification_key.js";
import { verify } from "./verify.js";

/** @import { Protocol } from "../protocol.js" */
/** @import { Zkey } from "./zkey.js" */

/** @param {object} vkey */
async function vkeyWeakness(vkey) {
    const { curve, points } = readKey(vkey, pairingCurve, knownNames());
    return weaknessOfKey(points, await generatorsNamed(curve.name));
}

/** @type {Readonly<Protocol<Zkey>>} */
export const groth16 = Object.freeze({
    ...prover,
    marks: Object.freeze({ vkey: "vk_alpha_1", proof: "pi_a" }),
    forecast,
    info: factsOf,
    verify,
    verifyStream,
    vkeyWeakness,
    verificationKey: verificationKeyOf,
    solidity,
    split: Object.freeze({
        parts: Object.freeze(Object.keys(PARTS)),
        plan: planRanges, isLate, scalars: quotientScalars, sum: sumRange, combine,
    }),
    delegated: Object.freeze({ bytes: shareBytes, sum: sumShare }),
});
