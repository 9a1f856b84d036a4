/**
 * Defaults for curves that other code builds: snarkjs, for example, calls buildBn128() without
 * options. Public as ffturbo/config.
 * @module curves/config
 */
/** @typedef {import("./types.js").CurveDefinition} CurveDefinition */
/** @typedef {import("./types.js").CurveLoader} CurveLoader */
/** @typedef {import("./types.js").CurveOptions} CurveOptions */
/** @typedef {import("../runtime/tier_names.js").Tier} Tier */
/** @typedef {import("./types.js").Settings} Settings */
/** @typedef {import("../util/options.js").Rule} Rule */
/** @typedef {import("../util/options.js").Rules} Rules */
import { env } from "../util/host.js";
import { TIER_CHOICES } from "../runtime/tier_names.js";
import { describe } from "../util/check.js";
import { asTypeOrRange, call, flag, givenOptions, milliseconds, record, workers } from "../util/options.js";
import { store } from "./registry.js";

/** @type {Rules} */
const RULES = Object.freeze({
    singleThread: flag,
    threads: workers,
    tier: {
        test: (v) => TIER_CHOICES.includes(v),
        expected: `one of ${TIER_CHOICES.map((tier) => JSON.stringify(tier)).join(", ")}`,
    },
    createWorker: { test: call.test, expected: "a function that makes a Worker" },
    workerUrl: { test: (v) => typeof v === "string" || typeof v?.href === "string", expected: "a URL or its text" },
    modules: { test: record.test, expected: "a record of modules by curve name" },
    logger: { test: record.test, expected: "an object with debug, warn, error" },
    terminationTimeout: milliseconds,
});

/** @param {any} curve */
const isCurve = (curve) =>
    record.test(curve) &&
    (typeof curve.load === "function" ? typeof curve.name === "string" : typeof curve.record?.name === "string");

/** What configure() takes in addition. */
const CURVES_RULE = Object.freeze({
    test: (/** @type {any} */ v) => Array.isArray(v) && v.every(isCurve),
    expected: "a list of curves, or of how to load them",
});
const GPU_RULE = Object.freeze({
    test: (/** @type {any} */ v) => typeof v === "function",
    expected: "a function that gives a curve a GPU, such as useGpu of ffturbo-gpu",
});

/**
 * @param {string} where
 * @param {CurveOptions} options
 * @param {Rules} [rules]
 * @returns {CurveOptions} without the absent ones
 * @throws {TypeError | RangeError} see givenOptions
 */
export const checkOptions = (where, options, rules = RULES) =>
    givenOptions(where, options ?? null, rules, asTypeOrRange);

/**
 * Sets defaults for curves that this or another copy of the package builds from now on, and adds
 * `curves` to those of the package. Options that are not named keep their values; undefined removes
 * a default.
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

/**
 * @returns {Omit<Settings, "curves">} the defaults of configure(), then FFTURBO_THREADS from the
 *   environment
 */
export function defaultOptions() {
    const defaults = { ...store().defaults };
    const text = env("FFTURBO_THREADS");
    delete defaults.curves;
    if (defaults.threads !== undefined || text === undefined || text === "") return defaults;
    if (!/^\d+$/.test(text))
        throw new RangeError(`FFTURBO_THREADS: expected a number of workers, 0 or more, got ${describe(text)}`);
    return { ...defaults, threads: Number(text) };
}
