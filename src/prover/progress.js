/**
 * How far each phase is, for the caller, and when it began and ended.
 * @module prover/progress
 */
import { now } from "../util/host.js";

/**
 * @typedef {object} ProgressReport
 * @property {Phase} phase
 * @property {number} done - in the unit of the phase: bytes, coefficients, values or points
 * @property {number} total
 */

/** @typedef {"witness" | "coefficients" | "transforms" | "A" | "B1" | "B2" | "C" | "H" | "points" | "check"} Phase */

/**
 * @typedef {object} PhaseTiming
 * @property {Phase} phase
 * @property {number} start - milliseconds since the proof was asked for
 * @property {number} end
 */

/**
 * @typedef {object} PhaseTracker
 * @property {(amount: number) => void} advance
 * @property {() => void} end
 */

/**
 * @typedef {object} Progress
 * @property {(phase: Phase, total: number) => PhaseTracker} begin - reports 0 of total at once
 * @property {() => readonly PhaseTiming[]} timings - of the phases that ended, in the order of their start
 * @property {() => number} elapsed
 */

/**
 * @param {((report: ProgressReport) => void) | undefined} onProgress
 * @returns {Progress}
 */
export function createProgress(onProgress) {
    const origin = now();
    /** @type {{ phase: Phase, start: number, end: number }[]} */
    const phases = [];
    const elapsed = () => now() - origin;
    return Object.freeze({
        begin(phase, total) {
            const entry = { phase, start: elapsed(), end: NaN };
            phases.push(entry);
            let done = 0;
            onProgress?.({ phase, done, total });
            return Object.freeze({
                advance(/** @type {number} */ amount) {
                    done += amount;
                    onProgress?.({ phase, done, total });
                },
                end() { entry.end = elapsed(); },
            });
        },
        timings: () => Object.freeze(phases.filter(({ end }) => !Number.isNaN(end)).map((entry) => Object.freeze({ ...entry }))),
        elapsed,
    });
}
