/**
 * Pallas, y^2 = x^3 + 5: one of the Pasta cycle (D. Hopwood,
 * "The Pasta Curves for Halo 2 and Beyond", 2020). The generator is that of arkworks and of the
 * `pasta_curves` of Zcash.
 * @module params/pallas
 */
/** @import { CycleRecord } from "./types.js" */
import { pallasIdentity } from "./pallas_identity.js";

/** Of prime order. @type {Readonly<CycleRecord>} */
export const pallas = Object.freeze({
    ...pallasIdentity,
    g1: Object.freeze({
        name: "g1m", model: "weierstrass", degree: 1,
        b: 5n,
        generator: Object.freeze(/** @type {const} */ ([pallasIdentity.fp.p - 1n, 2n])),
        cofactor: 1n, cofactorSize: 0,
        endomorphisms: Object.freeze(/** @type {const} */ (["glv"])),
    }),
    lanes: Object.freeze({
        msm: Object.freeze(["g1m"]),
        fft: Object.freeze(["frm"]),
        products: Object.freeze(["f1m"]),
    }),
});
