/**
 * The options of the circuit tools, read and checked in one place.
 * @module circuits/options
 */
import { describe } from "../util/check.js";
import { ensure } from "../files/errors.js";

/** @import { ProgressReport } from "../files/progress.js" */
/** @import { SourceLike } from "../files/source.js" */

/**
 * @typedef {object} CircuitOptions
 * @property {SourceLike} [sym] - the names of the signals, as circom writes them; read only when there is one to name
 * @property {number} [max] - how many constraints are told, and signals of each kind; default 10
 * @property {boolean} [under] - also look for signals that no constraint, or none but linear ones, name; default false
 * @property {number} [threads] - workers; 0 runs everything on this thread; by default one per processor
 * @property {AbortSignal} [signal]
 * @property {number} [readTimeout] - milliseconds after which an unanswered read fails; default two minutes
 * @property {(report: ProgressReport<"constraints">) => void} [onProgress]
 * @property {(line: string) => void} [onLog] - called with each line that the circuit writes with log()
 * @property {number} [witnessTimeout] - milliseconds that a circuit's program may take if it runs in a worker; default
 *   ten minutes
 * @property {number} [witnessMemory] - bytes of memory that a circuit's program may have; default 4 GiB
 */

const DEFAULTS = Object.freeze({
    max: 10, under: false, readTimeout: 120_000, witnessTimeout: 600_000, witnessMemory: 2 ** 32, memory: 2 ** 30,
});

/** The most constraints that a report tells, which holds them in memory. */
const MOST = 10_000;

const call = (/** @type {any} */ v) => typeof v === "function";

/** @type {Record<string, { test: (value: any) => boolean, expected: string }>} */
const RULES = Object.freeze({
    sym: { test: (v) => v !== "", expected: "a .sym file" },
    max: { test: (v) => Number.isSafeInteger(v) && v >= 0 && v <= MOST, expected: `a number from 0 to ${MOST}` },
    under: { test: (v) => typeof v === "boolean", expected: "true or false" },
    threads: { test: (v) => Number.isSafeInteger(v) && v >= 0, expected: "a number of workers, 0 or more" },
    signal: { test: (v) => typeof v.addEventListener === "function", expected: "an AbortSignal" },
    readTimeout: { test: (v) => typeof v === "number" && v > 0, expected: "milliseconds above 0" },
    onProgress: { test: call, expected: "a function" },
    onLog: { test: call, expected: "a function" },
    witnessTimeout: { test: (v) => typeof v === "number" && v > 0, expected: "milliseconds above 0" },
    witnessMemory: { test: (v) => typeof v === "number" && v >= 65536, expected: "bytes, at least 65536" },
});

/**
 * @param {string} where
 * @param {unknown} options
 * @returns {Readonly<CircuitOptions & typeof DEFAULTS>}
 * @throws {ProverError} ERR_OPTION for an unknown option or value
 */
export function readOptions(where, options = {}) {
    ensure(typeof options === "object" && options !== null, "ERR_OPTION", () =>
        `${where}: expected a record of options, got ${describe(options)}`);
    const given = Object.entries(options).filter(([, value]) => value !== undefined && value !== null);
    for (const [name, value] of given) {
        ensure(Object.hasOwn(RULES, name), "ERR_OPTION", () =>
            `${where}: expected options among ${Object.keys(RULES).join(", ")}, got ${name}`);
        ensure(RULES[name].test(value), "ERR_OPTION", () =>
            `${where}: expected ${name} to be ${RULES[name].expected}, got ${describe(value)}`);
    }
    return Object.freeze({ ...DEFAULTS, ...Object.fromEntries(given) });
}
