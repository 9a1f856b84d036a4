/**
 * bn254, called bn128 in the public API.
 * p = 36u^4 + 36u^3 + 24u^2 + 6u + 1, r = p - 6u^2, u = 4965661367192848881
 * (EIP-196, EIP-197). The generator of G2 is that of EIP-197; every other
 * constant follows from u.
 * @module params/bn128
 */
/** @import { CurveRecord, FieldParams, Fp2Element, GroupParams } from "./types.js" */

const u = 4965661367192848881n;

/** @type {Readonly<FieldParams>} */
export const fp = Object.freeze({
    name: "f1m",
    p: 36n * u ** 4n + 36n * u ** 3n + 24n * u ** 2n + 6n * u + 1n,
    nqr: 3n,
    s: 1,
    n8: 32,
});

/** @type {Readonly<FieldParams>} */
export const fr = Object.freeze({ name: "frm", p: fp.p - 6n * u ** 2n, nqr: 5n, s: 28, n8: 32 });

/** @type {Readonly<GroupParams<bigint>>} */
export const g1 = Object.freeze({
    name: "g1m", model: "weierstrass", degree: 1,
    b: 3n,
    generator: Object.freeze(/** @type {const} */ ([1n, 2n])),
    cofactor: 1n, cofactorSize: 0,
    endomorphisms: Object.freeze(/** @type {const} */ (["glv"])),
});

/** 1 / 82 modulo p. 82 is the norm of xi; p = 3 mod 82, so that 82 divides 27p + 1. */
const inverse82 = (27n * fp.p + 1n) / 82n;

/**
 * b / xi = 3 (9 - u) / 82. The order of the curve is r (2p - r).
 * @type {Readonly<GroupParams<Fp2Element>>}
 */
export const g2 = Object.freeze({
    name: "g2m", model: "weierstrass", degree: 2,
    b: Object.freeze(/** @type {const} */ ([(27n * inverse82) % fp.p, fp.p - (3n * inverse82) % fp.p])),
    generator: Object.freeze(/** @type {const} */ ([
        Object.freeze(/** @type {const} */ ([
            0x1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6edn,
            0x198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2n,
        ])),
        Object.freeze(/** @type {const} */ ([
            0x12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daan,
            0x090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975bn,
        ])),
    ])),
    cofactor: 2n * fp.p - fr.p,
    cofactorSize: 32,
    endomorphisms: Object.freeze(/** @type {const} */ (["glv", "gls"])),
});

/** Optimal ate pairing with loop count 6u + 2. @type {Readonly<CurveRecord>} */
export const bn128 = Object.freeze({
    name: "bn128",
    aliases: Object.freeze(["bn254", "altbn128"]),
    family: "bn",
    seed: u,
    fp,
    fr,
    tower: Object.freeze({ nonResidue: -1n, xi: Object.freeze(/** @type {const} */ ([9n, 1n])), twist: "D" }),
    g1,
    g2,
    pairing: Object.freeze({ loop: 6n * u + 2n, prePSize: 192, preQSize: 19776 }),
    lanes: Object.freeze({
        msm: Object.freeze(["g1m", "g2m"]),
        fft: Object.freeze(["frm"]),
        products: Object.freeze(["f1m"]),
    }),
});
