/**
 * Commitments: a polynomial at tau, times the generator of G1.
 * @module protocols/plonkish/commit
 */
import { joinFirstFailure } from "../../files/stop.js";
import { sumOf } from "../key/sums.js";
import { keptPoints, readTogether } from "./reads.js";

/** @import { Context } from "../key/context.js" */
/** @import { GateKey } from "./key.js" */
/** @import { Lists } from "./lists.js" */

/**
 * Commits to polynomials, all those of a round together: each part of the points is read once for all of them, or once
 * for the whole proof if they may be kept. The sums of a round have one length, so that they read the same parts.
 * @param {Context<GateKey>} context
 * @param {AbortController} controller - aborted by the first that fails
 * @param {Lists} lists
 * @param {number} most - coefficients of the longest polynomial
 */
export function committer(context, controller, lists, most) {
    const { zkey: { powers }, curve, keep } = context, { G1 } = /** @type {any} */ (curve);
    const kept = keep ? keptPoints(context, lists, most) : undefined;
    /**
     * @param {Record<string, Uint8Array>} polynomials - by the names of their phases, plain
     * @returns {Promise<Record<string, Uint8Array>>} affine LEM
     */
    return async (polynomials) => {
        const named = Object.entries(polynomials), points = kept ?? readTogether(powers, named.length);
        const sums = named.map(async ([phase, scalars]) => {
            const sum = await sumOf(context, { phase, G: G1, points, scalars, start: 0 });
            return /** @type {[string, Uint8Array]} */ ([phase, G1.toAffine(sum)]);
        });
        return Object.fromEntries(await joinFirstFailure(controller, /** @type {[Promise<any>]} */ (sums)));
    };
}
