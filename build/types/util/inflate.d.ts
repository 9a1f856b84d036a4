/**
 * Unpacks DEFLATE streams. Lane kernels repeat themselves: packed they take a
 * quarter of the bytes. Ours, and not the host's, because this has to work
 * where there are no host globals, at once, and within the first milliseconds.
 *
 *   source  RFC 1951; canonical codes decoded through one table per alphabet
 * @module util/inflate
 */
export type Codes = {
    entries: Uint16Array;
    bits: number;
};
/**
 * @param {Uint8Array} source - a raw DEFLATE stream
 * @param {number} size - of the result
 * @returns {Uint8Array}
 * @throws {RangeError} not such a stream, or one of another size
 */
export declare const inflate: (source: Uint8Array, size: number) => Uint8Array;
