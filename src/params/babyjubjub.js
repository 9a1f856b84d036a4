/**
 * Baby Jubjub, 168700 x^2 + y^2 = 1 + 168696 x^2 y^2 over the scalar field of bn128 (ERC-2494). The
 * generator is the base point of that text, which circomlib calls Base8: of the subgroup.
 * @module params/babyjubjub
 */
/** @import { EmbeddedRecord } from "./types.js" */
import { babyjubjubIdentity } from "./babyjubjub_identity.js";

/** @type {Readonly<EmbeddedRecord>} */
export const babyjubjub = Object.freeze({
    ...babyjubjubIdentity,
    g1: Object.freeze({
        name: "g1m", model: "edwards", degree: 1,
        a: 168700n,
        d: 168696n,
        sign: "greatest",
        generator: Object.freeze(/** @type {const} */ ([
            5299619240641551281634865583518297030282874472190772894086521144482721001553n,
            16950150798460657717958625567821834550301663161624707787222815936182638968203n,
        ])),
        cofactor: 8n, cofactorSize: 1,
        endomorphisms: Object.freeze([]),
    }),
    lanes: Object.freeze({
        msm: Object.freeze(["g1m"]),
        fft: Object.freeze([]),
        products: Object.freeze(["f1m"]),
    }),
});
