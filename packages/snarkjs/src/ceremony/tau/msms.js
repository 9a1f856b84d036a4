/**
 * The sums of the points of powers of tau that show what they are. With a random factor f_i for the
 * power i, in every series the same:
 *
 *   e(sum f_i tau^(i+1) G1, G2) = e(sum f_i tau^i G1, tau G2)    each point of tau G1 is the one
 *                                                                before times tau
 *   e(sum f_i tau^i G1, G2) = e(G1, sum f_i tau^i G2)            those of tau G2 are of the same
 *                                                                powers
 *   e(sum f_i alpha tau^i G1, G2) = e(alpha G1, sum f_i tau^i G2)    and so are those of alpha tau
 *                                                                    G1, of beta tau G1
 *
 * As all points are of order r, a wrong one passes with a probability of 2^-64.
 * @module ceremony/tau/msms
 */
import { pointCheck, PTAU } from "../../../../../src/internal/snarkjs_ceremony.js";
import { drawFactors, FACTOR } from "./factors.js";
import { whereIn } from "./write.js";

/** @import { Curve, PhaseTracker, Ptau, Series } from "../../../../../src/internal/snarkjs_ceremony.js" */
/** @import { Factors } from "./factors.js" */

/**
 * Jacobian. The last two are of tau G1, and zero for the others.
 * @typedef {object} SeriesMsms
 * @property {Uint8Array} own - of the first 2^power points, each with its factor
 * @property {Uint8Array} beyond - of the points after these but the last, each with its factor
 * @property {Uint8Array} after - of all points but the first, each with the factor of the one
 *   before
 */

/**
 * The factors of the points before.
 * @param {Uint8Array} last - the factor before these
 * @param {Uint8Array} factors
 */
function shift(last, factors) {
    const shifted = new Uint8Array(factors.length);
    shifted.set(last);
    shifted.set(factors.subarray(0, -FACTOR), FACTOR);
    return shifted;
}

/**
 * Takes the points of each series in order, in parts of the same lengths, and checks them on the
 * way.
 * @param {{ curve: Curve, signal: AbortSignal, tracker: PhaseTracker }} on
 * @param {Ptau} ptau
 */
export function createMsms({ curve, signal, tracker }, ptau) {
    /**
     * @typedef {{ check: ReturnType<typeof pointCheck>, factors: Factors, at: number, last:
     *   Uint8Array,
     *     sums: SeriesMsms }} State
     */
    const states = /** @type {Map<Series, State>} */ (new Map());
    const begin = drawFactors();
    const open = (/** @type {Series} */ series) => {
        const G = curve[series.group], sums = { own: G.zero, beyond: G.zero, after: G.zero };
        const check = pointCheck(curve, G, whereIn(ptau, series), signal);
        return { check, factors: begin(), at: 0, last: new Uint8Array(FACTOR), sums };
    };
    const stateOf = (/** @type {Series} */ series) => {
        const state = states.get(series) ?? open(series);
        states.set(series, state);
        return state;
    };
    return {
        /**
         * The next points of a series, in order.
         * @param {Series} series
         * @param {Uint8Array} points
         */
        async add(series, points) {
            const state = stateOf(series), G = curve[series.group];
            const size = 2 * G.F.n8;
            const count = points.length / size;
            await state.check.add(points);
            const factors = state.factors(count);
            const inside = Math.max(0, Math.min(count, 2 ** ptau.power - state.at));
            const sum = (/** @type {Uint8Array} */ own, from = 0, to = count) => (from === to ? G.zero
                : G.multiExpAffine(points.subarray(from * size, to * size), own.subarray(from * FACTOR, to * FACTOR),
                    undefined, undefined, { signal }));
            const whole = series.type === PTAU.TAU_G1;
            const end = state.at + count === series.count(ptau.power);
            const found = await Promise.all([
                sum(factors, 0, inside),
                ...(whole ? [sum(factors, inside, end ? count - 1 : count), sum(shift(state.last, factors))] : []),
            ]);
            const names = /** @type {const} */ (["own", "beyond", "after"]);
            found.forEach((one, i) => { state.sums[names[i]] = G.add(state.sums[names[i]], one); });
            state.last = factors.slice(-FACTOR);
            state.at += count;
            tracker.advance(count);
        },
        /** @param {Series} series */
        end(series) {
            const { check, sums } = stateOf(series);
            check.end();
            return sums;
        },
    };
}
