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
 * Puts elements of `elementSize` bytes into bit-reversed order, in place.
 * @param {Uint8Array} buff - 2^k elements
 * @param {number} elementSize - bytes
 * @throws {Error} when the number of elements is not a power of two
 */
export declare function reverseElements(buff: Uint8Array, elementSize: number): void;
