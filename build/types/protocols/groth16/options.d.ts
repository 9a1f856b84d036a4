import type { ProgressReport } from "../../files/progress.js";
export type ProveOptions = {
    /**
     * - workers; 0 runs everything on this thread; by default one per processor
     */
    threads?: number;
    /**
     * - approximately how many bytes the parts of a proof may hold at once; default 1 GiB
     */
    memory?: number;
    /**
     * - how far each phase is; phases overlap
     */
    onProgress?: (report: ProgressReport) => void;
    /**
     * - on abort the proof rejects at once, and workers that go on with its tasks are
     * terminated
     */
    signal?: AbortSignal;
    /**
     * - verify the proof before it is returned; default true
     */
    check?: boolean;
    /**
     * - check every point of the key first; default false
     */
    paranoid?: boolean;
    /**
     * - add the begin and end of each phase to the result; default false
     */
    timings?: boolean;
    /**
     * - milliseconds after which an unanswered read fails; default two minutes
     */
    readTimeout?: number;
    /**
     * - milliseconds that a circuit's program may take if it runs in a worker; default
     * ten minutes
     */
    witnessTimeout?: number;
    /**
     * - bytes of memory that a circuit's program may have; default 4 GiB, the most that
     * WebAssembly allows
     */
    witnessMemory?: number;
    /**
     * - put our field functions into a circuit's program if circom's are recognised; default
     * true
     */
    rewrite?: boolean;
    /**
     * - called with each line that the circuit writes with log()
     */
    onLog?: (line: string) => void;
    /**
     * - the graphics card that useGpu of ffturbo/gpu gave the curve, for
     * the sums over G1: where it is faster, always, never; default what useGpu was told
     */
    gpu?: "auto" | "enabled" | "disabled";
    /**
     * - a curve of this package that the caller built; without it
     * a shared one is used
     */
    curve?: import("../../curves/types.js").Curve;
};
/** @import { ProgressReport } from "../../files/progress.js" */
/**
 * @typedef {object} ProveOptions
 * @property {number} [threads] - workers; 0 runs everything on this thread; by default one per processor
 * @property {number} [memory] - approximately how many bytes the parts of a proof may hold at once; default 1 GiB
 * @property {(report: ProgressReport) => void} [onProgress] - how far each phase is; phases overlap
 * @property {AbortSignal} [signal] - on abort the proof rejects at once, and workers that go on with its tasks are
 *   terminated
 * @property {boolean} [check] - verify the proof before it is returned; default true
 * @property {boolean} [paranoid] - check every point of the key first; default false
 * @property {boolean} [timings] - add the begin and end of each phase to the result; default false
 * @property {number} [readTimeout] - milliseconds after which an unanswered read fails; default two minutes
 * @property {number} [witnessTimeout] - milliseconds that a circuit's program may take if it runs in a worker; default
 *   ten minutes
 * @property {number} [witnessMemory] - bytes of memory that a circuit's program may have; default 4 GiB, the most that
 *   WebAssembly allows
 * @property {boolean} [rewrite] - put our field functions into a circuit's program if circom's are recognised; default
 *   true
 * @property {(line: string) => void} [onLog] - called with each line that the circuit writes with log()
 * @property {"auto" | "enabled" | "disabled"} [gpu] - the graphics card that useGpu of ffturbo/gpu gave the curve, for
 *   the sums over G1: where it is faster, always, never; default what useGpu was told
 * @property {import("../../curves/types.js").Curve} [curve] - a curve of this package that the caller built; without it
 *   a shared one is used
 */
declare const DEFAULTS: Readonly<{
    check: true;
    memory: number;
    readTimeout: 120000;
    witnessTimeout: 600000;
    witnessMemory: number;
    rewrite: true;
}>;
/**
 * @param {string} where
 * @param {unknown} options
 * @returns {Readonly<ProveOptions & typeof DEFAULTS>}
 * @throws {ProverError} for an unknown option or value
 */
export declare function readOptions(where: string, options: unknown): Readonly<ProveOptions & typeof DEFAULTS>;
export {};
