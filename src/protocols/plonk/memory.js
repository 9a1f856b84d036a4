/**
 * What a proof holds of its key and its witness.
 * @module protocols/plonk/memory
 */

/** @import { Load } from "../key/memory.js" */
/** @import { Zkey } from "./zkey.js" */
import { additionBytes } from "../plonkish/key.js";

/**
 * Elements per row of the domain at the peak, on the last coset of the quotient: a, b, c, z and the roots, the
 * remainders of two cosets, and on this one the gates, three wires, three sigmas, z twice, and the results.
 */
const HELD = 19;

/** Elements per row of the key's polynomials. */
const KEYED = 8;

/** Lists that a worker has at once of a piece of the largest formula. */
const LISTS = 15;

/** Bytes of a list in a piece, at most. */
const PIECE = 2 ** 21;

/** @param {Zkey} zkey @returns {Load} */
export function loadOf(zkey) {
    const { nVars, nAdditions, domainSize, sG1, powers, curve: { n8r } } = zkey;
    const column = domainSize * n8r, points = powers.points * sG1, wires = (nVars + nAdditions) * n8r;
    return {
        key: zkey,
        fixed: wires + HELD * column,
        columns: KEYED,
        points,
        largest: points,
        again: points + KEYED * column,
        beside: Math.max(wires + nAdditions * additionBytes(zkey), LISTS * Math.min(column, PIECE)),
    };
}
