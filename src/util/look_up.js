/**
 * The values that constraints name.
 * @module util/look_up
 */

/** Words of a value for which there is a loop of its own. */
const WIDE = 8;

/**
 * The values of the wires of all terms, one after the other. The loops are in functions of their
 * own, so that engines compile them while they run.
 * @param {Uint32Array} words - of whole constraints, as r1cs files have them
 * @param {Uint32Array} witness
 * @param {Uint32Array} out - room for a value for each term
 * @param {number} step - words of a value
 * @returns {number} the first combination with a wire that the witness has not; -1 if there is none
 */
export const lookUp = (words, witness, out, step) =>
    (step === WIDE ? lookUpWide(words, witness, out) : lookUpAny(words, witness, out, step));

/** @type {typeof lookUp} */
function lookUpAny(words, witness, out, step) {
    const signals = witness.length / step;
    for (let at = 0, to = 0, k = 0; at < words.length; k++)
        for (let left = words[at++]; left > 0; left--, at += 1 + step) {
            if (words[at] >= signals) return k;
            for (let from = words[at] * step, end = from + step; from < end; from++) out[to++] = witness[from];
        }
    return -1;
}

/**
 * Half of the time, without an inner loop.
 * @param {Uint32Array} words
 * @param {Uint32Array} witness
 * @param {Uint32Array} out
 */
function lookUpWide(words, witness, out) {
    const signals = witness.length / WIDE;
    for (let at = 0, to = 0, k = 0; at < words.length; k++)
        for (let left = words[at++]; left > 0; left--, at += 1 + WIDE, to += WIDE) {
            if (words[at] >= signals) return k;
            const from = words[at] * WIDE;
            out[to] = witness[from];
            out[to + 1] = witness[from + 1];
            out[to + 2] = witness[from + 2];
            out[to + 3] = witness[from + 3];
            out[to + 4] = witness[from + 4];
            out[to + 5] = witness[from + 5];
            out[to + 6] = witness[from + 6];
            out[to + 7] = witness[from + 7];
        }
    return -1;
}
