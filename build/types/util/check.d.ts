/**
 * Describes a value in a few words, for a message.
 * @param {unknown} value
 * @returns {string}
 */
export declare function describe(value: unknown): string;
/**
 * @param {boolean} ok
 * @param {string} where
 * @param {string} expected
 * @param {unknown} got
 * @returns {asserts ok}
 * @throws {RangeError} unless ok
 */
export declare function checkRange(ok: boolean, where: string, expected: string, got: unknown): asserts ok;
/**
 * @param {boolean} ok
 * @param {string} where
 * @param {string} expected
 * @param {unknown} got
 * @returns {asserts ok}
 * @throws {TypeError} unless ok
 */
export declare function checkType(ok: boolean, where: string, expected: string, got: unknown): asserts ok;
/**
 * @param {unknown} value
 * @param {string} where
 * @returns {asserts value is Uint8Array}
 */
export declare function checkBytes(value: unknown, where: string): asserts value is Uint8Array;
/**
 * @param {unknown} value
 * @param {string} where
 * @returns {asserts value is number}
 */
export declare function checkCount(value: unknown, where: string): asserts value is number;
/**
 * @param {unknown} value
 * @param {string} where
 * @returns {asserts value is number}
 */
export declare function checkPowerOfTwo(value: unknown, where: string): asserts value is number;
