/**
 * Bit-reversal permutation of elements of any size, in place.
 * @module pool/reverse
 */
/**
 *   in      bytes  2^bits elements of `size` bytes; more bytes after them stay
 *   out     bytes  element i is what was element reverse(i)
 *   cost    2^bits reversals of `bits` steps, and half as many swaps
 *
 * @param {Uint8Array} bytes
 * @param {number} size
 * @param {number} bits
 * @throws {RangeError} when the elements do not fit
 */
export declare function bitReverse(bytes: Uint8Array, size: number, bits: number): void;
