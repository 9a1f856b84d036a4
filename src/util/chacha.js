/**
 * ChaCha20 as a stream of random numbers: a 256-bit key from the seed, a
 * 128-bit block counter from zero, no nonce. The same seed gives the same
 * numbers as in ffjavascript, which ceremonies depend on.
 *
 * Source: D. J. Bernstein, "ChaCha, a variant of Salsa20" (2008).
 * @module util/chacha
 */

/** "expand 32-byte k", the four constant words. */
const SIGMA = Object.freeze([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);

/**
 * One quarter round, in place. The sums are kept unsigned.
 * @param {number[]} x - the sixteen words
 * @param {number} a
 * @param {number} b
 * @param {number} c
 * @param {number} d
 */
function quarterRound(x, a, b, c, d) {
    x[a] = (x[a] + x[b]) >>> 0;
    x[d] = rotateLeft(x[d] ^ x[a], 16);
    x[c] = (x[c] + x[d]) >>> 0;
    x[b] = rotateLeft(x[b] ^ x[c], 12);
    x[a] = (x[a] + x[b]) >>> 0;
    x[d] = rotateLeft(x[d] ^ x[a], 8);
    x[c] = (x[c] + x[d]) >>> 0;
    x[b] = rotateLeft(x[b] ^ x[c], 7);
}

/**
 * @param {number} word
 * @param {number} bits - 1 to 31
 * @returns {number}
 */
const rotateLeft = (word, bits) => ((word << bits) | (word >>> (32 - bits))) >>> 0;

/** A columns round followed by a diagonals round. @param {number[]} x */
function doubleRound(x) {
    for (let i = 0; i < 4; i++) quarterRound(x, i, 4 + i, 8 + i, 12 + i);
    for (let i = 0; i < 4; i++) quarterRound(x, i, 4 + ((i + 1) & 3), 8 + ((i + 2) & 3), 12 + ((i + 3) & 3));
}

/** A seeded stream of random numbers. */
export class ChaCha {
    /** @param {ArrayLike<number>} [seed] - eight words of 32 bits; zeros when absent */
    constructor(seed) {
        const key = seed || [0, 0, 0, 0, 0, 0, 0, 0];
        /** @type {number[]} constants, key, block counter */
        this.state = [...SIGMA, key[0], key[1], key[2], key[3], key[4], key[5], key[6], key[7], 0, 0, 0, 0];
        /** Words of `buff` already given out. */
        this.idx = 16;
        /** @type {number[]} the current block */
        this.buff = new Array(16);
    }

    /** @returns {number} the next word, in [0, 2^32) */
    nextU32() {
        if (this.idx === 16) this.update();
        return this.buff[this.idx++];
    }

    /** @returns {bigint} the next two words, the first one in the high half */
    nextU64() {
        const high = BigInt(this.nextU32());
        return (high << 32n) | BigInt(this.nextU32());
    }

    /** @returns {boolean} the lowest bit of the next word */
    nextBool() {
        return (this.nextU32() & 1) === 1;
    }

    /** Makes the next block and advances the counter. */
    update() {
        const { state, buff } = this;
        for (let i = 0; i < 16; i++) buff[i] = state[i];
        for (let i = 0; i < 10; i++) doubleRound(buff);
        for (let i = 0; i < 16; i++) buff[i] = (buff[i] + state[i]) >>> 0;
        this.idx = 0;
        for (let i = 12; i < 16; i++) {
            state[i] = (state[i] + 1) >>> 0;
            if (state[i] !== 0) break;
        }
    }
}
