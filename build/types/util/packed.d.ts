/**
 * @param {string} text
 * @returns {Uint8Array}
 * @throws {RangeError} text that is neither
 */
export declare function unpack(text: string): Uint8Array;
