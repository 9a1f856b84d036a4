/**
 * Every record: for the generators and the tests. No entry point imports this but ffturbo/gpu, which makes kernels from
 * the record of whichever curve it is handed.
 * @module params/records
 */
/** @import { CurveRecord } from "./types.js" */
import { bls12377 } from "./bls12377.js";
import { PRESENT } from "./curves.js";

/** @type {readonly Readonly<CurveRecord>[]} */
export const RECORDS = Object.freeze([...PRESENT, bls12377]);
