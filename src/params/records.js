/**
 * Every record: for the generators and the tests. No entry point imports this but ffturbo/gpu, which makes kernels from
 * the record of the curve that it gets.
 * @module params/records
 */
/** @import { AnyRecord } from "./types.js" */
import { babyjubjub } from "./babyjubjub.js";
import { bls12377 } from "./bls12377.js";
import { PRESENT } from "./curves.js";
import { edwards_bls12 } from "./edwards_bls12.js";
import { goldilocks } from "./goldilocks.js";
import { grumpkin } from "./grumpkin.js";
import { jubjub } from "./jubjub.js";
import { pallas } from "./pallas.js";
import { secq256r1 } from "./secq256r1.js";
import { vesta } from "./vesta.js";

/** @type {readonly Readonly<AnyRecord>[]} */
export const RECORDS = Object.freeze([
    ...PRESENT, babyjubjub, bls12377, edwards_bls12, goldilocks, grumpkin, jubjub, pallas, secq256r1, vesta,
]);
