/**
 * A linear test of an MSM: the GPU computes it again with the scalars a k + t, for one random a and
 * small random t. Without knowing a, two wrong results can be made to agree only with probability
 * 2^-31.
 * @module gpu/random_test
 */
import { getRandomBytes } from "../../../src/internal/gpu.js";

/** Bytes of t: few, because the CPU computes the MSM over t. */
const OFFSET = 2;

/**
 * @param {Uint8Array} scalars - n of `words` words of 32 bits, LE
 * @param {number} n
 * @param {number} words
 * @returns {{ scalars: Uint8Array, factor: number, offsets: Uint8Array }} scalars: n of words + 1
 *   words
 */
export function doubled(scalars, n, words) {
    const factor = new DataView(getRandomBytes(4).buffer).getUint32(0) >>> 1 || 1;
    const halves = 2 * words;
    const offsets = new Uint8Array(n * OFFSET);
    for (let at = 0; at < offsets.length; at += 65536)
        offsets.set(getRandomBytes(Math.min(65536, offsets.length - at)), at);
    const out = new Uint8Array(4 * n * (words + 1));
    const from = new Uint16Array(scalars.buffer, scalars.byteOffset, n * halves);
    const into = new Uint16Array(out.buffer);
    const small = new Uint16Array(offsets.buffer);
    for (let i = 0; i < n; i++) {
        let carry = small[i]; // always below 2^31, so that products and sums are exact in doubles
        for (let k = 0; k < halves + 2; k++) {
            const value = (k < halves ? from[i * halves + k] * factor : 0) + carry;
            into[i * (halves + 2) + k] = value % 65536;
            carry = Math.floor(value / 65536);
        }
    }
    return { scalars: out, factor, offsets };
}
