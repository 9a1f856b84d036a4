/**
 * Polynomials of a degree that is a little above the size n of the domain: n coefficients, and the few beyond them
 * apart, so that each part has the operations that fit it.
 * @module protocols/plonkish/polynomial
 */
import { toCoset } from "../../batch/coset_values.js";
import { evaluate } from "../../batch/field_ops.js";
import { release } from "./secrets.js";

/** @typedef {import("../../curves/types.js").Curve} Curve */

/**
 * @typedef {object} Polynomial
 * @property {Uint8Array} low - n coefficients, LEM, that of the lowest power first
 * @property {Uint8Array[]} high - those of X^n, X^(n + 1), …, LEM
 */

/** Element i of a list. @param {Uint8Array} list @param {number} i @param {number} n8 */
export const elementAt = (list, i, n8) => list.slice(i * n8, (i + 1) * n8);

/**
 * Adds to some elements of a list, in place.
 * @param {any} Fr
 * @param {Uint8Array} list
 * @param {readonly Uint8Array[]} terms - for elements from, from + 1, …
 * @param {number} [from]
 */
export function addAt(Fr, list, terms, from = 0) {
    const { n8 } = Fr;
    terms.forEach((term, i) => list.set(Fr.add(elementAt(list, from + i, n8), term), (from + i) * n8));
}

/**
 * p + (b0 + b1 X + …)(X^n - 1), which has the same values on the domain.
 * @param {any} Fr
 * @param {Uint8Array} low - the coefficients of p, which are changed
 * @param {readonly Uint8Array[]} blinding - b
 * @returns {Polynomial}
 */
export function blinded(Fr, low, blinding) {
    addAt(Fr, low, blinding.map((b) => Fr.neg(b)));
    return { low, high: [...blinding] };
}

/** All coefficients, and zeros up to `count` of them. @param {Polynomial} p @param {number} count @param {number} n8 */
export function coefficientsOf({ low, high }, count, n8) {
    const all = new Uint8Array(count * n8);
    all.set(low);
    high.forEach((value, i) => all.set(value, low.length + i * n8));
    return all;
}

/**
 * @param {Curve} curve
 * @param {Polynomial} p
 * @param {Uint8Array} point
 * @param {AbortSignal} signal
 * @returns {Promise<Uint8Array>} p(point), LEM
 */
export async function valueAt(curve, { low, high }, point, signal) {
    const { Fr } = /** @type {any} */ (curve), n = low.length / Fr.n8;
    const beyond = high.reduceRight((sum, value) => Fr.add(Fr.mul(sum, point), value), Fr.zero);
    return Fr.add(await evaluate(curve, low, point, { signal }), Fr.mul(Fr.exp(point, n), beyond));
}

/**
 * A coset of the domain: shift w^i. There, X^n is the constant `c`.
 * @typedef {{ shift: Uint8Array, c: Uint8Array }} Coset
 */

/**
 * Cosets of the domain by roots of unity of four times its order, so that c are -1 and both roots of -1, which differ
 * from 1.
 * @param {any} Fr
 * @param {number} power - of the domain
 * @param {number} count - up to 3
 * @returns {Coset[]}
 */
export function cosetsOf(Fr, power, count) {
    const cosets = [];
    for (let k = 1; k <= count; k++) cosets.push({ shift: Fr.exp(Fr.w[power + 2], k), c: Fr.exp(Fr.w[2], k) });
    return cosets;
}

/**
 * The values of a polynomial on a coset: X^(n + i) is c X^i there.
 * @param {Curve} curve
 * @param {Polynomial} p
 * @param {Coset} coset
 * @param {AbortSignal} signal
 * @returns {Promise<Uint8Array>} n elements, LEM, natural order
 */
export async function valuesOn(curve, { low, high }, { shift, c }, signal) {
    const { Fr } = /** @type {any} */ (curve);
    if (high.length === 0) return toCoset(curve, low, shift, { signal });
    const folded = low.slice();
    addAt(Fr, folded, high.map((value) => Fr.mul(c, value)));
    try {
        return await toCoset(curve, folded, shift, { signal });
    } finally {
        release(folded);
    }
}

/**
 * The parts of n coefficients each of a polynomial of degree below `cosets.length` n, from its remainders modulo X^n -
 * c: by Lagrange's formula in the variable X^n.
 * @param {any} Fr
 * @param {readonly Coset[]} cosets
 * @returns {Uint8Array[][]} for each part the factors of the remainders, LEM
 */
export function partsOf(Fr, cosets) {
    const columns = cosets.map(({ c }, k) => {
        const others = cosets.filter((_, j) => j !== k).map((coset) => coset.c);
        const under = others.reduce((product, other) => Fr.mul(product, Fr.sub(c, other)), Fr.one);
        let terms = [Fr.inv(under)]; // coefficients of the product of (Y - other) / under, lowest first
        for (const other of others)
            terms = [Fr.zero, ...terms].map((term, i) => Fr.sub(term, Fr.mul(other, terms[i] ?? Fr.zero)));
        return terms;
    });
    return cosets.map((_, j) => columns.map((terms) => terms[j]));
}
