/**
 * bls12-377 as names and files say it: what applications carry of it that do not load it.
 * r = z^4 - z^2 + 1, p = (z - 1)^2 r / 3 + z, z = 0x8508c00000000001 (eprint 2018/962; EIP-2539).
 * @module params/bls12377_identity
 */
/** @import { GroupIdentity } from "./types.js" */
import type { GroupIdentity } from "./types.js";
export declare const z = 9586122913090633729n;
/** @type {Readonly<GroupIdentity & { family: "bls12" }>} */
export declare const bls12377Identity: Readonly<GroupIdentity & {
    family: "bls12";
}>;
