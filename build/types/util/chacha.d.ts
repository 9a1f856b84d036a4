/**
 * ChaCha20 as a stream of random numbers: a 256-bit key from the seed, a
 * 128-bit block counter from zero, no nonce. The same seed gives the same
 * numbers as in ffjavascript, which ceremonies depend on.
 *
 * Source: D. J. Bernstein, "ChaCha, a variant of Salsa20" (2008).
 * @module util/chacha
 */
/** A seeded stream of random numbers. */
export declare class ChaCha {
    /** @type {number[]} constants, key, block counter */
    state: number[];
    /** Words of `buff` already given out. */
    idx: number;
    /** @type {number[]} the current block */
    buff: number[];
    /** @param {ArrayLike<number>} [seed] - eight words of 32 bits; zeros when absent */
    constructor(seed?: ArrayLike<number>);
    /** @returns {number} the next word, in [0, 2^32) */
    nextU32(): number;
    /** @returns {bigint} the next two words, the first one in the high half */
    nextU64(): bigint;
    /** @returns {boolean} the lowest bit of the next word */
    nextBool(): boolean;
    /** Makes the next block and advances the counter. */
    update(): void;
}
