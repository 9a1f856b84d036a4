/**
 * @param {Uint8Array} scalars - n of `words` words of 32 bits, LE
 * @param {number} n
 * @param {number} words
 * @returns {{ scalars: Uint8Array, factor: number, offsets: Uint8Array, offsetBytes: number }} scalars: n of words + 1
 *   words
 */
export declare function doubled(scalars: Uint8Array, n: number, words: number): {
    scalars: Uint8Array;
    factor: number;
    offsets: Uint8Array;
    offsetBytes: number;
};
