/**
 * The words of ChaCha20, many at a time: the same numbers as ChaCha gives one after the other, from
 * the same seed.
 * @module util/chacha_words
 */

import { secretBytes } from "./bytes.js";

/** Words of a block. */
export const BLOCK = 16;

/** @typedef {Uint32Array | Int32Array} Words */

/** "expand 32-byte k", the four constant words. */
const SIGMA = Object.freeze([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);

/**
 * One block. The sixteen words are variables, and the rounds are written out: with words in an
 * array, and functions for quarters of rounds, it takes several times as long.
 * @param {Words} s - constants, key and counter
 * @param {Words} out
 * @param {number} at
 */
function block(s, out, at) {
    let a = s[0] | 0;
    let b = s[1] | 0;
    let c = s[2] | 0;
    let d = s[3] | 0;
    let e = s[4] | 0;
    let f = s[5] | 0;
    let g = s[6] | 0;
    let h = s[7] | 0,
        i = s[8] | 0;
    let j = s[9] | 0;
    let k = s[10] | 0;
    let l = s[11] | 0;
    let m = s[12] | 0;
    let n = s[13] | 0;
    let o = s[14] | 0,
        p = s[15] | 0;
    for (let round = 0; round < 20; round += 2) {
        a = a + e | 0; m ^= a; m = m << 16 | m >>> 16;
        i = i + m | 0; e ^= i; e = e << 12 | e >>> 20;
        a = a + e | 0; m ^= a; m = m << 8 | m >>> 24;
        i = i + m | 0; e ^= i; e = e << 7 | e >>> 25;
        b = b + f | 0; n ^= b; n = n << 16 | n >>> 16;
        j = j + n | 0; f ^= j; f = f << 12 | f >>> 20;
        b = b + f | 0; n ^= b; n = n << 8 | n >>> 24;
        j = j + n | 0; f ^= j; f = f << 7 | f >>> 25;
        c = c + g | 0; o ^= c; o = o << 16 | o >>> 16;
        k = k + o | 0; g ^= k; g = g << 12 | g >>> 20;
        c = c + g | 0; o ^= c; o = o << 8 | o >>> 24;
        k = k + o | 0; g ^= k; g = g << 7 | g >>> 25;
        d = d + h | 0; p ^= d; p = p << 16 | p >>> 16;
        l = l + p | 0; h ^= l; h = h << 12 | h >>> 20;
        d = d + h | 0; p ^= d; p = p << 8 | p >>> 24;
        l = l + p | 0; h ^= l; h = h << 7 | h >>> 25;
        a = a + f | 0; p ^= a; p = p << 16 | p >>> 16;
        k = k + p | 0; f ^= k; f = f << 12 | f >>> 20;
        a = a + f | 0; p ^= a; p = p << 8 | p >>> 24;
        k = k + p | 0; f ^= k; f = f << 7 | f >>> 25;
        b = b + g | 0; m ^= b; m = m << 16 | m >>> 16;
        l = l + m | 0; g ^= l; g = g << 12 | g >>> 20;
        b = b + g | 0; m ^= b; m = m << 8 | m >>> 24;
        l = l + m | 0; g ^= l; g = g << 7 | g >>> 25;
        c = c + h | 0; n ^= c; n = n << 16 | n >>> 16;
        i = i + n | 0; h ^= i; h = h << 12 | h >>> 20;
        c = c + h | 0; n ^= c; n = n << 8 | n >>> 24;
        i = i + n | 0; h ^= i; h = h << 7 | h >>> 25;
        d = d + e | 0; o ^= d; o = o << 16 | o >>> 16;
        j = j + o | 0; e ^= j; e = e << 12 | e >>> 20;
        d = d + e | 0; o ^= d; o = o << 8 | o >>> 24;
        j = j + o | 0; e ^= j; e = e << 7 | e >>> 25;
    }
    out[at] = a + s[0]; out[at + 1] = b + s[1]; out[at + 2] = c + s[2]; out[at + 3] = d + s[3];
    out[at + 4] = e + s[4]; out[at + 5] = f + s[5]; out[at + 6] = g + s[6]; out[at + 7] = h + s[7];
    out[at + 8] = i + s[8]; out[at + 9] = j + s[9]; out[at + 10] = k + s[10]; out[at + 11] = l + s[11];
    out[at + 12] = m + s[12]; out[at + 13] = n + s[13]; out[at + 14] = o + s[14]; out[at + 15] = p + s[15];
}

/**
 * One block, and the counter for the next.
 * @param {Int32Array} state
 * @param {Words} out
 * @param {number} at
 */
function next(state, out, at) {
    block(state, out, at);
    if (++state[12] === 0) state[13]++;
}

/**
 * The state at the beginning.
 * @param {Uint8Array} seed
 * @param {boolean} isLittleEndian
 */
function stateOf(seed, isLittleEndian) {
    const view = new DataView(seed.buffer, seed.byteOffset, 32);
    const state = new Int32Array(secretBytes(4 * BLOCK).buffer);
    state.set(SIGMA);
    for (let i = 0; i < 8; i++) state[4 + i] = view.getInt32(4 * i, isLittleEndian);
    return state;
}

/**
 * A stream from a seed.
 * @param {Uint8Array} seed - 32 bytes, which are read at once
 */
export function chachaWords(seed) {
    const state = stateOf(seed, true);
    return Object.freeze({
        /** The next words. @param {Uint32Array} out - of a multiple of BLOCK words */
        fill(out) {
            for (let at = 0; at < out.length; at += BLOCK) {
                next(state, out, at);
            }
        },
        /** Forgets the seed; the stream is over. */
        clear: () => void state.fill(0),
    });
}

/**
 * The same numbers one after the other, for secrets that are drawn from it: words with signs, which
 * engines keep in less places than numbers up to 2^32, in buffers that are cleared.
 */
export class SecretStream {
    /** Words of `buff` already given out. */
    #taken = BLOCK;

    /**
     * @param {Uint8Array} seed - 32 bytes, which are read at once
     * @param {boolean} [isLittleEndian] - its words
     */
    constructor(seed, isLittleEndian = true) {
        this.state = stateOf(seed, isLittleEndian);
        /** The current block. */
        this.buff = new Int32Array(secretBytes(4 * BLOCK).buffer);
    }

    #next() {
        if (this.#taken === BLOCK) {
            next(this.state, this.buff, 0);
            this.#taken = 0;
        }
        return this.buff[this.#taken++];
    }

    /**
     * Numbers of two words, each as nextU64 gives it, the lower word first.
     * @param {Int32Array} out
     */
    draw(out) {
        for (let i = 0; i < out.length; i += 2) {
            out[i + 1] = this.#next();
            out[i] = this.#next();
        }
    }

    nextU32() { return this.#next() >>> 0; }

    nextU64() {
        const high = BigInt(this.nextU32());
        return (high << 32n) | BigInt(this.nextU32());
    }

    nextBool() { return (this.#next() & 1) === 1; }

    /** Forgets what it would draw, and has drawn; the stream is over. */
    clear() {
        this.state.fill(0);
        this.buff.fill(0);
    }
}
