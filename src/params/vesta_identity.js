/**
 * Vesta as names and files say it: what applications carry of it that do not load it. Its fields
 * are those of pallas, exchanged.
 * @module params/vesta_identity
 */
/** @import { GroupIdentity } from "./types.js" */
import { p, r } from "./pallas_identity.js";

/** @type {Readonly<GroupIdentity & { family: "cycle" }>} */
export const vestaIdentity = Object.freeze({
    name: "vesta",
    aliases: Object.freeze([]),
    family: "cycle",
    fp: Object.freeze({ name: "f1m", p: r, nqr: 5n, s: 32, n8: 32 }),
    fr: Object.freeze({ name: "frm", p, nqr: 5n, s: 32, n8: 32 }),
});
