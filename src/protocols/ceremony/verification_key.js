/**
 * The verification key of a Groth16 key, as snarkjs writes it.
 * @module protocols/ceremony/verification_key
 */
import { openZkey, SECTION } from "../groth16/zkey.js";
import { withCeremony } from "./open.js";
import { readOptions } from "./options.js";

/** @import { SourceLike } from "../../files/source.js" */
/** @import { VerificationKey } from "../groth16/verify.js" */
/** @import { CeremonyOptions } from "./options.js" */

/** Numbers in lists as decimal text. @param {any} value @returns {any} */
const decimals = (value) => (Array.isArray(value) ? value.map(decimals) : String(value));

/**
 * The verification key of a proving key: `zkey export verificationkey`.
 * @param {SourceLike} zkey
 * @param {CeremonyOptions} [options]
 * @returns {Promise<VerificationKey>}
 */
export async function exportVerificationKey(zkey, options) {
    const where = "exportVerificationKey";
    return withCeremony(where, readOptions(where, options), async ({ open, controller: { signal }, curveOf }) => {
        const key = await openZkey(await open("zkey", zkey)), { file, nPublic, sG1, points } = key;
        const curve = await curveOf(key.curve), { G1, G2, Gt } = curve;
        const point = (/** @type {typeof G1} */ G, /** @type {Uint8Array} */ bytes) => decimals(G.toObject(bytes));
        const ic = await file.read(SECTION.IC, 0, (nPublic + 1) * sG1, signal);
        return {
            protocol: "groth16",
            curve: key.curve.name,
            nPublic,
            vk_alpha_1: point(G1, points.alpha1),
            vk_beta_2: point(G2, points.beta2),
            vk_gamma_2: point(G2, points.gamma2),
            vk_delta_2: point(G2, points.delta2),
            vk_alphabeta_12: decimals(Gt.toObject(curve.pairing(points.alpha1, points.beta2))),
            IC: Array.from({ length: nPublic + 1 }, (_, i) => point(G1, ic.subarray(i * sG1, (i + 1) * sG1))),
        };
    });
}
