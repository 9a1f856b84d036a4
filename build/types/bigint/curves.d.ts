import type { CurveRecord } from "../params/types.js";
import type { Proof, VerificationKey } from "./groth16.js";
import type { Answer } from "./groth16_json.js";
import type { Fp2Element, Fp12Element } from "./tower.js";
import { ZqField } from "./field.js";
export type BigIntCurve = ReturnType<typeof assemble>;
/**
 * A curve whose elements are BigInts: a bigint in Fr and F1, arrays of them in extensions, points are Jacobian [x, y,
 * z].
 * @typedef {ReturnType<typeof assemble>} BigIntCurve
 */
/** @param {Readonly<CurveRecord>} params */
declare function assemble(params: Readonly<CurveRecord>): Readonly<{
    name: string;
    q: bigint;
    r: bigint;
    G1: import("./curve.js").EC<bigint>;
    G2: import("./curve.js").EC<Fp2Element>;
    pairingEq: (...operands: any[]) => boolean;
    Fr: ZqField;
    F1: ZqField;
    F2: import("./field2.js").F2Field<bigint>;
    F6: import("./field3.js").F3Field<Fp2Element>;
    F12: import("./field2.js").F2Field<import("./tower.js").Fp6Element>;
    Gt: import("./field2.js").F2Field<import("./tower.js").Fp6Element>;
    pairing: (p: bigint[], q: Fp2Element[]) => Fp12Element;
    millerLoop: (p: bigint[], q: Fp2Element[]) => Fp12Element;
    finalExponentiation: (f: Fp12Element) => Fp12Element;
    /**
     * Like `verify`, for keys on this curve.
     * @template {boolean} [R=false]
     * @param {VerificationKey} vkey
     * @param {readonly (string | bigint | number)[]} publicSignals
     * @param {Proof} proof
     * @param {{ reason?: R }} [options]
     * @returns {Answer<R>}
     */
    verify: <R extends boolean = false>(vkey: VerificationKey, publicSignals: readonly (string | bigint | number)[], proof: Proof, options?: {
        reason?: R;
    }) => Answer<R>;
}>;
/** @param {Readonly<CurveRecord>} record @returns {BigIntCurve} */
export declare function bigintCurve(record: Readonly<CurveRecord>): BigIntCurve;
/**
 * Checks a Groth16 proof in the JSON of snarkjs, on the curves that come with every entry point and on those that the
 * program has made with a function of their own.
 * @template {boolean} [R=false]
 * @param {VerificationKey} vkey - its `curve` names the curve
 * @param {readonly (string | bigint | number)[]} publicSignals
 * @param {Proof} proof
 * @param {{ reason?: R }} [options] - reason: return a verdict that says why, instead of a boolean
 * @returns {Answer<R>} false also for signals out of range and points that are not on the curve or in the subgroup
 * @throws {ProverError} for a key or options that cannot be used
 */
export declare function verify<R extends boolean = false>(vkey: VerificationKey, publicSignals: readonly (string | bigint | number)[], proof: Proof, options?: {
    reason?: R;
}): Answer<R>;
export {};
