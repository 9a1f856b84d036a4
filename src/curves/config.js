/**
 * Defaults for curves that others build: snarkjs calls buildBn128() without options. Public
 * as ffturbo/config.
 * @module curves/config
 */
/** @import { CurveOptions } from "./types.js" */
import { env } from "../util/host.js";
import { describe } from "../util/check.js";
import { store } from "./registry.js";

const TIERS = Object.freeze(["auto", "fma", "simd", "scalar"]);

/** @param {unknown} value */
const isRecord = (value) => typeof value === "object" && value !== null;

/** What each option may be: a test and the words for it. */
const RULES = Object.freeze({
    singleThread: { test: (/** @type {any} */ v) => typeof v === "boolean", expected: "true or false" },
    threads: { test: (/** @type {any} */ v) => Number.isSafeInteger(v) && v >= 0, expected: "a number of workers, 0 or more" },
    tier: { test: (/** @type {any} */ v) => TIERS.includes(v), expected: 'one of "auto", "fma", "simd", "scalar"' },
    createWorker: { test: (/** @type {any} */ v) => typeof v === "function", expected: "a function that makes a Worker" },
    workerUrl: { test: (/** @type {any} */ v) => typeof v === "string" || typeof v?.href === "string", expected: "a URL or its text" },
    modules: { test: isRecord, expected: "a record of modules by curve name" },
    logger: { test: isRecord, expected: "an object with debug, warn, error" },
    terminationTimeout: { test: (/** @type {any} */ v) => typeof v === "number" && v > 0, expected: "milliseconds above 0" },
});

/**
 * @param {string} where
 * @param {CurveOptions} options - undefined values count as absent
 * @returns {CurveOptions} without the absent ones
 * @throws {RangeError} an unknown option or value
 */
export function checkOptions(where, options) {
    if (!isRecord(options)) throw new TypeError(`${where}: expected a record of options, got ${describe(options)}`);
    const entries = Object.entries(options).filter(([, value]) => value !== undefined && value !== null);
    for (const [key, value] of entries) {
        const rule = Object.hasOwn(RULES, key) ? RULES[/** @type {keyof typeof RULES} */ (key)] : undefined;
        if (!rule) throw new RangeError(`${where}: expected options among ${Object.keys(RULES).join(", ")}, got ${key}`);
        if (!rule.test(value)) throw new RangeError(`${where}: expected ${key} to be ${rule.expected}, got ${describe(value)}`);
    }
    return Object.fromEntries(entries);
}

/**
 * Sets defaults for curves built from now on, by this or another copy of the package. What is
 * not named stays as it was; undefined takes a default back.
 * @param {CurveOptions} options
 */
export function configure(options) {
    checkOptions("configure", options);
    const { defaults } = store();
    for (const [key, value] of Object.entries(options)) {
        if (value === undefined || value === null) delete (/** @type {Record<string, unknown>} */ (defaults))[key];
        else (/** @type {Record<string, unknown>} */ (defaults))[key] = value;
    }
}

/** @returns {CurveOptions} what configure() said, then FFTURBO_THREADS from the environment */
export function defaultOptions() {
    const { defaults } = store();
    const text = env("FFTURBO_THREADS");
    if (defaults.threads !== undefined || text === undefined || text === "") return { ...defaults };
    if (!/^\d+$/.test(text)) throw new RangeError(`FFTURBO_THREADS: expected a number of workers, 0 or more, got ${describe(text)}`);
    return { ...defaults, threads: Number(text) };
}
