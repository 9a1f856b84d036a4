/**
 * Jubjub, -x^2 + y^2 = 1 - 10240/10241 x^2 y^2 over the scalar field of bls12-381 (Zcash protocol
 * specification,
 * 5.4.9.3). The generator is that of arkworks and noble, of the subgroup.
 * @module params/jubjub
 */
/** @import { EmbeddedRecord } from "./types.js" */
import { jubjubIdentity } from "./jubjub_identity.js";

/** @type {Readonly<EmbeddedRecord>} */
export const jubjub = Object.freeze({
    ...jubjubIdentity,
    g1: Object.freeze({
        name: "g1m", model: "edwards", degree: 1,
        a: -1n,
        d: 0x2a9318e74bfa2b48f5fd9207e6bd7fd4292d7f6d37579d2601065fd6d6343eb1n,
        sign: "odd",
        generator: Object.freeze(/** @type {const} */ ([
            0x11dafe5d23e1218086a365b99fbf3d3be72f6afd7d1f72623e6b071492d1122bn,
            0x1d523cf1ddab1a1793132e78c866c0c33e26ba5cc220fed7cc3f870e59d292aan,
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
