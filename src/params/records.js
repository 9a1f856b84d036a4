/**
 * Every record: for the generators and the tests. No entry point imports this but ffturbo-gpu,
 * which makes kernels from the record of the curve that it gets. Other lists of curves are
 * generated from this one.
 * @module params/records
 */
/** @import { AnyRecord, CurveRecord } from "./types.js" */
import { babyjubjub } from "./babyjubjub.js";
import { bls12377 } from "./bls12377.js";
import { bls12381 } from "./bls12381.js";
import { bn128 } from "./bn128.js";
import { edwards_bls12 } from "./edwards_bls12.js";
import { goldilocks } from "./goldilocks.js";
import { grumpkin } from "./grumpkin.js";
import { jubjub } from "./jubjub.js";
import { pallas } from "./pallas.js";
import { secq256r1 } from "./secq256r1.js";
import { vesta } from "./vesta.js";

/** Curves that come with every entry point. @type {readonly Readonly<CurveRecord>[]} */
export const PRESENT = Object.freeze([bn128, bls12381]);

/** Curves that are loaded when a program asks for them. @type {readonly Readonly<AnyRecord>[]} */
export const ON_DEMAND = Object.freeze([bls12377]);

/** Those of the package ffturbo-curves. @type {readonly Readonly<AnyRecord>[]} */
export const COMPANIONS = Object.freeze([
    babyjubjub, edwards_bls12, goldilocks, grumpkin, jubjub, pallas, secq256r1, vesta,
]);

/** @type {readonly Readonly<AnyRecord>[]} */
export const RECORDS = Object.freeze([...PRESENT, ...ON_DEMAND, ...COMPANIONS]);
