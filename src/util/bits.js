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
export const log2 = (v) => 31 - Math.clz32(v | 1);

/**
 * @param {number} v - an unsigned 32-bit word
 * @returns {number} the word with its 32 bits in reverse order
 */
function reverse32(v) {
    v = ((v >>> 1) & 0x55555555) | ((v & 0x55555555) << 1);
    v = ((v >>> 2) & 0x33333333) | ((v & 0x33333333) << 2);
    v = ((v >>> 4) & 0x0f0f0f0f) | ((v & 0x0f0f0f0f) << 4);
    v = ((v >>> 8) & 0x00ff00ff) | ((v & 0x00ff00ff) << 8);
    return ((v >>> 16) | (v << 16)) >>> 0;
}

/**
 * The lowest `bits` bits of `index`, in reverse order.
 * @param {number} index
 * @param {number} bits - 1 to 32
 * @returns {number}
 */
export const bitReverse = (index, bits) => reverse32(index) >>> (32 - bits);

/**
 * Puts elements of `elementSize` bytes into bit-reversed order, in place.
 * @param {Uint8Array} buff - 2^k elements
 * @param {number} elementSize - bytes
 * @throws {Error} when the number of elements is not a power of two
 */
export function reverseElements(buff, elementSize) {
    const n = buff.byteLength / elementSize;
    const bits = log2(n);
    if (n !== 2 ** bits) throw new Error(`buffReverseBits: Invalid number of pointers: expected a power of two elements of ${elementSize} bytes, got ${buff.byteLength} bytes`);
    const spare = new Uint8Array(elementSize);
    for (let i = 0; i < n; i++) {
        const j = bits === 0 ? 0 : bitReverse(i, bits);
        if (i >= j) continue;
        spare.set(buff.subarray(i * elementSize, (i + 1) * elementSize));
        buff.copyWithin(i * elementSize, j * elementSize, (j + 1) * elementSize);
        buff.set(spare, j * elementSize);
    }
}
