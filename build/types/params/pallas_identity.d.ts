/**
 * Pallas as names and files say it: what applications carry of it that do not load it. The moduli are those of
 * the Pasta curves (D. Hopwood, "The Pasta Curves for Halo 2 and Beyond", 2020).
 * @module params/pallas_identity
 */
/** @import { GroupIdentity } from "./types.js" */
import type { GroupIdentity } from "./types.js";
/** Orders of the fields of the coordinates and of the scalars; vesta has them exchanged. */
export declare const p: bigint;
export declare const r: bigint;
/** @type {Readonly<GroupIdentity & { family: "cycle" }>} */
export declare const pallasIdentity: Readonly<GroupIdentity & {
    family: "cycle";
}>;
