import type { CycleRecord } from "./types.js";
/** Of prime order. @type {Readonly<CycleRecord>} */
export declare const vesta: Readonly<CycleRecord>;
