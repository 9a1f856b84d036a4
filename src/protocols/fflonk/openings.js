/**
 * The polynomials of the last two rounds: F, in which each commitment is divided by what vanishes
 * on its points, and L, whose division by X - y shows that all values are right. Remainders vanish
 * in the divisions, so they are not calculated. Both are kept as plain numbers, because they are
 * scalars of sums: division is linear.
 * @module protocols/fflonk/openings
 */
import { divide } from "../../batch/field_ops.js";
import { pow } from "../../bigint/modular.js";
import { joinParts } from "../../batch/parts.js";
import { plainFactor } from "../plonkish/polynomial.js";

/** @import { Work } from "../plonkish/prove.js" */

/**
 * The polynomials in each commitment, as coefficients: 8, 4 and 3 of them. Those of the first,
 * which are the key's, are in Montgomery form, the others plain.
 * @typedef {readonly [readonly Uint8Array[], readonly Uint8Array[], readonly Uint8Array[]]}
 *   Commitments
 */

/**
 * @param {Work} work
 * @param {Uint8Array} list
 * @param {readonly Uint8Array[]} points - all are roots
 */
async function without({ curve, buffers, options }, list, points) {
    let rest = list;
    for (const point of points) {
        const into = buffers.take(rest.length - curve.Fr.n8);
        await divide(curve, rest, point, { ...options, into });
        if (rest !== list) buffers.drop(rest);
        rest = into;
    }
    return rest;
}

/**
 * Factors that make plain what is in the form of each commitment.
 * @param {Work["curve"]["Fr"]} Fr
 * @param {readonly bigint[]} values
 */
const factorsOf = (Fr, values) => values.map((value, k) =>
    (k === 0 ? plainFactor(Fr, Fr.fromObject(value)) : Fr.fromObject(value)));

/**
 * sum X^j P_j(X^parts), as the scalars of a commitment.
 * @param {Work} work
 * @param {readonly Uint8Array[]} polynomials - plain
 * @param {number} length - coefficients
 */
export async function committed({ curve, buffers, options }, polynomials, length) {
    const { Fr } = curve, into = buffers.take(length * Fr.n8), factor = Fr.one;
    await joinParts(curve, [{ lists: polynomials, factor }], length, { ...options, into });
    return into;
}

/**
 * F = (C0 - R0) / (X^8 - xi) + alpha (C1 - R1) / (X^4 - xi) + alpha^2 (C2 - R2) / ((X^3 - xi)(X^3 -
 * xi w)), component by component.
 * @param {Work} work
 * @param {Commitments} commitments
 * @param {{ xi: Uint8Array, xiw: Uint8Array }} points - LEM
 * @param {bigint} alpha
 * @returns {Promise<Uint8Array>} 9 n coefficients, plain
 */
export async function openedAtOnce(work, commitments, { xi, xiw }, alpha) {
    const { curve, n, buffers, options } = work, { Fr, r } = curve, evalPoints = [[xi], [xi], [xi, xiw]];
    const factors = factorsOf(Fr, [0n, 1n, 2n].map((k) => pow(alpha, k, r)));
    const terms = await Promise.all(commitments.map(async (all, k) => (
        { lists: await Promise.all(all.map((list) => without(work, list, evalPoints[k]))), factor: factors[k] })));
    const into = buffers.take(9 * n * Fr.n8);
    await joinParts(curve, terms, 9 * n, { ...options, into });
    buffers.drop(...terms.flatMap((term) => term.lists));
    return into;
}

/**
 * (C0 + k1 C1 + k2 C2 - z0 F) / (X - y), without its remainder.
 * @param {Work} work
 * @param {Commitments} commitments
 * @param {Uint8Array} F - plain
 * @param {{ k1: bigint, k2: bigint, z0: bigint }} factors
 * @param {Uint8Array} y - LEM
 * @returns {Promise<Uint8Array>} 9 n - 1 coefficients, plain
 */
export async function openedAt({ curve, n, buffers, options }, commitments, F, { k1, k2, z0 }, y) {
    const { Fr } = curve, factors = factorsOf(Fr, [1n, k1, k2]);
    const length = 9 * n * Fr.n8;
    const terms = commitments.map((polynomials, k) => ({ lists: polynomials, factor: factors[k] }));
    const all = buffers.take(length);
    const into = buffers.take(length - Fr.n8);
    const last = { lists: [F], factor: Fr.neg(Fr.fromObject(z0)) };
    await joinParts(curve, [...terms, last], 9 * n, { ...options, into: all });
    await divide(curve, all, y, { ...options, into });
    buffers.drop(all);
    return into;
}
