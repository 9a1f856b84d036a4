import type { CurveRecord } from "../params/types.js";
/**
 * The tower of a pairing, made of the generic extensions:
 * Fp2 = Fp[u]/(u^2 - nonResidue), Fp6 = Fp2[v]/(v^3 - xi), Fp12 = Fp6[w]/(w^2 - v).
 * @module bigint/tower
 */
/** @import { CurveRecord } from "../params/types.js" */
import { ZqField } from "./field.js";
import { F2Field } from "./field2.js";
import { F3Field } from "./field3.js";
export type Fp2Element = bigint[];
export type Fp6Element = Fp2Element[];
export type Fp12Element = Fp6Element[];
export type Tower = {
    Fp: ZqField;
    Fp2: F2Field<bigint>;
    Fp6: F3Field<Fp2Element>;
    Fp12: F2Field<Fp6Element>;
    xi: Fp2Element;
    /**
     * - a^p
     */
    frobenius: (a: Fp12Element) => Fp12Element;
    /**
     * - sum of coefficients[k] * w^k
     */
    sparse: (coefficients: Record<number, Fp2Element>) => Fp12Element;
};
/** @typedef {bigint[]} Fp2Element */
/** @typedef {Fp2Element[]} Fp6Element */
/** @typedef {Fp6Element[]} Fp12Element */
/**
 * @typedef {object} Tower
 * @property {ZqField} Fp
 * @property {F2Field<bigint>} Fp2
 * @property {F3Field<Fp2Element>} Fp6
 * @property {F2Field<Fp6Element>} Fp12
 * @property {Fp2Element} xi
 * @property {(a: Fp12Element) => Fp12Element} frobenius - a^p
 * @property {(coefficients: Record<number, Fp2Element>) => Fp12Element} sparse - sum of coefficients[k] * w^k
 */
/**
 * The fields of a curve, and the two maps that a pairing needs.
 * @param {Readonly<CurveRecord>} curve
 * @returns {Tower}
 */
export declare function buildTower(curve: Readonly<CurveRecord>): Tower;
