/**
 * The sample: a witness of the circuit test/fixtures/circuits/mimc_example.circom, calculated here from a text.
 * The circuit is a chain of x -> (x + c)^5 that absorbs a word every eight rounds; its wires are 1, the digest, the
 * words, and of each round the output, the square and the fourth power, but the last output, which is the digest.
 */
import { encodeWitness } from "./protocols.js";

const R = 21888242871839275222246405745257275088548364400416034343698204186575808495617n;
const WORDS = 112, ROUNDS_PER_WORD = 8, WORD_BYTES = 31, N8 = 32;
export const LONGEST = (WORDS - 1) * WORD_BYTES;

const constant = (k) => BigInt(k + 3) ** 2n * 65537n + 1n;

/** Its length, then its bytes, 31 to a word. @param {string} text @returns {bigint[]} */
export function wordsOf(text) {
    const utf8 = new TextEncoder().encode(text);
    if (utf8.length > LONGEST)
        throw new RangeError(`sample: expected a text of at most ${LONGEST} bytes, got ${utf8.length}`);
    const words = Array(WORDS).fill(0n);
    words[0] = BigInt(utf8.length);
    utf8.forEach((byte, i) => {
        words[1 + Math.floor(i / WORD_BYTES)] += BigInt(byte) << BigInt(8 * (i % WORD_BYTES));
    });
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
export function witnessFile(words) {
    const wires = wiresOf(words), values = new Uint8Array(N8 * wires.length), view = new DataView(values.buffer);
    wires.forEach((wire, i) => {
        for (let part = 0; part < 4; part++) view.setBigUint64(N8 * i + 8 * part, wire >> BigInt(64 * part), true);
    });
    return encodeWitness({ values, n8: N8, r: R });
}

/** The key and the verification key that the site has beside the page. */
export async function fetchSample() {
    const [zkey, vkey] = await Promise.all(["sample/circuit.zkey", "sample/vkey.json"].map(async (path) => {
        const answer = await fetch(path);
        if (!answer.ok) throw new Error(`${path}: expected the sample's file, got status ${answer.status}`);
        return answer;
    }));
    return { zkey: await zkey.blob(), vkey: await vkey.json() };
}
