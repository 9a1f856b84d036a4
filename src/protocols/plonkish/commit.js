/**
 * Commitments: a polynomial at tau, times the generator of G1.
 * @module protocols/plonkish/commit
 */
import { joinFirstFailure } from "../../files/stop.js";
import { sumOf } from "../key/sums.js";
import { coefficientsOf } from "./polynomial.js";
import { readTogether } from "./reads.js";
import { release } from "./secrets.js";

/** @import { Context } from "../key/context.js" */
/** @import { GateKey } from "./key.js" */
/** @import { Polynomial } from "./polynomial.js" */

/**
 * Commits to polynomials, all those of a round together: each part of the points is read once for all of them. All
 * sums have one length, so that they read the same parts.
 * @param {Context<GateKey>} context
 * @param {AbortController} controller - aborted by the first that fails
 */
export function committer(context, controller) {
    const { zkey: { powers }, curve, signal, keep, secrets } = context, { Fr, G1 } = /** @type {any} */ (curve);
    const kept = keep ? readTogether(powers, { readers: 1, keep }) : undefined;
    /**
     * @param {Record<string, Polynomial>} polynomials - by the names of their phases
     * @param {number} count - of coefficients, at most
     * @returns {Promise<Record<string, Uint8Array>>} affine LEM
     */
    return async (polynomials, count) => {
        const named = Object.entries(polynomials);
        const points = kept ?? readTogether(powers, { readers: named.length, keep });
        const sums = named.map(async ([phase, polynomial]) => {
            const coefficients = coefficientsOf(polynomial, count, Fr.n8);
            const scalars = await Fr.batchFromMontgomery(coefficients, { signal });
            secrets.push(scalars);
            release(coefficients);
            const sum = await sumOf(context, { phase, G: G1, points, scalars, start: 0 });
            release(scalars);
            return /** @type {[string, Uint8Array]} */ ([phase, G1.toAffine(sum)]);
        });
        return Object.fromEntries(await joinFirstFailure(controller, /** @type {[Promise<any>]} */ (sums)));
    };
}
