/**
 * Checks of what callers pass in. Every message reads
 * `where: expected X, got Y`, with the input's name as the caller knows it.
 * @module util/check
 */
import { isBytes } from "./bytes.js";

/**
 * Describes a value in a few words, for a message.
 * @param {unknown} value
 * @returns {string}
 */
export function describe(value) {
    if (value === null || value === undefined) return String(value);
    if (typeof value === "bigint")
        return value < 0n
            ? `-${describe(-value)}`
            : value < 2n ** 64n
              ? `${value}n`
              : `a bigint of ${value.toString(2).length} bits`;
    if (typeof value === "string")
        return value.length > 40 ? `a string of ${value.length} characters` : JSON.stringify(value);
    if (typeof value === "number" || typeof value === "boolean") return String(value);
    if (ArrayBuffer.isView(value)) return `${value.constructor.name} of ${value.byteLength} bytes`;
    if (Array.isArray(value)) return `an array of ${value.length}`;
    // A foreign object may have a property `constructor` that is not a function.
    if (typeof value === "object")
        return `an object of class ${typeof value.constructor === "function" ? value.constructor.name : "none"}`;
    return `a ${typeof value}`;
}

/** What was thrown, in words. @param {any} error - any: whatever was thrown @returns {string} */
export const messageOf = (error) => String(error?.message ?? error);

/** @param {any} error - any: whatever was thrown @returns {unknown} */
export const errorCode = (error) => error?.code;

/**
 * A number of things, in words.
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 * @returns {string}
 */
export const counted = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/**
 * @param {boolean} ok
 * @param {string} where
 * @param {string} expected
 * @param {unknown} got
 * @returns {asserts ok}
 * @throws {RangeError} unless ok
 */
export function checkRange(ok, where, expected, got) {
    if (!ok) throw new RangeError(`${where}: expected ${expected}, got ${describe(got)}`);
}

/**
 * @param {boolean} ok
 * @param {string} where
 * @param {string} expected
 * @param {unknown} got
 * @returns {asserts ok}
 * @throws {TypeError} unless ok
 */
export function checkType(ok, where, expected, got) {
    if (!ok) throw new TypeError(`${where}: expected ${expected}, got ${describe(got)}`);
}

/**
 * @param {unknown} value
 * @param {string} where
 * @returns {asserts value is Uint8Array}
 */
export function checkBytes(value, where) {
    checkType(isBytes(value), where, "a Uint8Array", value);
}

/**
 * @param {unknown} value
 * @param {string} where
 * @returns {asserts value is number}
 */
export function checkCount(value, where) {
    checkType(typeof value === "number", where, "a whole number >= 0", value);
    checkRange(Number.isSafeInteger(value) && /** @type {number} */ (value) >= 0, where, "a whole number >= 0", value);
}

/**
 * @param {unknown} value
 * @param {string} where
 * @returns {asserts value is number}
 */
export function checkPowerOfTwo(value, where) {
    checkCount(value, where);
    checkRange(value > 0 && Number.isInteger(Math.log2(value)), where, "a power of two", value);
}
