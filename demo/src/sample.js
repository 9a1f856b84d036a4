/**
 * The first sample: a witness of the circuit test/fixtures/circuits/mimc_example.circom, calculated here from a text.
 * The circuit is a chain of x -> (x + c)^5 that absorbs a word every eight rounds; its wires are 1, the digest, the
 * words, and of each round the output, the square and the fourth power, but the last output, which is the digest.
 */
import { fileOf, numberOf, R, WORD_BYTES } from "./witness_file.js";

const WORDS = 112, ROUNDS_PER_WORD = 8;
export const LONGEST = (WORDS - 1) * WORD_BYTES;

const constant = (k) => BigInt(k + 3) ** 2n * 65537n + 1n;

/** Its length, then its bytes, 31 to a word. @param {string} text @returns {bigint[]} */
export function wordsOf(text) {
    const utf8 = new TextEncoder().encode(text);
    if (utf8.length > LONGEST)
        throw new RangeError(`sample: expected a text of at most ${LONGEST} bytes, got ${utf8.length}`);
    const words = Array(WORDS).fill(0n);
    words[0] = BigInt(utf8.length);
    for (let i = 0; WORD_BYTES * i < utf8.length; i++)
        words[1 + i] = numberOf(utf8.subarray(WORD_BYTES * i, WORD_BYTES * (i + 1)));
    return words;
}

/** All wires. @param {bigint[]} words @returns {bigint[]} */
export function wiresOf(words) {
    const rounds = [];
    let x = 0n;
    for (let k = 0; k < WORDS * ROUNDS_PER_WORD; k++) {
        const input = k % ROUNDS_PER_WORD ? x : x + words[k / ROUNDS_PER_WORD];
        const sum = (input + constant(k)) % R, square = (sum * sum) % R, fourth = (square * square) % R;
        x = (fourth * sum) % R;
        rounds.push([x, square, fourth]);
    }
    const last = rounds.pop();
    return [1n, x, ...words, ...rounds.flat(), ...last.slice(1)];
}

/** The file that a witness calculator would have written. @param {bigint[]} words @returns {Uint8Array} */
export const witnessFile = (words) => fileOf(wiresOf(words));
