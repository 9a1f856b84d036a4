/**
 * bn254, called bn128 in the public API.
 * p = 36u^4 + 36u^3 + 24u^2 + 6u + 1, r = p - 6u^2, u = 4965661367192848881
 * (EIP-196, EIP-197). The generator of G2 is that of EIP-197; every other
 * constant follows from u.
 * @module params/bn254
 */
/** @import { CurveParams, FieldParams, Fp2Element, GlsParams, GlvParams, GroupParams, PairingParams } from "./types.js" */
import type { CurveParams, FieldParams, Fp2Element, GlsParams, GlvParams, GroupParams, PairingParams } from "./types.js";
/** @type {Readonly<FieldParams>} */
export declare const fp: Readonly<FieldParams>;
/** @type {Readonly<FieldParams>} */
export declare const fr: Readonly<FieldParams>;
/** 9 + u, no square and no cube in Fp2. @type {Fp2Element} */
export declare const xi: Fp2Element;
/** @type {Readonly<GroupParams<bigint>>} */
export declare const g1: Readonly<GroupParams<bigint>>;
/** b / xi = 3 (9 - u) / 82, the D-type twist. The order of the curve is r (2p - r). @type {Readonly<GroupParams<Fp2Element>>} */
export declare const g2: Readonly<GroupParams<Fp2Element>>;
/** @type {Readonly<GlvParams>} */
export declare const glv: Readonly<GlvParams>;
/** p = r + 6u^2. @type {Readonly<GlsParams>} */
export declare const gls: Readonly<GlsParams>;
/** @type {Readonly<CurveParams>} */
export declare const bn254: Readonly<CurveParams>;
/**
 * Optimal ate pairing with loop count 6u + 2.
 * @type {Readonly<PairingParams>}
 */
export declare const pairing: Readonly<PairingParams>;
