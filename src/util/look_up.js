/**
 * The values that constraints name.
 * @module util/look_up
 */

/**
 * The values of the wires of all terms, one after the other. The loops are in a function of their own, so that engines
 * compile them while they run.
 * @param {Uint32Array} words - of whole constraints, as r1cs files have them
 * @param {Uint32Array} witness
 * @param {Uint32Array} out - room for a value for each term
 * @param {number} step - words of a value
 * @returns {number} the first combination with a wire that the witness has not; -1 if there is none
 */
export function lookUp(words, witness, out, step) {
    const signals = witness.length / step;
    for (let at = 0, to = 0, k = 0; at < words.length; k++)
        for (let left = words[at++]; left > 0; left--, at += 1 + step) {
            if (words[at] >= signals) return k;
            for (let from = words[at] * step, end = from + step; from < end; from++) out[to++] = witness[from];
        }
    return -1;
}
