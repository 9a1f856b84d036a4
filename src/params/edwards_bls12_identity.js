/**
 * Edwards BLS12 as names and files say it: what applications carry of it that do not load it. Its
 * coordinates are the scalars of bls12-377.
 * The modulus is written out, because bundlers keep what is read from another object.
 * @module params/edwards_bls12_identity
 */
/** @import { GroupIdentity } from "./types.js" */

/** @type {Readonly<GroupIdentity & { family: "embedded" }>} */
export const edwardsBls12Identity = Object.freeze({
    name: "edwards_bls12",
    aliases: Object.freeze(["edwardsbls12377", "edonbls12377"]),
    family: "embedded",
    fp: Object.freeze({ name: "f1m", p: 0x12ab655e9a2ca55660b44d1e5c37b00159aa76fed00000010a11800000000001n, nqr: 11n, s: 47, n8: 32 }),
    fr: Object.freeze({ name: "frm", p: 2111115437357092606062206234695386632838870926408408195193685246394721360383n, nqr: 5n, s: 1, n8: 32 }),
});
