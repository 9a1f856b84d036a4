/**
 * Polynomials of a degree that is a little above the size n of the domain, as lists of plain
 * coefficients, that of the lowest power first: as commitments take them for scalars, so that no
 * polynomial of a proof exists in two forms. Those of the key are in Montgomery form, and of degree
 * below n.
 * @module protocols/plonkish/polynomial
 */
import { openSecrets } from "../../batch/secrets.js";

/** @import { WasmField1 } from "../../curves/types.js" */
/** @import { Ops } from "../../batch/program.js" */
/** @import { Value } from "../../batch/formula.js" */

/**
 * Element i of a list, where it is.
 * @param {Uint8Array} list
 * @param {number} i
 * @param {number} n8
 */
export const elementAt = (list, i, n8) => list.subarray(i * n8, (i + 1) * n8);

/**
 * Adds to some elements of a list, in place.
 * @param {WasmField1} Fr
 * @param {Uint8Array} list
 * @param {readonly Uint8Array[]} terms - for elements from, from + 1, …, in the form of the list
 * @param {number} [from]
 */
export function addAt(Fr, list, terms, from = 0) {
    const { n8 } = Fr;
    const secrets = openSecrets(Fr);
    terms.forEach((term, i) => {
        const element = elementAt(list, from + i, n8);
        element.set(secrets.add(element, term));
    });
    secrets.clear();
}

/**
 * Adds (b0 + b1 X + …)(X^n - 1), which vanishes on the domain.
 * @param {WasmField1} Fr
 * @param {Uint8Array} list - a polynomial, changed
 * @param {number} n
 * @param {readonly Uint8Array[]} blinding - b, LEM
 */
export function blind(Fr, list, n, blinding) {
    const secrets = openSecrets(Fr);
    const plain = blinding.map((b) => secrets.fromMontgomery(b));
    addAt(Fr, list, plain.map((b) => secrets.neg(b)));
    addAt(Fr, list, plain, n);
    secrets.clear();
}

/**
 * A factor whose products with elements in Montgomery form are plain.
 * @param {WasmField1} Fr
 * @param {Uint8Array} element - LEM
 * @returns {Uint8Array}
 */
export const plainFactor = (Fr, element) => Fr.fromMontgomery(element);

/**
 * A coset of the domain: shift w^i. There, X^n is the constant `c`.
 * @typedef {{ shift: Uint8Array, c: Uint8Array }} Coset
 */

/**
 * Cosets of the domain by roots of unity of four times its order, so that c are -1 and both roots
 * of -1, which differ from 1.
 * @param {WasmField1} Fr
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
 * The values of polynomials on a coset, times a factor, which costs nothing here, as steps of a
 * task.
 * @param {WasmField1} Fr
 * @param {Ops} ops
 * @param {Coset} coset
 */
export function onCoset(Fr, { input, geometricScale, fft, mulAdd }, { shift, c }) {
    const fromPlain = Fr.toMontgomery(Fr.one);
    /** @param {Value} list - coefficients, LEM, not used again @param {Uint8Array} [factor] */
    const keyed = (list, factor = Fr.one) => fft(geometricScale(list, factor, shift));
    return Object.freeze({
        keyed,
        /** @param {Uint8Array} list - plain coefficients @param {Uint8Array} [factor] */
        made: (list, factor) =>
            fft(geometricScale(input(list, c), factor ? Fr.mul(fromPlain, factor) : fromPlain, shift)),
        /**
         * ql a + qr b + qm a b + qo c + qc.
         * @param {readonly Value[]} columns - a, b and c, here
         * @param {readonly Uint8Array[]} gates - ql, qr, qm, qo and qc: coefficients, LEM
         */
        gates([a, b, c], gates) {
            // each when it is needed
            const [l, r, m, o, k] = gates.map((list) => () => keyed(input(list)));
            const linear = mulAdd(a, l(), mulAdd(c, o(), k()));
            return mulAdd(mulAdd(a, m(), r()), b, linear);
        },
    });
}

/**
 * The parts of n coefficients each of a polynomial of degree below `cosets.length` n, from its
 * remainders modulo X^n - c: by Lagrange's formula in the variable X^n.
 * @param {WasmField1} Fr
 * @param {readonly Coset[]} cosets
 * @returns {Uint8Array[][]} for each part the factors of the remainders, LEM
 */
export function partsOf(Fr, cosets) {
    const columns = cosets.map(({ c }, k) => {
        const others = cosets.filter((_, j) => j !== k).map((coset) => coset.c);
        const under = others.reduce((product, other) => Fr.mul(product, Fr.sub(c, other)), Fr.one);
        // coefficients of the product of (Y - other) / under, lowest first
        let terms = [Fr.inv(under)];
        for (const other of others)
            terms = [Fr.zero, ...terms].map((term, i) => Fr.sub(term, Fr.mul(other, terms[i] ?? Fr.zero)));
        return terms;
    });
    return cosets.map((_, j) => columns.map((terms) => terms[j]));
}
