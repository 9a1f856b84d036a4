/**
 * What a proof holds of its key and its witness.
 * @module protocols/fflonk/memory
 */
import { PIECE_BYTES } from "../../util/chunk_sizes.js";

/** @import { Load } from "../key/memory.js" */
/** @import { Zkey } from "./zkey.js" */

/**
 * Elements per row at the peak, when F is put together: 8 of C0, 5 of C1, 5 of C2, as many quotients, and F.
 */
const ROWS_HELD = 8 + 5 + 5 + 18 + 9;

/** Polynomials that are taken to a coset at once. */
const AT_ONCE = 8;

/** @param {Zkey} zkey @returns {Load} */
export function loadOf(zkey) {
    const { nVars, domainSize, powers, curve: { n8r } } = zkey, points = powers.points * powers.pointBytes;
    return {
        key: zkey,
        fixed: (nVars + ROWS_HELD * domainSize) * n8r,
        columns: AT_ONCE,
        points,
        largest: points,
        beside: Math.min(PIECE_BYTES, ROWS_HELD * domainSize * n8r),
    };
}
