/**
 * Baby Jubjub as names and files say it: what applications carry of it that do not load it. Its coordinates are the
 * scalars of bn128.
 * The modulus is written out, because bundlers keep what is read from another object.
 * @module params/babyjubjub_identity
 */
/** @import { GroupIdentity } from "./types.js" */
import type { GroupIdentity } from "./types.js";
/** @type {Readonly<GroupIdentity & { family: "embedded" }>} */
export declare const babyjubjubIdentity: Readonly<GroupIdentity & {
    family: "embedded";
}>;
