import type { CurveParams } from "../params/types.js";
import type { Fp2Element, Fp12Element } from "./tower.js";
import { ZqField } from "./field.js";
export type VerificationKey = import("./groth16.js").VerificationKey & {
    curve?: string;
};
export type BigIntCurve = ReturnType<typeof assemble>;
/** @typedef {import("./groth16.js").VerificationKey & { curve?: string }} VerificationKey */
/**
 * A curve whose elements are BigInt: bigint in Fr and F1, arrays of them above, Jacobian points [x, y, z].
 * @typedef {ReturnType<typeof assemble>} BigIntCurve
 */
/** @param {Readonly<CurveParams>} params */
declare function assemble(params: Readonly<CurveParams>): Readonly<{
    name: "bls12381" | "bn128";
    q: bigint;
    r: bigint;
    Fr: ZqField;
    F1: ZqField;
    F2: import("./field2.js").F2Field<bigint>;
    F6: import("./field3.js").F3Field<Fp2Element>;
    F12: import("./field2.js").F2Field<import("./tower.js").Fp6Element>;
    Gt: import("./field2.js").F2Field<import("./tower.js").Fp6Element>;
    G1: import("./curve.js").EC<bigint>;
    G2: import("./curve.js").EC<Fp2Element>;
    pairing: (p: bigint[], q: Fp2Element[]) => Fp12Element;
    millerLoop: (p: bigint[], q: Fp2Element[]) => Fp12Element;
    finalExponentiation: (f: Fp12Element) => Fp12Element;
    /**
     * @param {...any} operands - p1, q1, p2, q2, ...: points of G1 and G2 by turns
     * @returns {boolean} whether the product of the pairings e(pi, qi) is one
     * @throws {TypeError} for an odd number of operands
     */
    pairingEq(...operands: any[]): boolean;
    /**
     * @param {VerificationKey} vkey
     * @param {(string | bigint | number)[]} publicSignals
     * @param {import("./groth16.js").Proof} proof
     */
    verify: (vkey: VerificationKey, publicSignals: (string | bigint | number)[], proof: import("./groth16.js").Proof) => boolean;
}>;
/** @returns {BigIntCurve} bn254, called bn128 */
export declare const bigintBn128: () => BigIntCurve;
/** @returns {BigIntCurve} bls12-381 */
export declare const bigintBls12381: () => BigIntCurve;
/**
 * Checks a Groth16 proof in the JSON of snarkjs.
 * @param {VerificationKey} vkey - its `curve` is bn128 or bls12381
 * @param {(string | bigint | number)[]} publicSignals
 * @param {import("./groth16.js").Proof} proof
 * @returns {boolean} false also for signals or points out of range, off the curve or outside of the subgroup
 * @throws {TypeError} when a part of the input is missing or the number of signals is wrong
 * @throws {RangeError} for another curve
 */
export declare function verify(vkey: VerificationKey, publicSignals: (string | bigint | number)[], proof: import("./groth16.js").Proof): boolean;
export {};
