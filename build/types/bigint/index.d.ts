export type BigIntCurve = import("./curves.js").BigIntCurve;
export type BigIntGroup = import("./groups.js").BigIntGroup;
export type Proof = import("./groth16.js").Proof;
export type VerificationKey = import("./groth16.js").VerificationKey;
export type Reason = import("./groth16_json.js").Reason;
export type Verdict = import("./groth16_json.js").Verdict;
export type ProverCode = import("../util/prover_error.js").ProverCode;
export { ProverError } from "../util/prover_error.js";
export { verify } from "./curves.js";
export { ChaCha } from "../util/chacha.js";
export { EC } from "./curve.js";
export { EdwardsEC } from "./edwards.js";
export { F1Field, ZqField } from "./field.js";
export { F2Field } from "./field2.js";
export { F3Field } from "./field3.js";
export { PolField } from "./polynomial.js";
export * as Scalar from "./scalar.js";
export * as utils from "./utils.js";
/** bn254, called bn128. */
export declare const bigintBn128: () => Readonly<{
    name: string;
    q: bigint;
    r: bigint;
    G1: import("./curve.js").EC<bigint>;
    G2: import("./curve.js").EC<import("./tower.js").Fp2Element>;
    pairingEq: (...operands: any[]) => boolean;
    Fr: import("./field.js").ZqField;
    F1: import("./field.js").ZqField;
    F2: import("./field2.js").F2Field<bigint>;
    F6: import("./field3.js").F3Field<import("./tower.js").Fp2Element>;
    F12: import("./field2.js").F2Field<import("./tower.js").Fp6Element>;
    Gt: import("./field2.js").F2Field<import("./tower.js").Fp6Element>;
    pairing: (p: bigint[], q: import("./tower.js").Fp2Element[]) => import("./tower.js").Fp12Element;
    millerLoop: (p: bigint[], q: import("./tower.js").Fp2Element[]) => import("./tower.js").Fp12Element;
    finalExponentiation: (f: import("./tower.js").Fp12Element) => import("./tower.js").Fp12Element;
    verify: <R extends boolean = false>(vkey: import("./groth16.js").VerificationKey, publicSignals: readonly (string | bigint | number)[], proof: import("./groth16.js").Proof, options?: {
        reason?: R;
    }) => import("./groth16_json.js").Answer<R>;
}>;
/** bls12-381 */
export declare const bigintBls12381: () => Readonly<{
    name: string;
    q: bigint;
    r: bigint;
    G1: import("./curve.js").EC<bigint>;
    G2: import("./curve.js").EC<import("./tower.js").Fp2Element>;
    pairingEq: (...operands: any[]) => boolean;
    Fr: import("./field.js").ZqField;
    F1: import("./field.js").ZqField;
    F2: import("./field2.js").F2Field<bigint>;
    F6: import("./field3.js").F3Field<import("./tower.js").Fp2Element>;
    F12: import("./field2.js").F2Field<import("./tower.js").Fp6Element>;
    Gt: import("./field2.js").F2Field<import("./tower.js").Fp6Element>;
    pairing: (p: bigint[], q: import("./tower.js").Fp2Element[]) => import("./tower.js").Fp12Element;
    millerLoop: (p: bigint[], q: import("./tower.js").Fp2Element[]) => import("./tower.js").Fp12Element;
    finalExponentiation: (f: import("./tower.js").Fp12Element) => import("./tower.js").Fp12Element;
    verify: <R extends boolean = false>(vkey: import("./groth16.js").VerificationKey, publicSignals: readonly (string | bigint | number)[], proof: import("./groth16.js").Proof, options?: {
        reason?: R;
    }) => import("./groth16_json.js").Answer<R>;
}>;
/** bls12-377 */
export declare const bigintBls12377: () => Readonly<{
    name: string;
    q: bigint;
    r: bigint;
    G1: import("./curve.js").EC<bigint>;
    G2: import("./curve.js").EC<import("./tower.js").Fp2Element>;
    pairingEq: (...operands: any[]) => boolean;
    Fr: import("./field.js").ZqField;
    F1: import("./field.js").ZqField;
    F2: import("./field2.js").F2Field<bigint>;
    F6: import("./field3.js").F3Field<import("./tower.js").Fp2Element>;
    F12: import("./field2.js").F2Field<import("./tower.js").Fp6Element>;
    Gt: import("./field2.js").F2Field<import("./tower.js").Fp6Element>;
    pairing: (p: bigint[], q: import("./tower.js").Fp2Element[]) => import("./tower.js").Fp12Element;
    millerLoop: (p: bigint[], q: import("./tower.js").Fp2Element[]) => import("./tower.js").Fp12Element;
    finalExponentiation: (f: import("./tower.js").Fp12Element) => import("./tower.js").Fp12Element;
    verify: <R extends boolean = false>(vkey: import("./groth16.js").VerificationKey, publicSignals: readonly (string | bigint | number)[], proof: import("./groth16.js").Proof, options?: {
        reason?: R;
    }) => import("./groth16_json.js").Answer<R>;
}>;
/** Grumpkin: { name, q, r, Fr, F1, G1 }, as the others below */
export declare const bigintGrumpkin: () => Readonly<{
    name: string;
    q: bigint;
    r: bigint;
    Fr: import("./field.js").ZqField;
    F1: import("./field.js").ZqField;
    G1: import("./curve.js").EC<bigint>;
}>;
/** Pallas */
export declare const bigintPallas: () => Readonly<{
    name: string;
    q: bigint;
    r: bigint;
    Fr: import("./field.js").ZqField;
    F1: import("./field.js").ZqField;
    G1: import("./curve.js").EC<bigint>;
}>;
/** Vesta */
export declare const bigintVesta: () => Readonly<{
    name: string;
    q: bigint;
    r: bigint;
    Fr: import("./field.js").ZqField;
    F1: import("./field.js").ZqField;
    G1: import("./curve.js").EC<bigint>;
}>;
/** Edwards BLS12 */
export declare const bigintEdwardsBls12: () => Readonly<{
    name: string;
    q: bigint;
    r: bigint;
    Fr: import("./field.js").ZqField;
    F1: import("./field.js").ZqField;
    G1: import("./curve.js").EC<bigint>;
}>;
/** Baby Jubjub */
export declare const bigintBabyjubjub: () => Readonly<{
    name: string;
    q: bigint;
    r: bigint;
    Fr: import("./field.js").ZqField;
    F1: import("./field.js").ZqField;
    G1: import("./curve.js").EC<bigint>;
}>;
/** Jubjub */
export declare const bigintJubjub: () => Readonly<{
    name: string;
    q: bigint;
    r: bigint;
    Fr: import("./field.js").ZqField;
    F1: import("./field.js").ZqField;
    G1: import("./curve.js").EC<bigint>;
}>;
