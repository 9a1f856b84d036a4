/**
 * Inflate: decompresses the generated WebAssembly modules, which are packed to
 * a quarter of their size. This is our own code because hardened realms, old
 * browsers and edge runtimes have no DecompressionStream, and the library has no
 * dependencies. It trusts its input, which is always a generated artifact.
 *
 *   source  RFC 1951, DEFLATE
 * @module util/inflate
 */
/**
 * Canonical Huffman code: how many codes there are of each length, the symbols
 * in order of their codes, and for the next FAST_BITS bits of input the symbol
 * and its length as 16 symbol + length, or 0 where the code is longer.
 * @param {ArrayLike<number>} lengths - per symbol; 0 means unused
 */
declare function huffman(lengths: ArrayLike<number>): {
    counts: Uint16Array<ArrayBuffer>;
    symbols: Uint16Array<ArrayBuffer>;
    fast: Uint16Array<ArrayBuffer>;
};
export type Code = ReturnType<typeof huffman>;
/**
 * @param {Uint8Array} bytes - raw DEFLATE
 * @param {number} length - of the result
 * @returns {Uint8Array}
 * @throws {RangeError} when the input ends early, or the result has another length
 */
export declare function inflate(bytes: Uint8Array, length: number): Uint8Array;
export {};
