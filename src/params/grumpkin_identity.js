/**
 * Grumpkin as names and files say it: what applications carry of it that do not load it. Its fields
 * are those of bn128, exchanged.
 * @module params/grumpkin_identity
 */
/** @import { GroupIdentity } from "./types.js" */
import { fp, fr } from "./bn128.js";

/** @type {Readonly<GroupIdentity & { family: "cycle" }>} */
export const grumpkinIdentity = Object.freeze({
    name: "grumpkin",
    aliases: Object.freeze([]),
    family: "cycle",
    // written out: bundlers keep what is spread
    fp: Object.freeze({ name: "f1m", p: fr.p, nqr: 5n, s: 28, n8: 32 }),
    fr: Object.freeze({ name: "frm", p: fp.p, nqr: 3n, s: 1, n8: 32 }),
});
