/**
 * bls12-381. r = z^4 - z^2 + 1, p = (z - 1)^2 r / 3 + z, z = -0xd201000000010000.
 * The generators are those of the specification (S. Bowe 2017; draft-irtf-cfrg-pairing-friendly-curves,
 * section 4.2.1); every other constant follows from z.
 * @module params/bls12_381
 */
/** @import { CurveParams, FieldParams, Fp2Element, GlsParams, GlvParams, GroupParams, PairingParams } from "./types.js" */
import type { CurveParams, FieldParams, Fp2Element, GlsParams, GlvParams, GroupParams, PairingParams } from "./types.js";
/** @type {Readonly<FieldParams>} */
export declare const fr: Readonly<FieldParams>;
/** @type {Readonly<FieldParams>} */
export declare const fp: Readonly<FieldParams>;
/** 1 + u, no square and no cube in Fp2. @type {Fp2Element} */
export declare const xi: Fp2Element;
/** @type {Readonly<GroupParams<bigint>>} */
export declare const g1: Readonly<GroupParams<bigint>>;
/** b * xi, the M-type twist. @type {Readonly<GroupParams<Fp2Element>>} */
export declare const g2: Readonly<GroupParams<Fp2Element>>;
/** beta has no short form in z: it is the root of x^2 + x + 1 that goes with this lambda. @type {Readonly<GlvParams>} */
export declare const glv: Readonly<GlvParams>;
/** p = z modulo r. @type {Readonly<GlsParams>} */
export declare const gls: Readonly<GlsParams>;
/** @type {Readonly<CurveParams>} */
export declare const bls12381: Readonly<CurveParams>;
/**
 * Ate pairing with loop count |z|; z is negative.
 * @type {Readonly<PairingParams>}
 */
export declare const pairing: Readonly<PairingParams>;
