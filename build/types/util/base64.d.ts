/**
 * @param {string} text - padded base64, no line breaks
 * @returns {Uint8Array}
 * @throws {RangeError} a character outside the alphabet, with its offset
 */
export declare function fromBase64(text: string): Uint8Array;
