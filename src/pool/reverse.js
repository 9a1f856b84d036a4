/**
 * Bit-reversal permutation of elements of any size, in place.
 * @module pool/reverse
 */

/** @param {number} x @param {number} bits - 0 to 31 */
function reverseBits(x, bits) {
    let y = 0;
    for (let i = 0; i < bits; i++) {
        y = (y << 1) | (x & 1);
        x >>>= 1;
    }
    return y;
}

/**
 * Swaps a[i] and a[j] whenever j is i with its low `bits` bits reversed.
 * @param {Uint32Array | Uint8Array} a
 * @param {number} size - of one element, in entries of `a`
 * @param {number} bits
 */
function permute(a, size, bits) {
    for (let i = 0; i < 2 ** bits; i++) {
        const j = reverseBits(i, bits);
        if (j <= i) continue;
        for (let k = 0, x = i * size, y = j * size; k < size; k++, x++, y++) {
            const t = a[x];
            a[x] = a[y];
            a[y] = t;
        }
    }
}

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
export function bitReverse(bytes, size, bits) {
    if (!(Number.isInteger(size) && size > 0 && Number.isInteger(bits) && bits >= 0 && bits < 32 && size * 2 ** bits <= bytes.length)) {
        throw new RangeError(`REVERSE: expected 2^bits elements of sIn bytes, got bits=${bits}, sIn=${size}, ${bytes.length} bytes`);
    }
    const aligned = size % 4 === 0 && bytes.byteOffset % 4 === 0;
    if (aligned) permute(new Uint32Array(bytes.buffer, bytes.byteOffset, (size / 4) * 2 ** bits), size / 4, bits);
    else permute(bytes, size, bits);
}
