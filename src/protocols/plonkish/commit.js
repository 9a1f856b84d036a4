/**
 * Commitments: a polynomial at tau, times the generator of G1.
 * @module protocols/plonkish/commit
 */
import { joinFirstFailure } from "../../files/stop.js";
import { sectionMsm } from "../key/section_msm.js";
import { keptPoints, readTogether } from "./reads.js";

/** @import { Context } from "../key/context.js" */
/** @import { GateKey } from "./key.js" */
/** @import { Buffers } from "../key/buffers.js" */

/**
 * Commits to polynomials, all those of a round together: each part of the points is read once for
 * all of them, or once for the whole proof if they may be kept. The MSMs of a round have one
 * length, so that they read the same parts.
 *
 * An MSM that two workers share costs 1.06 to 1.09 of one that is a single task, since each makes
 * records of all points. As many MSMs of a round as occupy all workers are therefore one task each,
 * if there is memory for it, and the others of the round are shared.
 * @param {Context<GateKey>} context
 * @param {AbortController} controller - aborted by the first that fails
 * @param {Buffers} buffers
 * @param {number} most - coefficients of the longest polynomial
 */
export function committer(context, controller, buffers, most) {
    const { zkey: { powers }, curve, keep, tm } = context, { G1 } = curve;
    const kept = keep ? keptPoints(context, buffers, most) : undefined;
    /**
     * @param {Record<string, Uint8Array>} polynomials - by the names of their phases, plain
     * @returns {Promise<Record<string, Uint8Array>>} affine LEM
     */
    return async (polynomials) => {
        const named = Object.entries(polynomials);
        const points = kept ?? readTogether(powers, named.length);
        const single = keep ? named.length - named.length % tm.concurrency : 0;
        const msms = named.map(async ([phase, scalars], i) => {
            const point = await sectionMsm(context, { phase, G: G1, points, scalars, start: 0, alone: i < single });
            return /** @type {[string, Uint8Array]} */ ([phase, G1.toAffine(point)]);
        });
        return Object.fromEntries(await joinFirstFailure(controller, /** @type {[Promise<any>]} */ (msms)));
    };
}
