/**
 * Sums over the first Lagrange polynomials of the domain, by which public signals enter an
 * identity.
 * @module protocols/plonkish/lagrange
 */
/** @import { Curve } from "../../curves/types.js" */

/**
 * sum_i x_i L_i(xi) for the rows i < l of the domain, with L_i(X) = w^i (X^n - 1) / (n (X - w^i)).
 * @param {Curve} curve
 * @param {readonly Uint8Array[]} list - x, LEM
 * @param {Uint8Array} w - the root of the domain
 * @param {Uint8Array} xi - outside of the domain, but for a probability of n / r
 * @param {{ n: Uint8Array, vanishing: Uint8Array }} facts - n as an element, xi^n - 1
 * @returns {Promise<Uint8Array>}
 */
export async function lagrangeSum({ Fr }, list, w, xi, { n, vanishing }) {
    let root = Fr.one, sum = Fr.zero;
    const roots = list.map((_, i) => (root = i ? Fr.mul(root, w) : Fr.one));
    const inverses = await Fr.batchInverse(roots.map((power) => Fr.mul(n, Fr.sub(xi, power))));
    list.forEach((value, i) => { sum = Fr.add(sum, Fr.mul(value, Fr.mul(roots[i], inverses[i]))); });
    return Fr.mul(sum, vanishing);
}
