/**
 * bls12-381. r = z^4 - z^2 + 1, p = (z - 1)^2 r / 3 + z, z = -0xd201000000010000.
 * The generators are those of the specification (S. Bowe 2017;
 * draft-irtf-cfrg-pairing-friendly-curves, section 4.2.1); every other constant follows from z.
 * @module params/bls12381
 */
/** @import { CurveRecord, FieldParams, Fp2Element, GroupParams } from "./types.js" */

const z = -0xd201000000010000n;

/** @type {Readonly<FieldParams>} */
export const fr = Object.freeze({ name: "frm", p: z ** 4n - z ** 2n + 1n, nqr: 5n, s: 32, n8: 32 });

/** @type {Readonly<FieldParams>} */
export const fp = Object.freeze({ name: "f1m", p: ((z - 1n) ** 2n * fr.p) / 3n + z, nqr: 2n, s: 1, n8: 48 });

/** @type {Readonly<GroupParams<bigint>>} */
export const g1 = Object.freeze({
    name: "g1m", model: "weierstrass", degree: 1,
    b: 4n,
    generator: Object.freeze(/** @type {const} */ ([
        0x17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bbn,
        0x08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1n,
    ])),
    cofactor: (z - 1n) ** 2n / 3n,
    cofactorSize: 16,
    endomorphisms: Object.freeze(/** @type {const} */ (["glv"])),
});

/** b * xi. @type {Readonly<GroupParams<Fp2Element>>} */
export const g2 = Object.freeze({
    name: "g2m", model: "weierstrass", degree: 2,
    b: Object.freeze(/** @type {const} */ ([4n, 4n])),
    generator: Object.freeze(/** @type {const} */ ([
        Object.freeze(/** @type {const} */ ([
            0x024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8n,
            0x13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7en,
        ])),
        Object.freeze(/** @type {const} */ ([
            0x0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801n,
            0x0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79ben,
        ])),
    ])),
    cofactor: (z ** 8n - 4n * z ** 7n + 5n * z ** 6n - 4n * z ** 4n + 6n * z ** 3n - 4n * z ** 2n - 4n * z + 13n) / 9n,
    cofactorSize: 64,
    endomorphisms: Object.freeze(/** @type {const} */ (["glv", "gls"])),
});

/** Ate pairing with loop count |z|; z is negative. @type {Readonly<CurveRecord>} */
export const bls12381 = Object.freeze({
    name: "bls12381",
    aliases: Object.freeze([]),
    family: "bls12",
    seed: z,
    fp,
    fr,
    tower: Object.freeze({ nonResidue: -1n, xi: Object.freeze(/** @type {const} */ ([1n, 1n])), twist: "M" }),
    g1,
    g2,
    pairing: Object.freeze({ loop: -z, prePSize: 288, preQSize: 20448 }),
    lanes: Object.freeze({
        msm: Object.freeze(["g1m", "g2m"]),
        fft: Object.freeze(["frm"]),
        products: Object.freeze([]),
    }),
});
