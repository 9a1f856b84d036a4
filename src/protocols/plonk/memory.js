/**
 * What a proof holds of its key and its witness.
 * @module protocols/plonk/memory
 */

/** @import { MemoryFootprint } from "../key/memory.js" */
/** @import { Zkey } from "./zkey.js" */
import { transformBytes } from "../key/memory.js";
import { additionBytes } from "../plonkish/key.js";

/**
 * Elements per row of the domain at the peak, when the quotient is put together: a, b, c, z, the
 * constants, the remainders of three cosets, the term of L1, and three parts.
 */
const HELD = 12;

/** Elements per row of the key's polynomials. */
const KEYED = 8;

/**
 * As many fewer are held beside those polynomials while they are on cosets: there are no parts yet,
 * and no term of L1.
 */
const FEWER = 4;

/** Buffers that a worker has at once on a coset. */
const LISTS = 9;

/** @param {Zkey} zkey @returns {MemoryFootprint} */
export function footprintOf(zkey) {
    const { nVars, nAdditions, domainSize, sG1, powers, curve: { n8r } } = zkey;
    const column = domainSize * n8r;
    const points = powers.points * sG1;
    const wires = (nVars + nAdditions) * n8r;
    return {
        key: zkey,
        fixed: wires + HELD * column,
        columns: KEYED,
        points,
        largest: points,
        again: points + KEYED * column,
        inTurn: (KEYED - FEWER) * column,
        beside: Math.max(wires + nAdditions * additionBytes(zkey), LISTS * column + transformBytes(domainSize)),
    };
}
