/**
 * The verification key of a Groth16 key, without the other protocols.
 * @module protocols/ceremony/verification_key
 */
import { verificationKeyOf } from "../groth16/verification_key.js";
import { openZkey } from "../groth16/zkey.js";
import { withCeremony } from "./open.js";
import { readOptions } from "./options.js";

/** @import { SourceLike } from "../../files/source.js" */
/** @import { VerificationKey } from "../groth16/verify.js" */
/** @import { CeremonyOptions } from "./options.js" */

/**
 * The verification key of a proving key: `zkey export verificationkey`.
 * @param {SourceLike} zkey
 * @param {CeremonyOptions} [options]
 * @returns {Promise<VerificationKey>}
 */
export async function exportVerificationKey(zkey, options) {
    const where = "exportVerificationKey";
    return withCeremony(where, readOptions(where, options), async ({ open, controller: { signal }, curveOf }) => {
        const key = await openZkey(await open("zkey", zkey)), curve = await curveOf(key.curve);
        key.file.packed?.use(curve);
        return verificationKeyOf(key, curve, signal);
    });
}
