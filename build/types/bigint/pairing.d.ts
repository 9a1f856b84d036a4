import type { CurveRecord } from "../params/types.js";
import type { Fp2Element, Fp12Element, Tower } from "./tower.js";
import { EC } from "./curve.js";
export type Pairing = {
    /**
     * - order of both groups
     */
    r: bigint;
    tower: Tower;
    G1: EC<bigint>;
    G2: EC<Fp2Element>;
    /**
     * - of Jacobian points of G1 and G2; 1 where one is
     * zero
     */
    pairing: (p: bigint[], q: Fp2Element[]) => Fp12Element;
    /**
     * - the pairing before the final exponentiation
     */
    millerLoop: (p: bigint[], q: Fp2Element[]) => Fp12Element;
    finalExponentiation: (f: Fp12Element) => Fp12Element;
    /**
     * - of the pairings of all pairs
     */
    productIsOne: (pairs: [bigint[], Fp2Element[]][]) => boolean;
};
/**
 * @typedef {object} Pairing
 * @property {bigint} r - order of both groups
 * @property {Tower} tower
 * @property {EC<bigint>} G1
 * @property {EC<Fp2Element>} G2
 * @property {(p: bigint[], q: Fp2Element[]) => Fp12Element} pairing - of Jacobian points of G1 and G2; 1 where one is
 *   zero
 * @property {(p: bigint[], q: Fp2Element[]) => Fp12Element} millerLoop - the pairing before the final exponentiation
 * @property {(f: Fp12Element) => Fp12Element} finalExponentiation
 * @property {(pairs: [bigint[], Fp2Element[]][]) => boolean} productIsOne - of the pairings of all pairs
 */
/**
 * @param {Readonly<CurveRecord>} curve
 * @returns {Pairing}
 */
export declare function buildPairing(curve: Readonly<CurveRecord>): Pairing;
