/**
 * Numbers as 32-bit words, the lowest first.
 * @module util/words
 */

/**
 * Is a number below another one of as many words?
 * @param {Uint32Array} words
 * @param {number} a - index of its lowest word
 * @param {Uint32Array} others
 * @param {number} b - of the other one's
 * @param {number} n - words
 */
export function isBelow(words, a, others, b, n) {
    let i = n - 1;
    while (i >= 0 && words[a + i] === others[b + i]) i--;
    return i >= 0 && words[a + i] < others[b + i];
}
