/**
 * Every record: for the generators and the tests. No entry point imports this but ffturbo/gpu, which makes kernels from
 * the record of the curve that it gets.
 * @module params/records
 */
/** @import { AnyRecord } from "./types.js" */
import { bls12377 } from "./bls12377.js";
import { PRESENT } from "./curves.js";
import { goldilocks } from "./goldilocks.js";
import { grumpkin } from "./grumpkin.js";
import { pallas } from "./pallas.js";
import { secq256r1 } from "./secq256r1.js";
import { vesta } from "./vesta.js";

/** @type {readonly Readonly<AnyRecord>[]} */
export const RECORDS = Object.freeze([...PRESENT, bls12377, goldilocks, grumpkin, pallas, secq256r1, vesta]);
