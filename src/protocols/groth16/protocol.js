/**
 * Groth16 as a protocol of the catalogue.
 * @module protocols/groth16/protocol
 */
import { prover } from "./entry.js";
import { forecast } from "./forecast.js";
import { verifyStream } from "./many.js";
import { combine, isLate, planRanges, quotientScalars, msmRange } from "./split.js";
import { PARTS } from "./msms.js";
import { solidity } from "./solidity.js";
import { verificationKeyOf, vkeyWeakness } from "./verification_key.js";
import { verify } from "./verify.js";

/** @import { Protocol } from "../protocol.js" */
/** @import { Zkey } from "./zkey.js" */

/** @type {Readonly<Protocol<Zkey>>} */
export const groth16 = Object.freeze({
    ...prover,
    marks: Object.freeze({ vkey: "vk_alpha_1", proof: "pi_a" }),
    forecast,
    verify,
    verifyStream,
    vkeyWeakness,
    verificationKey: verificationKeyOf,
    solidity,
    split: Object.freeze({
        parts: Object.freeze(Object.keys(PARTS)),
        plan: planRanges, isLate, scalars: quotientScalars, msm: msmRange, combine,
    }),
});
