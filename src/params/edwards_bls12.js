/**
 * Edwards BLS12, -x^2 + y^2 = 1 + 3021 x^2 y^2 over the scalar field of bls12-377 (Bowe, Chiesa,
 * Green, Miers, Mishra, Wu, "Zexe", 2018). The generator is that of the ZPrize of 2022 for sums in
 * browsers; arkworks has another one.
 * @module params/edwards_bls12
 */
/** @import { EmbeddedRecord } from "./types.js" */
import { edwardsBls12Identity } from "./edwards_bls12_identity.js";

/** @type {Readonly<EmbeddedRecord>} */
export const edwards_bls12 = Object.freeze({
    ...edwardsBls12Identity,
    g1: Object.freeze({
        name: "g1m", model: "edwards", degree: 1,
        a: -1n,
        d: 3021n,
        sign: "greatest",
        generator: Object.freeze(/** @type {const} */ ([
            7810607721416582242904415504650443951498042435501746664987470571546413371306n,
            1867362672570137759132108893390349941423731440336755218616442213142473202417n,
        ])),
        cofactor: 4n, cofactorSize: 1,
        endomorphisms: Object.freeze([]),
    }),
    lanes: Object.freeze({
        msm: Object.freeze(["g1m"]),
        fft: Object.freeze([]),
        products: Object.freeze(["f1m"]),
    }),
});
