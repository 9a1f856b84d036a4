/**
 * Pallas as names and files say it: what applications carry of it that do not load it. The moduli
 * are those of the Pasta curves (D. Hopwood, "The Pasta Curves for Halo 2 and Beyond", 2020).
 * @module params/pallas_identity
 */
/** @import { GroupIdentity } from "./types.js" */

/** Orders of the fields of the coordinates and of the scalars; vesta has them exchanged. */
export const p = 2n ** 254n + 0x224698fc094cf91b992d30ed00000001n;
export const r = 2n ** 254n + 0x224698fc0994a8dd8c46eb2100000001n;

/** @type {Readonly<GroupIdentity & { family: "cycle" }>} */
export const pallasIdentity = Object.freeze({
    name: "pallas",
    aliases: Object.freeze([]),
    family: "cycle",
    fp: Object.freeze({ name: "f1m", p, nqr: 5n, s: 32, n8: 32 }),
    fr: Object.freeze({ name: "frm", p: r, nqr: 5n, s: 32, n8: 32 }),
});
