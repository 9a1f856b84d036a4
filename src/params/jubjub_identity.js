/**
 * Jubjub as names and files say it: what applications carry of it that do not load it. Its
 * coordinates are the scalars of bls12-381.
 * The modulus is written out, because bundlers keep what is read from another object.
 * @module params/jubjub_identity
 */
/** @import { GroupIdentity } from "./types.js" */

/** @type {Readonly<GroupIdentity & { family: "embedded" }>} */
export const jubjubIdentity = Object.freeze({
    name: "jubjub",
    aliases: Object.freeze([]),
    family: "embedded",
    fp: Object.freeze({ name: "f1m", p: 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001n, nqr: 5n, s: 32, n8: 32 }),
    fr: Object.freeze({ name: "frm", p: 0x0e7db4ea6533afa906673b0101343b00a6682093ccc81082d0970e5ed6f72cb7n, nqr: 3n, s: 1, n8: 32 }),
});
