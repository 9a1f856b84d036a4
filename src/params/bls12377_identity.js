/**
 * bls12-377 as names and files say it: what applications carry of it that do not load it.
 * r = z^4 - z^2 + 1, p = (z - 1)^2 r / 3 + z, z = 0x8508c00000000001 (eprint 2018/962; EIP-2539).
 * @module params/bls12377_identity
 */
/** @import { GroupIdentity } from "./types.js" */

export const z = 0x8508c00000000001n;

const r = z ** 4n - z ** 2n + 1n;

/** @type {Readonly<GroupIdentity & { family: "bls12" }>} */
export const bls12377Identity = Object.freeze({
    name: "bls12377",
    aliases: Object.freeze([]),
    family: "bls12",
    fp: Object.freeze({ name: "f1m", p: ((z - 1n) ** 2n * r) / 3n + z, nqr: 5n, s: 46, n8: 48 }),
    fr: Object.freeze({ name: "frm", p: r, nqr: 11n, s: 47, n8: 32 }),
});
