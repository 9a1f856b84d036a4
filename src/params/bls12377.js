/**
 * bls12-377 (Bowe, Chiesa, Green, Miers, Mishra, Wu: Zexe, eprint 2018/962). Fr and Fp have large
 * 2-adicity, 47 and 46, so p = 1 mod 4 and -1 is a square: Fp2 is made with -5, Fp6 with u itself.
 * The generators are those of arkworks and gnark-crypto; every other constant follows from z.
 * @module params/bls12377
 */
/** @import { CurveRecord, Fp2Element, GroupParams } from "./types.js" */
import { bls12377Identity, z } from "./bls12377_identity.js";

export const { fp, fr } = bls12377Identity;

/** @type {Readonly<GroupParams<bigint>>} */
export const g1 = Object.freeze({
    name: "g1m", model: "weierstrass", degree: 1,
    b: 1n,
    generator: Object.freeze(/** @type {const} */ ([
        0x008848defe740a67c8fc6225bf87ff5485951e2caa9d41bb188282c8bd37cb5cd5481512ffcd394eeab9b16eb21be9efn,
        0x01914a69c5102eff1f674f5d30afeec4bd7fb348ca3e52d96d182ad44fb82305c2fe3d3634a9591afd82de55559c8ea6n,
    ])),
    cofactor: (z - 1n) ** 2n / 3n,
    cofactorSize: 16,
    endomorphisms: Object.freeze(/** @type {const} */ (["glv"])),
});

/**
 * b / xi = 1 / u = -u / 5. p = 2 mod 5, so that 5 divides 2p + 1.
 * @type {Readonly<GroupParams<Fp2Element>>}
 */
export const g2 = Object.freeze({
    name: "g2m", model: "weierstrass", degree: 2,
    b: Object.freeze(/** @type {const} */ ([0n, fp.p - (2n * fp.p + 1n) / 5n])),
    generator: Object.freeze(/** @type {const} */ ([
        Object.freeze(/** @type {const} */ ([
            0x018480be71c785fec89630a2a3841d01c565f071203e50317ea501f557db6b9b71889f52bb53540274e3e48f7c005196n,
            0x00ea6040e700403170dc5a51b1b140d5532777ee6651cecbe7223ece0799c9de5cf89984bff76fe6b26bfefa6ea16afen,
        ])),
        Object.freeze(/** @type {const} */ ([
            0x00690d665d446f7bd960736bcbb2efb4de03ed7274b49a58e458c282f832d204f2cf88886d8c7c2ef094094409fd4ddfn,
            0x00f8169fd28355189e549da3151a70aa61ef11ac3d591bf12463b01acee304c24279b83f5e52270bd9a1cdd185eb8f93n,
        ])),
    ])),
    cofactor: (z ** 8n - 4n * z ** 7n + 5n * z ** 6n - 4n * z ** 4n + 6n * z ** 3n - 4n * z ** 2n - 4n * z + 13n) / 9n,
    cofactorSize: 64,
    endomorphisms: Object.freeze(/** @type {const} */ (["glv", "gls"])),
});

/** Ate pairing with loop count z. @type {Readonly<CurveRecord>} */
export const bls12377 = Object.freeze({
    ...bls12377Identity,
    seed: z,
    tower: Object.freeze({ nonResidue: -5n, xi: Object.freeze(/** @type {const} */ ([0n, 1n])), twist: "D" }),
    g1,
    g2,
    pairing: Object.freeze({ loop: z, prePSize: 288, preQSize: 20160 }),
    lanes: Object.freeze({
        msm: Object.freeze(["g1m", "g2m"]),
        fft: Object.freeze(["frm"]),
        products: Object.freeze([]),
    }),
});
