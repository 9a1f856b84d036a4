import type { GroupIdentity } from "./types.js";
/** @type {Readonly<GroupIdentity & { family: "cycle" }>} */
export declare const grumpkinIdentity: Readonly<GroupIdentity & {
    family: "cycle";
}>;
