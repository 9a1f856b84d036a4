import type { GroupIdentity } from "./types.js";
/** @type {Readonly<GroupIdentity & { family: "cycle" }>} */
export declare const vestaIdentity: Readonly<GroupIdentity & {
    family: "cycle";
}>;
