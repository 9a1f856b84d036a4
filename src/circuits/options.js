/**
 * The options of the circuit tools, read and checked in one place.
 * @module circuits/options
 */
import { abortSignal, call, flag, givenOptions, milliseconds, programMemory, workers } from "../util/options.js";

/** @import { ProgressReport } from "../files/progress.js" */
/** @import { SourceLike } from "../files/source.js" */

/**
 * @typedef {object} CircuitOptions
 * @property {SourceLike} [sym] - the names of the signals, as circom writes them; read only when
 *   there is one to name
 * @property {number} [max] - how many constraints are told, and signals of each kind; default 10
 * @property {boolean} [under] - also look for signals that no constraint, or none but linear ones,
 *   name; default false
 * @property {number} [threads] - workers; 0 runs everything on this thread; by default one per
 *   processor
 * @property {AbortSignal} [signal]
 * @property {number} [readTimeout] - milliseconds after which an unanswered read fails; default two
 *   minutes
 * @property {(report: ProgressReport<"constraints">) => void} [onProgress]
 * @property {(line: string) => void} [onLog] - called with each line that the circuit writes with
 *   log()
 * @property {number} [witnessTimeout] - milliseconds that a circuit's program may take if it runs
 *   in a worker; default ten minutes
 * @property {number} [witnessMemory] - bytes of memory that a circuit's program may have; default 4
 *   GiB
 */

const DEFAULTS = Object.freeze({
    max: 10, under: false, readTimeout: 120_000, witnessTimeout: 600_000, witnessMemory: 2 ** 32, memory: 2 ** 30,
});

/** The most constraints that a report tells, which holds them in memory. */
const MOST = 10_000;

/** @type {import("../util/options.js").Rules} */
const RULES = Object.freeze({
    sym: { test: (v) => v !== "", expected: "a .sym file" },
    max: { test: (v) => Number.isSafeInteger(v) && v >= 0 && v <= MOST, expected: `a number from 0 to ${MOST}` },
    under: flag,
    threads: workers,
    signal: abortSignal,
    readTimeout: milliseconds,
    onProgress: call,
    onLog: call,
    witnessTimeout: milliseconds,
    witnessMemory: programMemory,
});

/**
 * @param {string} where
 * @param {unknown} options
 * @returns {Readonly<CircuitOptions & typeof DEFAULTS>}
 * @throws {ProverError} ERR_OPTION for an unknown option or value
 */
export const readOptions = (where, options) =>
    Object.freeze({ ...DEFAULTS, ...givenOptions(where, options, RULES) });
