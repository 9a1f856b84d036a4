/**
 * The polynomials of the last two rounds: F, in which each commitment is divided by what vanishes on its points, and
 * L, whose division by X - y shows that all values are right. Remainders vanish in the divisions, so they are not
 * calculated. Both are kept as plain numbers, because they are scalars of sums: division is linear.
 * @module protocols/fflonk/openings
 */
import { divide } from "../../batch/field_ops.js";
import { pow } from "../../bigint/modular.js";
import { joinParts } from "../../batch/parts.js";

/** @import { Work } from "./quotients.js" */

/**
 * The polynomials in each commitment, as coefficients: 8, 4 and 3 of them.
 * @typedef {readonly [readonly Uint8Array[], readonly Uint8Array[], readonly Uint8Array[]]} Commitments
 */

/**
 * @param {Work} work
 * @param {Uint8Array} list
 * @param {readonly Uint8Array[]} points - all are roots
 */
async function without({ curve, vault, options }, list, points) {
    let rest = list;
    for (const point of points) {
        const { quotient } = await divide(curve, rest, point, options);
        if (rest !== list) vault.drop(rest);
        rest = vault.keep(/** @type {Uint8Array} */ (quotient));
    }
    return rest;
}

/**
 * An element whose bytes are those of a plain number: products with it leave Montgomery form.
 * @param {Work["curve"]["Fr"]} Fr
 * @param {bigint} value
 */
export const plainFactor = (Fr, value) => Fr.fromMontgomery(Fr.fromObject(value));

/**
 * sum X^j P_j(X^parts), as the scalars of a commitment.
 * @param {Work} work
 * @param {readonly Uint8Array[]} lists
 * @param {number} length - coefficients
 */
export const committed = async ({ curve, vault, options }, lists, length) => vault.keep(/** @type {Uint8Array} */ (
    await joinParts(curve, [{ lists, factor: plainFactor(curve.Fr, 1n) }], length, options)));

/**
 * F = (C0 - R0) / (X^8 - xi) + alpha (C1 - R1) / (X^4 - xi) + alpha^2 (C2 - R2) / ((X^3 - xi)(X^3 - xi w)), component
 * by component.
 * @param {Work} work
 * @param {Commitments} commitments
 * @param {{ xi: Uint8Array, xiw: Uint8Array }} points - LEM
 * @param {bigint} alpha
 * @returns {Promise<Uint8Array>} 9 n coefficients, plain
 */
export async function openedAtOnce(work, commitments, { xi, xiw }, alpha) {
    const { curve, n, vault, options } = work, places = [[xi], [xi], [xi, xiw]], terms = [];
    for (const [k, lists] of commitments.entries())
        terms.push({
            lists: await Promise.all(lists.map((list) => without(work, list, places[k]))),
            factor: plainFactor(curve.Fr, pow(alpha, BigInt(k), curve.r)),
        });
    const all = /** @type {Uint8Array} */ (await joinParts(curve, terms, 9 * n, options));
    vault.drop(...terms.flatMap(({ lists }) => lists));
    return vault.keep(all);
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
export async function openedAt(work, commitments, F, { k1, k2, z0 }, y) {
    const { curve, n, vault, options } = work, { Fr } = curve;
    const terms = [1n, k1, k2].map((k, i) => ({ lists: commitments[i], factor: plainFactor(Fr, k) }));
    // F is plain already
    const L = await joinParts(curve, [...terms, { lists: [F], factor: Fr.neg(Fr.fromObject(z0)) }], 9 * n, options);
    const { quotient } = await divide(curve, vault.keep(/** @type {Uint8Array} */ (L)), y, options);
    vault.drop(/** @type {Uint8Array} */ (L));
    return vault.keep(/** @type {Uint8Array} */ (quotient));
}
