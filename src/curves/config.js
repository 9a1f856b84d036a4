/**
 * Defaults for curves that other code builds: snarkjs, for example, calls buildBn128() without
 * options. Public as ffturbo/config.
 * @module curves/config
 */
/** @typedef {import("./types.js").CurveDefinition} CurveDefinition */
/** @typedef {import("./types.js").CurveLoader} CurveLoader */
/** @typedef {import("./types.js").CurveOptions} CurveOptions */
/** @typedef {import("./types.js").Settings} Settings */
import { env } from "../util/host.js";
import { TIER_CHOICES } from "../runtime/tier_names.js";
import { describe } from "../util/check.js";
import { store } from "./registry.js";

/** @param {any} value */
const isRecord = (value) => typeof value === "object" && value !== null;

/** The values that each option may have: a test, and a description for messages. */
const RULES = Object.freeze({
    singleThread: { test: (/** @type {any} */ v) => typeof v === "boolean", expected: "true or false" },
    threads: {
        test: (/** @type {any} */ v) => Number.isSafeInteger(v) && v >= 0,
        expected: "a number of workers, 0 or more",
    },
    tier: {
        test: (/** @type {any} */ v) => TIER_CHOICES.includes(v),
        expected: `one of ${TIER_CHOICES.map((tier) => JSON.stringify(tier)).join(", ")}`,
    },
    createWorker: {
        test: (/** @type {any} */ v) => typeof v === "function",
        expected: "a function that makes a Worker",
    },
    workerUrl: {
        test: (/** @type {any} */ v) => typeof v === "string" || typeof v?.href === "string",
        expected: "a URL or its text",
    },
    modules: { test: isRecord, expected: "a record of modules by curve name" },
    logger: { test: isRecord, expected: "an object with debug, warn, error" },
    terminationTimeout: {
        test: (/** @type {any} */ v) => typeof v === "number" && v > 0,
        expected: "milliseconds above 0",
    },
});

/** @param {any} curve */
const isCurve = (curve) =>
    isRecord(curve) &&
    (typeof curve.load === "function" ? typeof curve.name === "string" : typeof curve.record?.name === "string");

/** What configure() takes in addition. */
const CURVES_RULE = Object.freeze({
    test: (/** @type {any} */ v) => Array.isArray(v) && v.every(isCurve),
    expected: "a list of curves, or of how to load them",
});
const GPU_RULE = Object.freeze({
    test: (/** @type {any} */ v) => typeof v === "function",
    expected: "a function that gives a curve a graphics card, such as useGpu of ffturbo/gpu",
});

/**
 * @param {string} where
 * @param {CurveOptions} options - undefined values count as absent
 * @param {Record<string, { test: (value: any) => boolean, expected: string }>} [rules]
 * @returns {CurveOptions} without the absent ones
 * @throws {RangeError} for an unknown option or value
 */
export function checkOptions(where, options, rules = RULES) {
    if (!isRecord(options)) throw new TypeError(`${where}: expected a record of options, got ${describe(options)}`);
    const entries = Object.entries(options).filter(([, value]) => value !== undefined && value !== null);
    for (const [key, value] of entries) {
        const rule = Object.hasOwn(rules, key) ? rules[key] : undefined;
        if (!rule)
            throw new RangeError(`${where}: expected options among ${Object.keys(rules).join(", ")}, got ${key}`);
        if (!rule.test(value))
            throw new RangeError(`${where}: expected ${key} to be ${rule.expected}, got ${describe(value)}`);
    }
    return Object.fromEntries(entries);
}

/**
 * Sets defaults for curves that this or another copy of the package builds from now on, and adds `curves` to those of
 * the package. Options that are not named keep their values; undefined removes a default.
 * @param {Settings} options
 */
export function configure(options) {
    checkOptions("configure", options, { ...RULES, curves: CURVES_RULE, gpu: GPU_RULE });
    const { defaults } = store();
    for (const [key, value] of Object.entries(options)) {
        if (value === undefined || value === null) delete (/** @type {Record<string, unknown>} */ (defaults))[key];
        else (/** @type {Record<string, unknown>} */ (defaults))[key] = value;
    }
}

/** @returns {Omit<Settings, "curves">} the defaults of configure(), then FFTURBO_THREADS from the environment */
export function defaultOptions() {
    const defaults = { ...store().defaults }, text = env("FFTURBO_THREADS");
    delete defaults.curves;
    if (defaults.threads !== undefined || text === undefined || text === "") return defaults;
    if (!/^\d+$/.test(text))
        throw new RangeError(`FFTURBO_THREADS: expected a number of workers, 0 or more, got ${describe(text)}`);
    return { ...defaults, threads: Number(text) };
}
