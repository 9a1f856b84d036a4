/**
 * Tracks how far each phase is, for the caller, and when it began and ended.
 * @module files/progress
 */
import { now } from "../util/host.js";

/**
 * @template {string} [P=string]
 * @typedef {object} ProgressReport
 * @property {P} phase - of those that the protocol has
 * @property {number} done - in the unit of the phase: bytes, coefficients, values or points
 * @property {number} total
 * @property {number} overall - how far all phases together are, in [0, 1], never less than before;
 *   0 until key and witness are read
 */

/**
 * @template {string} [P=string]
 * @typedef {object} PhaseTiming
 * @property {P} phase
 * @property {number} start - milliseconds since the proof was requested
 * @property {number} end
 */

/**
 * @typedef {object} PhaseTracker
 * @property {(amount: number) => void} advance
 * @property {() => void} end
 */

/**
 * @typedef {object} Progress
 * @property {(costs: Readonly<Record<string, number>>) => void} plan - sets which phases there
 *   are, and their costs in any unit; until then `overall` is not known
 * @property {(phase: string, total: number) => PhaseTracker} begin - reports 0 of total at once
 * @property {(phase: string, total: number) => PhaseTracker} only - begins the one phase that there is
 * @property {() => readonly PhaseTiming[]} timings - of the phases that ended, in the order of
 *   their start
 * @property {() => number} elapsed
 */

/**
 * How far all phases together are: what is left of their costs. It never goes back, whatever the
 * estimates.
 */
function createTotal() {
    /** @type {Map<string, number>} */
    const fractions = new Map();
    /** @type {[string, number][]} */
    let costs = [];
    let overall = 0;
    return {
        /** @param {Readonly<Record<string, number>>} planned */
        plan(planned) { costs = Object.entries(planned); },
        /**
         * @param {string} phase
         * @param {number} fraction - in [0, 1]
         * @returns {number} of everything, in [0, 1]
         */
        at(phase, fraction) {
            fractions.set(phase, fraction);
            let left = 0, all = 0;
            for (const [name, cost] of costs) {
                left += cost * (1 - (fractions.get(name) ?? 0));
                all += cost;
            }
            overall = Math.max(overall, all > 0 ? 1 - left / all : 0);
            return overall;
        },
    };
}

/**
 * @param {((report: ProgressReport) => void) | undefined} onProgress
 * @returns {Progress}
 */
export function createProgress(onProgress) {
    const origin = now();
    const sum = createTotal();
    /** @type {{ phase: string, start: number, end: number }[]} */
    const phases = [];
    const elapsed = () => now() - origin;
    /** @type {Progress["begin"]} */
    const begin = (phase, total) => {
        const entry = { phase, start: elapsed(), end: NaN };
        phases.push(entry);
        let done = 0;
        const report = () =>
            onProgress?.({ phase, done, total, overall: sum.at(phase, total > 0 ? Math.min(1, done / total) : 1) });
        report();
        return Object.freeze({
            advance(/** @type {number} */ amount) {
                done += amount;
                report();
            },
            end() {
                entry.end = elapsed();
            },
        });
    };
    return Object.freeze({
        plan: sum.plan,
        begin,
        only(phase, total) {
            sum.plan({ [phase]: 1 });
            return begin(phase, total);
        },
        timings: () =>
            Object.freeze(phases.filter(({ end }) => !Number.isNaN(end)).map((entry) => Object.freeze({ ...entry }))),
        elapsed,
    });
}
