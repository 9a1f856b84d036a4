/**
 * Verification keys of all protocols, without their provers.
 * @module protocols/ceremony/verification_key
 */
import { verificationKeyWith } from "../exports.js";
import { weaknessOf as keyFflonk } from "../fflonk/info.js";
import { verificationKeyOf as ofFflonk, vkeyWeakness as vkeyFflonk } from "../fflonk/verification_key.js";
import { KIND as fflonk } from "../fflonk/zkey.js";
import { weaknessOf as keyGroth16 } from "../groth16/info.js";
import { verificationKeyOf as ofGroth16, vkeyWeakness as vkeyGroth16 } from "../groth16/verification_key.js";
import { KIND as groth16 } from "../groth16/zkey.js";
import { weaknessOf as keyPlonk } from "../plonk/info.js";
import { verificationKeyOf as ofPlonk, vkeyWeakness as vkeyPlonk } from "../plonk/verification_key.js";
import { KIND as plonk } from "../plonk/zkey.js";

/** @import { SourceLike } from "../../files/source.js" */
/** @import { VerificationKey } from "../index.js" */
/** @import { InsecureOptions } from "./options.js" */

const KINDS = Object.freeze([
    { ...groth16, verificationKey: ofGroth16, weakness: keyGroth16, vkeyWeakness: vkeyGroth16 },
    { ...plonk, verificationKey: ofPlonk, weakness: keyPlonk, vkeyWeakness: vkeyPlonk },
    { ...fflonk, verificationKey: ofFflonk, weakness: keyFflonk, vkeyWeakness: vkeyFflonk },
]);

/**
 * The verification key of a proving key of any of the protocols, as snarkjs writes it: `zkey export verificationkey`.
 * @param {SourceLike} zkey
 * @param {InsecureOptions} [options]
 * @returns {Promise<VerificationKey>}
 * @throws {ProverError} ERR_KEY for a key that anybody can forge proofs of
 */
export const exportVerificationKey = async (zkey, options) => verificationKeyWith(KINDS, zkey, options);
