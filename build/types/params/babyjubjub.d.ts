import type { EmbeddedRecord } from "./types.js";
/** @type {Readonly<EmbeddedRecord>} */
export declare const babyjubjub: Readonly<EmbeddedRecord>;
