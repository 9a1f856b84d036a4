/**
 * Grumpkin, y^2 = x^3 - 17 over the scalar field of bn128; its scalar field is the base field of
 * bn128 (Aztec, 2019), which has no roots of unity beyond -1. The generator is Aztec's and
 * gnark-crypto's.
 * @module params/grumpkin
 */
/** @import { CycleRecord } from "./types.js" */
import { grumpkinIdentity } from "./grumpkin_identity.js";

/** Of prime order. @type {Readonly<CycleRecord>} */
export const grumpkin = Object.freeze({
    ...grumpkinIdentity,
    g1: Object.freeze({
        name: "g1m", model: "weierstrass", degree: 1,
        b: grumpkinIdentity.fp.p - 17n,
        generator: Object.freeze(/** @type {const} */ ([
            1n,
            17631683881184975370165255887551781615748388533673675138860n,
        ])),
        cofactor: 1n, cofactorSize: 0,
        endomorphisms: Object.freeze(/** @type {const} */ (["glv"])),
    }),
    lanes: Object.freeze({
        msm: Object.freeze(["g1m"]),
        fft: Object.freeze([]),
        products: Object.freeze(["f1m"]),
    }),
});
