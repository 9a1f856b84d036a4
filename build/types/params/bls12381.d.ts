/**
 * bls12-381. r = z^4 - z^2 + 1, p = (z - 1)^2 r / 3 + z, z = -0xd201000000010000.
 * The generators are those of the specification (S. Bowe 2017; draft-irtf-cfrg-pairing-friendly-curves,
 * section 4.2.1); every other constant follows from z.
 * @module params/bls12381
 */
/** @import { CurveRecord, FieldParams, Fp2Element, GroupParams } from "./types.js" */
import type { CurveRecord, FieldParams, Fp2Element, GroupParams } from "./types.js";
/** @type {Readonly<FieldParams>} */
export declare const fr: Readonly<FieldParams>;
/** @type {Readonly<FieldParams>} */
export declare const fp: Readonly<FieldParams>;
/** @type {Readonly<GroupParams<bigint>>} */
export declare const g1: Readonly<GroupParams<bigint>>;
/** b * xi. @type {Readonly<GroupParams<Fp2Element>>} */
export declare const g2: Readonly<GroupParams<Fp2Element>>;
/** Ate pairing with loop count |z|; z is negative. @type {Readonly<CurveRecord>} */
export declare const bls12381: Readonly<CurveRecord>;
