import type { EmbeddedRecord } from "./types.js";
/** @type {Readonly<EmbeddedRecord>} */
export declare const edwards_bls12: Readonly<EmbeddedRecord>;
