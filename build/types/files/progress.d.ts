export type ProgressReport = {
    phase: Phase;
    /**
     * - in the unit of the phase: bytes, coefficients, values or points
     */
    done: number;
    total: number;
    /**
     * - how far all phases together are, in [0, 1], never less than before; 0 until key and
     * witness are read
     */
    overall: number;
};
export type Phase = "witness" | "coefficients" | "transforms" | "A" | "B1" | "B2" | "C" | "H" | "points" | "check";
export type PhaseTiming = {
    phase: Phase;
    /**
     * - milliseconds since the proof was requested
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
     * - sets which phases there are, and their costs in
     * any unit; until then `overall` is not known
     */
    plan: (efforts: Partial<Record<Phase, number>>) => void;
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
 * @param {((report: ProgressReport) => void) | undefined} onProgress
 * @returns {Progress}
 */
export declare function createProgress(onProgress: ((report: ProgressReport) => void) | undefined): Progress;
