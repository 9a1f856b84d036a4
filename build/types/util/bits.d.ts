/**
 * Bits of 32-bit indices, and the reversal that a Fourier transform needs.
 * @module util/bits
 */
/**
 * Floor of log2 for 1 <= v < 2^32, and 0 for 0. Works on 32 bits as ffjavascript
 * does, so `log2(2 ** 32)` is 0: use it for counts below 2^32 only.
 * @param {number} v
 * @returns {number}
 */
export declare const log2: (v: number) => number;
/**
 * The lowest `bits` bits of `index`, in reverse order.
 * @param {number} index
 * @param {number} bits - 1 to 32
 * @returns {number}
 */
export declare const bitReverse: (index: number, bits: number) => number;
/**
 * Puts elements into bit-reversed order, in place.
 *
 *   in      bytes  2^bits elements of `size` bytes; bytes after them are left as they are
 *   out     bytes  element i is what was element reverse(i)
 * @param {Uint8Array} bytes
 * @param {number} size
 * @param {number} bits - 0 to 31
 */
export declare function reverseElements(bytes: Uint8Array, size: number, bits: number): void;
