/**
 * Elements of the base module, little-endian words of 64 bits, two neighbours
 * at a time: vector `word{k}` has word k of both. What limbs have to do with
 * words is the same for every tier.
 * @module scripts/wasm/lane/packed
 */
/** @import { FunctionText } from "./text.js" */
import { get } from "../wat.js";
import { firsts, or, seconds, shl, shr } from "./words.js";

/**
 * Two neighbouring elements into word0, word1, ...
 * @param {FunctionText} fn
 * @param {string} ptr - name of a local
 * @param {number} words - of an element, an even number
 * @returns {string[]} them
 */
export function loadWords(fn, ptr, words) {
    for (let i = 0; i < words; i++) fn.v128(`v${i}`, `(v128.load offset=${16 * i} ${get(ptr)})`);
    return Array.from({ length: words }, (_, k) => {
        const half = k & 1 ? seconds : firsts;
        fn.v128(`word${k}`, half(get(`v${k >> 1}`), get(`v${(k + words) >> 1}`)));
        return get(`word${k}`);
    });
}

/**
 * Words to two elements.
 * @param {FunctionText} fn
 * @param {string[]} to - two addresses
 * @param {string[]} words - an even number
 */
export function storeWords(fn, to, words) {
    words.forEach((word, k) => fn.v128(`word${k}`, word));
    to.forEach((ptr, lane) => {
        const half = lane ? seconds : firsts;
        for (let k = 0; k < words.length; k += 2)
            fn.emit(`(v128.store offset=${8 * k} ${ptr} ${half(get(`word${k}`), get(`word${k + 1}`))})`);
    });
}

/**
 * The bits of an integer from `bit` on: `w` of them at least, and what stands above them in the
 * word.
 * @param {string[]} words
 * @param {number} bit - may be negative: zeros come first
 * @param {number} w
 */
export function bitsFrom(words, bit, w) {
    if (bit < 0) return shl(words[0], -bit);
    const k = bit >> 6;
    const down = bit & 63;
    const part = down ? shr(words[k], down) : words[k];
    return down + w > 64 && k + 1 < words.length ? or(part, shl(words[k + 1], 64 - down)) : part;
}

/**
 * Words of the integer whose digits are given: below 2^w, the last one with the bits above.
 * @param {string[]} digits
 * @param {number} w
 * @param {number} words
 * @param {number} [from] - bit of the integer that comes first
 */
export const wordsOf = (digits, w, words, from = 0) =>
    Array.from({ length: words }, (_, k) =>
        digits
            .map((digit, i) => ({ digit, i, up: w * i - from - 64 * k }))
            .filter(({ i, up }) => up < 64 && (up + w > 0 || i === digits.length - 1))
            .map(({ digit, up }) => (up > 0 ? shl(digit, up) : up < 0 ? shr(digit, -up) : digit))
            .reduce(or),
    );
