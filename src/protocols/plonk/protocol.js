/**
 * PLONK as a protocol of the catalogue.
 * @module protocols/plonk/protocol
 */
import { prover } from "./entry.js";
import { forecast } from "./forecast.js";
import { solidity } from "./solidity.js";
import { verificationKeyOf, vkeyWeakness } from "./verification_key.js";
import { verify, verifyStream } from "./verify.js";

/** @import { Protocol } from "../protocol.js" */
/** @import { Zkey } from "./zkey.js" */

/** @type {Readonly<Protocol<Zkey>>} */
export const plonk = Object.freeze({
    ...prover, marks: Object.freeze({ vkey: "Qm", proof: "Wxi" }),
    forecast, verify, verifyStream, vkeyWeakness, solidity,
    verificationKey: verificationKeyOf,
});
