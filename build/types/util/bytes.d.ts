/**
 * Converts integers to and from bytes, in either byte order, at any offset and alignment.
 * Short values are moved by 64-bit words, long ones as hexadecimal text, which BigInt
 * parses in one pass, while shifting word by word would be quadratic.
 * @module util/bytes
 */
/**
 * True for a Uint8Array of any realm (test runners and frames have several) and for a Buffer of Node.
 * @param {unknown} value
 * @returns {value is Uint8Array}
 */
export declare const isBytes: (value: unknown) => value is Uint8Array;
/**
 * Was this memory transferred? (A view of it has zero bytes, but so has a view of an empty buffer.)
 * @param {ArrayBufferLike} buffer
 * @returns {boolean}
 */
export declare function isDetached(buffer: ArrayBufferLike): boolean;
/**
 * The integer in `n8` bytes, least significant first.
 * @param {ArrayBufferView} buff
 * @param {number} [offset]
 * @param {number} [n8]
 * @param {string} [where]
 * @returns {bigint}
 */
export declare const readLE: (buff: ArrayBufferView, offset?: number, n8?: number, where?: string) => bigint;
/**
 * The integer in `n8` bytes, most significant first.
 * @param {ArrayBufferView} buff
 * @param {number} [offset]
 * @param {number} [n8]
 * @param {string} [where]
 * @returns {bigint}
 */
export declare const readBE: (buff: ArrayBufferView, offset?: number, n8?: number, where?: string) => bigint;
/**
 * Writes `value` into `n8` bytes, least significant first. All of them are written.
 * @param {ArrayBufferView} buff
 * @param {number} offset
 * @param {bigint} value - in [0, 2^(8 * n8))
 * @param {number} n8
 * @param {string} [where]
 */
export declare const writeLE: (buff: ArrayBufferView, offset: number, value: bigint, n8: number, where?: string) => void;
/**
 * Writes `value` into `n8` bytes, most significant first. All of them are written.
 * @param {ArrayBufferView} buff
 * @param {number} offset
 * @param {bigint} value - in [0, 2^(8 * n8))
 * @param {number} n8
 * @param {string} [where]
 */
export declare const writeBE: (buff: ArrayBufferView, offset: number, value: bigint, n8: number, where?: string) => void;
/**
 * A copy of a part of a byte array. `Buffer.prototype.slice` of Node makes a
 * view instead; going through Uint8Array gives a copy for both.
 * @param {Uint8Array} bytes
 * @param {number} [from]
 * @param {number} [to]
 * @returns {Uint8Array}
 */
export declare const copyBytes: (bytes: Uint8Array, from?: number, to?: number) => Uint8Array;
/** Clears bytes, unless their buffer was given away. @param {Uint8Array} bytes */
export declare function clear(bytes: Uint8Array): void;
