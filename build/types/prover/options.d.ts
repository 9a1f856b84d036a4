import type { ProgressReport } from "./progress.js";
export type ProveOptions = {
    /**
     * - workers; 0: everything on this thread. Default: as many as the host runs at once
     */
    threads?: number;
    /**
     * - bytes that the parts of a proof may hold at once, about; default 1 GiB
     */
    memory?: number;
    /**
     * - how far each phase is; phases overlap
     */
    onProgress?: (report: ProgressReport) => void;
    /**
     * - raised, the proof rejects at once, and workers that go on with its tasks are ended
     */
    signal?: AbortSignal;
    /**
     * - verify the proof before it is handed out
     */
    check?: boolean;
    /**
     * - look at every point of the key first
     */
    paranoid?: boolean;
    /**
     * - put begin and end of each phase into the result
     */
    timings?: boolean;
    /**
     * - milliseconds after which a read without an answer fails; default two minutes
     */
    readTimeout?: number;
    /**
     * - what the circuit says with log() while its witness is calculated
     */
    onLog?: (line: string) => void;
    /**
     * - a curve of this package that the caller built; without it a shared one is used
     */
    curve?: any;
};
/** @import { ProgressReport } from "./progress.js" */
/**
 * @typedef {object} ProveOptions
 * @property {number} [threads] - workers; 0: everything on this thread. Default: as many as the host runs at once
 * @property {number} [memory] - bytes that the parts of a proof may hold at once, about; default 1 GiB
 * @property {(report: ProgressReport) => void} [onProgress] - how far each phase is; phases overlap
 * @property {AbortSignal} [signal] - raised, the proof rejects at once, and workers that go on with its tasks are ended
 * @property {boolean} [check] - verify the proof before it is handed out
 * @property {boolean} [paranoid] - look at every point of the key first
 * @property {boolean} [timings] - put begin and end of each phase into the result
 * @property {number} [readTimeout] - milliseconds after which a read without an answer fails; default two minutes
 * @property {(line: string) => void} [onLog] - what the circuit says with log() while its witness is calculated
 * @property {any} [curve] - a curve of this package that the caller built; without it a shared one is used
 */
declare const DEFAULTS: Readonly<{
    memory: number;
    readTimeout: 120000;
}>;
/**
 * @param {string} where
 * @param {unknown} options
 * @returns {Readonly<ProveOptions & typeof DEFAULTS>}
 * @throws {ProverError} on an unknown option or value
 */
export declare function readOptions(where: string, options: unknown): Readonly<ProveOptions & typeof DEFAULTS>;
export {};
