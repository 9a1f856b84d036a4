/**
 * The tower of a pairing, made of the generic extensions:
 * Fp2 = Fp[u]/(u^2 - nonResidue), Fp6 = Fp2[v]/(v^3 - xi), Fp12 = Fp6[w]/(w^2 - v).
 * @module bigint/tower
 */
/** @import { CurveRecord } from "../params/types.js" */
import { ZqField } from "./field.js";
import { F2Field } from "./field2.js";
import { F3Field } from "./field3.js";

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
 * @property {(coefficients: Record<number, Fp2Element>) => Fp12Element} sparse - sum of
 *   coefficients[k] * w^k
 */

/**
 * The fields of a curve, and the two maps that a pairing needs.
 * @param {Readonly<CurveRecord>} curve
 * @returns {Tower}
 */
export function buildTower(curve) {
    const Fp = new ZqField(curve.fp.p);
    const Fp2 = new F2Field(Fp, Fp.e(curve.tower.nonResidue));
    const xi = [...curve.tower.xi];
    // any: an extension is a field, but for the square root
    const Fp6 = new F3Field(/** @type {any} */ (Fp2), xi);
    // any: the same
    const Fp12 = new F2Field(/** @type {any} */ (Fp6), [Fp2.zero, Fp2.one, Fp2.zero]);
    const gammas = Array.from({ length: 6 }, (_, k) => Fp2.exp(xi, (BigInt(k) * (Fp.p - 1n)) / 6n));
    /** w^k is v^(k div 2) w^(k mod 2). @param {number} k @returns {[number, number]} */
    const place = (k) => [k % 2, k >> 1];
    return Object.freeze({
        Fp, Fp2, Fp6, Fp12, xi,
        /** @param {Fp12Element} a */
        frobenius: (a) => a.map((half, odd) => half.map((c, i) => Fp2.mul(Fp2.conjugate(c), gammas[2 * i + odd]))),
        /** @param {Record<number, Fp2Element>} coefficients */
        sparse: (coefficients) => {
            const out = Fp12.copy(Fp12.zero);
            for (const [k, c] of Object.entries(coefficients)) {
                const [odd, i] = place(Number(k));
                out[odd][i] = c;
            }
            return out;
        },
    });
}
