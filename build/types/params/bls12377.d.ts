import type { CurveRecord, Fp2Element, GroupParams } from "./types.js";
export declare const fp: Readonly<import("./types.js").FieldParams>, fr: Readonly<import("./types.js").FieldParams>;
/** @type {Readonly<GroupParams<bigint>>} */
export declare const g1: Readonly<GroupParams<bigint>>;
/** b / xi = 1 / u = -u / 5. p = 2 mod 5, so that 5 divides 2p + 1. @type {Readonly<GroupParams<Fp2Element>>} */
export declare const g2: Readonly<GroupParams<Fp2Element>>;
/** Ate pairing with loop count z. @type {Readonly<CurveRecord>} */
export declare const bls12377: Readonly<CurveRecord>;
