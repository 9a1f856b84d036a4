/**
 * Records of options: the rules that several rooms share, and the one reader, which says in one way
 * what is wrong.
 * @module util/options
 */
import { describe } from "./check.js";
import { ProverError } from "./prover_error.js";
import { isSignal, signalOf } from "./signals.js";

/**
 * @typedef {object} Rule
 * @property {(value: any) => boolean} test
 * @property {string} expected - in messages
 * @property {(value: any) => any} [read] - what becomes of the value
 */

/** By the names of the options. @typedef {Readonly<Record<string, Rule>>} Rules */

/**
 * Throws the error for what is not taken: the record is none, or one of its values is not taken.
 * @typedef {(kind: "record" | "value", message: string) => never} Refuse
 */

/** @param {any} value */
const isObject = (value) => typeof value === "object" && value !== null;

/** @param {number} least */
const isCount = (least) => (/** @type {any} */ value) => Number.isSafeInteger(value) && value >= least;

/** @type {Rule} */
export const flag = { test: (v) => typeof v === "boolean", expected: "true or false" };
/** @type {Rule} */
export const call = { test: (v) => typeof v === "function", expected: "a function" };
/** @type {Rule} */
export const text = { test: (v) => typeof v === "string" && v.length > 0, expected: "a non-empty string" };
/** @type {Rule} */
export const record = { test: isObject, expected: "a record" };
/** @type {Rule} */
export const anything = { test: () => true, expected: "anything" };
/** @type {Rule} */
export const milliseconds = { test: (v) => typeof v === "number" && v > 0, expected: "milliseconds above 0" };
/** @type {Rule} */
export const abortSignal = Object.freeze({ test: isSignal, expected: "an AbortSignal", read: signalOf });
/** @type {Rule} */
export const workers = { test: isCount(0), expected: "a number of workers, 0 or more" };
/** Of a circuit's program, which has at least one page of WebAssembly. @type {Rule} */
export const programMemory = { test: (v) => typeof v === "number" && v >= 65536, expected: "bytes, at least 65536" };

/** @param {number} least @returns {Rule} */
export const count = (least) => ({ test: isCount(least), expected: `a whole number, ${least} or more` });

/** @param {readonly string[]} words @returns {Rule} */
export const oneOf = (words) => ({ test: (v) => words.includes(v), expected: `one of ${words.join(", ")}` });

/** What is done always, never, or where it is faster. @type {Rule} */
export const choice = { ...oneOf(["auto", "enabled", "disabled"]), expected: '"auto", "enabled" or "disabled"' };

/** @type {Refuse} */
const asProverError = (_kind, message) => {
    throw new ProverError("ERR_OPTION", message);
};

/**
 * For what stands in place of ffjavascript, whose callers know errors of JavaScript alone.
 * @type {Refuse}
 */
export const asTypeOrRange = (kind, message) => {
    throw kind === "record" ? new TypeError(message) : new RangeError(message);
};

/**
 * Options that are undefined or null count as absent.
 * @param {string} where - the public function
 * @param {unknown} options - a record; undefined stands for an empty one
 * @param {Rules} rules - of all options that there are
 * @param {Refuse} [refuse] - by default with ERR_OPTION
 * @returns {Record<string, any>} those that were given
 * @throws {ProverError} for what is no record, and for an unknown option or value
 */
export function givenOptions(where, options = {}, rules, refuse = asProverError) {
    if (!isObject(options) || Array.isArray(options)) refuse("record", `${where}: expected a record of options, got ${describe(options)}`);
    const given = Object.entries(/** @type {object} */ (options)).filter(([, value]) => value != null);
    return Object.fromEntries(given.map(([name, value]) => {
        if (!Object.hasOwn(rules, name))
            refuse("value", `${where}: expected options among ${Object.keys(rules).join(", ")}, got ${name}`);
        const { test, expected, read } = rules[name];
        if (!test(value)) refuse("value", `${where}: expected ${name} to be ${expected}, got ${describe(value)}`);
        return [name, read ? read(value) : value];
    }));
}
