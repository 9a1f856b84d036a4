/**
 * bn254, called bn128 in the public API.
 * p = 36u^4 + 36u^3 + 24u^2 + 6u + 1, r = p - 6u^2, u = 4965661367192848881
 * (EIP-196, EIP-197). The generator of G2 is that of EIP-197; every other
 * constant follows from u.
 * @module params/bn128
 */
/** @import { CurveRecord, FieldParams, Fp2Element, GroupParams } from "./types.js" */
import type { CurveRecord, FieldParams, Fp2Element, GroupParams } from "./types.js";
/** @type {Readonly<FieldParams>} */
export declare const fp: Readonly<FieldParams>;
/** @type {Readonly<FieldParams>} */
export declare const fr: Readonly<FieldParams>;
/** @type {Readonly<GroupParams<bigint>>} */
export declare const g1: Readonly<GroupParams<bigint>>;
/** b / xi = 3 (9 - u) / 82. The order of the curve is r (2p - r). @type {Readonly<GroupParams<Fp2Element>>} */
export declare const g2: Readonly<GroupParams<Fp2Element>>;
/** Optimal ate pairing with loop count 6u + 2. @type {Readonly<CurveRecord>} */
export declare const bn128: Readonly<CurveRecord>;
