/**
 * Bits of 32-bit indices, and the reversal that an FFT needs.
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
 * Swaps the elements i and j of a list whenever j is i with its low `bits` bits reversed.
 * @param {Uint32Array | Uint8Array} a
 * @param {number} size - of one element, in entries of `a`
 * @param {number} bits
 * @throws {RangeError} when `a` has fewer entries, as an array of words that is taken for one of
 *   bytes
 */
function permute(a, size, bits) {
    if (bits > 1 && size * 2 ** bits > a.length) {
        throw new RangeError(
            `reverseElements: expected ${2 ** bits} elements of ${size} entries, got ${a.length} entries`,
        );
    }
    for (let i = 0; i < 2 ** bits; i++) {
        const j = bits === 0 ? 0 : bitReverse(i, bits);
        if (j <= i) continue;
        for (let k = 0, x = i * size, y = j * size; k < size; k++, x++, y++) {
            const t = a[x];
            a[x] = a[y];
            a[y] = t;
        }
    }
}

/**
 * Puts elements into bit-reversed order, in place.
 *
 *   in      bytes  2^bits elements of `size` bytes; bytes after them are left as they are
 *   out     bytes  element i is what was element reverse(i)
 * @param {Uint8Array} bytes
 * @param {number} size
 * @param {number} bits - 0 to 31
 */
export function reverseElements(bytes, size, bits) {
    const aligned = size % 4 === 0 && bytes.byteOffset % 4 === 0;
    if (aligned) permute(new Uint32Array(bytes.buffer, bytes.byteOffset, (size / 4) * 2 ** bits), size / 4, bits);
    else permute(bytes, size, bits);
}
