/**
 * Every record: for the generator and the tests. No entry point imports this.
 * @module params/records
 */
/** @import { CurveRecord } from "./types.js" */
import { bls12377 } from "./bls12377.js";
import { PRESENT } from "./curves.js";

/** @type {readonly Readonly<CurveRecord>[]} */
export const RECORDS = Object.freeze([...PRESENT, bls12377]);
