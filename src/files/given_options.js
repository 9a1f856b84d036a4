/**
 * Options of callers, read by a table of rules.
 * @module files/given_options
 */
import { describe } from "../util/check.js";
import { isSignal, signalOf } from "../util/signals.js";
import { ensure } from "./errors.js";

/**
 * @typedef {object} Rule
 * @property {(value: any) => boolean} test
 * @property {string} expected
 * @property {(value: any) => any} [read] - what becomes of the value
 */

/** @typedef {Readonly<Record<string, Rule>>} Rules */

/** @type {Rule} */
export const SIGNAL = Object.freeze({ test: isSignal, expected: "an AbortSignal", read: signalOf });

/**
 * @param {string} where
 * @param {unknown} options
 * @param {Rules} rules - of all options that there are
 * @returns {Record<string, any>} those that were given
 * @throws {ProverError} ERR_OPTION for an unknown option or value
 */
export function givenOptions(where, options, rules) {
    ensure(
        options === undefined || (typeof options === "object" && options !== null),
        "ERR_OPTION",
        () => `${where}: expected a record of options, got ${describe(options)}`,
    );
    const given = Object.entries(options ?? {}).filter(([, value]) => value !== undefined && value !== null);
    return Object.fromEntries(given.map(([name, value]) => {
        ensure(
            Object.hasOwn(rules, name),
            "ERR_OPTION",
            () => `${where}: expected options among ${Object.keys(rules).join(", ")}, got ${name}`,
        );
        const { test, expected, read } = rules[name];
        ensure(test(value), "ERR_OPTION", () => `${where}: expected ${name} to be ${expected}, got ${describe(value)}`);
        return [name, read ? read(value) : value];
    }));
}
