/**
 * What a proof holds of its key and its witness.
 * @module protocols/fflonk/memory
 */
import { transformBytes } from "../key/memory.js";

/** @import { MemoryFootprint } from "../key/memory.js" */
/** @import { Zkey } from "./zkey.js" */

/**
 * Elements per row at the peak, when F is put together: 8 of C0, 5 of C1, 5 of C2, as many
 * quotients, and F.
 */
const ROWS_HELD = 8 + 5 + 5 + 18 + 9;

/** Points per row that the longest MSM takes, and cosets that are worked on at once. */
const SUMMED = 9, AT_ONCE = 3;

/** Buffers that a worker has at once on a coset. */
const LISTS = 9;

/** @param {Zkey} zkey @returns {MemoryFootprint} */
export function footprintOf(zkey) {
    const { nVars, domainSize, powers, curve: { n8r } } = zkey, points = powers.points * powers.pointBytes;
    const column = domainSize * n8r;
    return {
        key: zkey,
        fixed: nVars * n8r + ROWS_HELD * column,
        columns: AT_ONCE,
        points,
        largest: points,
        again: SUMMED * domainSize * powers.pointBytes,
        beside: LISTS * column + transformBytes(domainSize),
    };
}
