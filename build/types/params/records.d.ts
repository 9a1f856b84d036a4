import type { CurveRecord } from "./types.js";
/** @type {readonly Readonly<CurveRecord>[]} */
export declare const RECORDS: readonly Readonly<CurveRecord>[];
