/**
 * Baby Jubjub as names and files say it: what applications carry of it that do not load it. Its
 * coordinates are the scalars of bn128.
 * The modulus is written out, because bundlers keep what is read from another object.
 * @module params/babyjubjub_identity
 */
/** @import { GroupIdentity } from "./types.js" */

/** @type {Readonly<GroupIdentity & { family: "embedded" }>} */
export const babyjubjubIdentity = Object.freeze({
    name: "babyjubjub",
    aliases: Object.freeze(["babyjub"]),
    family: "embedded",
    fp: Object.freeze({ name: "f1m", p: 21888242871839275222246405745257275088548364400416034343698204186575808495617n, nqr: 5n, s: 28, n8: 32 }),
    fr: Object.freeze({ name: "frm", p: 2736030358979909402780800718157159386076813972158567259200215660948447373041n, nqr: 19n, s: 4, n8: 32 }),
});
