export type ProgressReport = {
    phase: Phase;
    /**
     * - in the unit of the phase: bytes, coefficients, values or points
     */
    done: number;
    total: number;
};
export type Phase = "witness" | "coefficients" | "transforms" | "A" | "B1" | "B2" | "C" | "H" | "points" | "check";
export type PhaseTiming = {
    phase: Phase;
    /**
     * - milliseconds since the proof was asked for
     */
    start: number;
    end: number;
};
export type PhaseTracker = {
    advance: (amount: number) => void;
    end: () => void;
};
export type Progress = {
    /**
     * - reports 0 of total at once
     */
    begin: (phase: Phase, total: number) => PhaseTracker;
    /**
     * - of the phases that ended, in the order of their start
     */
    timings: () => readonly PhaseTiming[];
    elapsed: () => number;
};
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
export declare function createProgress(onProgress: ((report: ProgressReport) => void) | undefined): Progress;
