import type { AnyRecord } from "./types.js";
/** @type {readonly Readonly<AnyRecord>[]} */
export declare const RECORDS: readonly Readonly<AnyRecord>[];
