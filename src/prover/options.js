/**
 * The options of proving, read and checked in one place.
 * @module prover/options
 */
import { describe } from "../util/check.js";
import { isOwnCurve } from "../curves/own.js";
import { ensure } from "./errors.js";

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

const DEFAULTS = Object.freeze({ memory: 2 ** 30, readTimeout: 120_000 });

/** Less than this does not hold one chunk of each kind. */
const LEAST_MEMORY = 2 ** 24;

const count = (/** @type {any} */ v) => Number.isSafeInteger(v) && v >= 0;
const flag = (/** @type {any} */ v) => typeof v === "boolean";
const call = (/** @type {any} */ v) => typeof v === "function";

/** @type {Record<string, { test: (value: any) => boolean, expected: string }>} */
const RULES = Object.freeze({
    threads: { test: count, expected: "a number of workers, 0 or more" },
    memory: { test: (v) => typeof v === "number" && v >= LEAST_MEMORY, expected: `bytes, at least ${LEAST_MEMORY}` },
    onProgress: { test: call, expected: "a function" },
    signal: { test: (v) => typeof v?.addEventListener === "function", expected: "an AbortSignal" },
    check: { test: flag, expected: "true or false" },
    paranoid: { test: flag, expected: "true or false" },
    timings: { test: flag, expected: "true or false" },
    readTimeout: { test: (v) => typeof v === "number" && v > 0, expected: "milliseconds above 0" },
    onLog: { test: call, expected: "a function" },
    curve: { test: isOwnCurve, expected: "a curve built by this version of ffturbo" },
});

/**
 * @param {string} where
 * @param {unknown} options
 * @returns {Readonly<ProveOptions & typeof DEFAULTS>}
 * @throws {ProverError} on an unknown option or value
 */
export function readOptions(where, options) {
    ensure(options === undefined || (typeof options === "object" && options !== null), "ERR_OPTION", () => `${where}: expected a record of options, got ${describe(options)}`);
    const given = Object.entries(options ?? {}).filter(([, value]) => value !== undefined && value !== null);
    for (const [name, value] of given) {
        ensure(Object.hasOwn(RULES, name), "ERR_OPTION", () => `${where}: expected options among ${Object.keys(RULES).join(", ")}, got ${name}`);
        ensure(RULES[name].test(value), "ERR_OPTION", () => `${where}: expected ${name} to be ${RULES[name].expected}, got ${describe(value)}`);
    }
    return Object.freeze({ ...DEFAULTS, ...Object.fromEntries(given) });
}
