/**
 * Verification keys of all protocols, without their provers.
 * @module protocols/verification_key
 */
import { weaknessOf as keyFflonk } from "./fflonk/info.js";
import { verificationKeyOf as ofFflonk, vkeyWeakness as vkeyFflonk } from "./fflonk/verification_key.js";
import { KIND as fflonk } from "./fflonk/zkey.js";
import { weaknessOf as keyGroth16 } from "./groth16/info.js";
import { verificationKeyOf as ofGroth16, vkeyWeakness as vkeyGroth16 } from "./groth16/verification_key.js";
import { KIND as groth16 } from "./groth16/zkey.js";
import { openKeyFile } from "./key/header.js";
import { refuseWeak } from "./key/weakness.js";
import { weaknessOf as keyPlonk } from "./plonk/info.js";
import { verificationKeyOf as ofPlonk, vkeyWeakness as vkeyPlonk } from "./plonk/verification_key.js";
import { KIND as plonk } from "./plonk/zkey.js";
import { withCeremony } from "./setup/open.js";
import { readInsecureOptions } from "./setup/options.js";

/** @import { SourceLike } from "../files/source.js" */
/** @import { KeyKind } from "./key/header.js" */
/** @import { Protocol } from "./protocol.js" */
/** @import { InsecureOptions } from "./setup/options.js" */

/**
 * @typedef
 *   {import("./groth16/index.js").VerificationKey | import("./plonk/index.js").VerificationKey
 *   | import("./fflonk/index.js").VerificationKey}
 *   VerificationKey
 */

/**
 * What it takes of a protocol.
 * @type {readonly Pick<Protocol, keyof KeyKind | "weakness" | "vkeyWeakness"
 *   | "verificationKey">[]}
 */
const KINDS = Object.freeze([
    { ...groth16, verificationKey: ofGroth16, weakness: keyGroth16, vkeyWeakness: vkeyGroth16 },
    { ...plonk, verificationKey: ofPlonk, weakness: keyPlonk, vkeyWeakness: vkeyPlonk },
    { ...fflonk, verificationKey: ofFflonk, weakness: keyFflonk, vkeyWeakness: vkeyFflonk },
]);

/**
 * @param {string} where
 * @param {SourceLike} zkey
 * @param {InsecureOptions} [options]
 * @returns {Promise<any>} the verification key
 */
export async function verificationKeyFor(where, zkey, options) {
    const checked = readInsecureOptions(where, options), { insecure } = checked;
    return withCeremony(where, checked, async ({ open, controller: { signal }, curveOf }) => {
        const { kind, file } = await openKeyFile(await open("zkey", zkey), KINDS);
        const key = await kind.open(file);
        const curve = await curveOf(key.curve);
        file.packed?.use(curve);
        refuseWeak(where, await kind.weakness(key, async () => curve, signal), insecure);
        const vkey = await kind.verificationKey(key, curve, signal);
        if (!insecure) refuseWeak(where, await kind.vkeyWeakness(vkey), insecure);
        return vkey;
    });
}

/**
 * The verification key of a proving key of any of the protocols, as snarkjs writes it:
 * `zkey export verificationkey`.
 * @param {SourceLike} zkey
 * @param {InsecureOptions} [options]
 * @returns {Promise<VerificationKey>}
 * @throws {ProverError} ERR_KEY for a key that anybody can forge proofs of
 */
export const exportVerificationKey = (zkey, options) => verificationKeyFor("exportVerificationKey", zkey, options);
