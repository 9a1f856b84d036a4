/**
 * Verification keys of all protocols, without their provers.
 * @module protocols/ceremony/verification_key
 */
import { verificationKeyWith } from "../exports.js";
import { verificationKeyOf as ofFflonk } from "../fflonk/verification_key.js";
import { KIND as fflonk } from "../fflonk/zkey.js";
import { verificationKeyOf as ofGroth16 } from "../groth16/verification_key.js";
import { KIND as groth16 } from "../groth16/zkey.js";
import { verificationKeyOf as ofPlonk } from "../plonk/verification_key.js";
import { KIND as plonk } from "../plonk/zkey.js";

/** @import { SourceLike } from "../../files/source.js" */
/** @import { VerificationKey } from "../index.js" */
/** @import { CeremonyOptions } from "./options.js" */

const KINDS = Object.freeze([
    { ...groth16, verificationKey: ofGroth16 }, { ...plonk, verificationKey: ofPlonk },
    { ...fflonk, verificationKey: ofFflonk },
]);

/**
 * The verification key of a proving key of any of the protocols, as snarkjs writes it: `zkey export verificationkey`.
 * @param {SourceLike} zkey
 * @param {CeremonyOptions} [options]
 * @returns {Promise<VerificationKey>}
 */
export const exportVerificationKey = async (zkey, options) => verificationKeyWith(KINDS, zkey, options);
