/**
 * The options of proving, read and checked in one place.
 * @module protocols/key/options
 */
import { isProverCurve } from "../../curves/brand.js";
import {
    abortSignal, call, choice, flag, givenOptions, milliseconds, programMemory, workers,
} from "../../util/options.js";

/** @import { Rules } from "../../util/options.js" */
/** @import { ProgressReport } from "../../files/progress.js" */

/**
 * @template {string} [P=string]
 * @typedef {object} ProveOptions
 * @property {number} [threads] - workers; 0 runs everything on this thread; by default one per
 *   processor
 * @property {number} [memory] - approximately how many bytes the parts of a proof may hold at once:
 *   where they must, it has fewer workers; default 1 GiB, or what all workers need if that is more
 * @property {(report: ProgressReport<P>) => void} [onProgress] - how far each phase is; phases
 *   overlap
 * @property {AbortSignal} [signal] - on abort the proof rejects at once, and workers that go on
 *   with its tasks are terminated
 * @property {boolean} [check] - verify the proof before it is returned; default true
 * @property {boolean} [paranoid] - check every point of the key first; default false
 * @property {boolean} [timings] - add to the result when each phase and each task of a thread began
 *   and ended; default false
 * @property {number} [readTimeout] - milliseconds after which an unanswered read fails; default two
 *   minutes
 * @property {number} [witnessTimeout] - milliseconds that a circuit's program may take if it runs
 *   in a worker; default ten minutes
 * @property {number} [witnessMemory] - bytes of memory that a circuit's program may have; default 4
 *   GiB, the most that WebAssembly allows
 * @property {boolean} [rewrite] - put our field functions into a circuit's program if circom's are
 *   recognised; default true
 * @property {(line: string) => void} [onLog] - called with each line that the circuit writes with
 *   log()
 * @property {"auto" | "enabled" | "disabled"} [gpu] - the GPU that useGpu of ffturbo-gpu
 *   gave the curve, for MSMs and columns: where it is faster, always, never; by default as set by
 *   useGpu
 * @property {import("../../curves/types.js").Curve} [curve] - a curve of this package that the
 *   caller built; without it a shared one is used
 */

export const DEFAULTS = Object.freeze({
    check: true, memory: 2 ** 30, readTimeout: 120_000, witnessTimeout: 600_000, witnessMemory: 2 ** 32, rewrite: true,
});

/** Bytes; less memory than this cannot hold a chunk of each kind. */
export const LEAST_MEMORY = 2 ** 24;

/** @type {Rules} */
export const RULES = Object.freeze({
    threads: workers,
    memory: { test: (v) => typeof v === "number" && v >= LEAST_MEMORY, expected: `bytes, at least ${LEAST_MEMORY}` },
    onProgress: call,
    signal: abortSignal,
    check: flag,
    paranoid: flag,
    timings: flag,
    readTimeout: milliseconds,
    rewrite: flag,
    witnessTimeout: milliseconds,
    witnessMemory: programMemory,
    onLog: call,
    gpu: choice,
    curve: { test: isProverCurve, expected: "a curve built by this version of ffturbo" },
});

/**
 * @param {string} where
 * @param {unknown} options
 * @returns {Readonly<ProveOptions & typeof DEFAULTS>}
 * @throws {ProverError} for an unknown option or value
 */
export const readOptions = (where, options) =>
    Object.freeze({ ...DEFAULTS, ...givenOptions(where, options, RULES) });
