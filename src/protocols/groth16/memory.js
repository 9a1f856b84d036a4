/**
 * What a proof holds of its key and its witness.
 * @module protocols/groth16/memory
 */

import { COMMON_BYTES } from "../key/buffers.js";

/** @import { MemoryFootprint } from "../key/memory.js" */
/** @import { Zkey } from "./zkey.js" */

/** Columns on the domain: A w, B w and their product. */
export const COLUMNS = 3;

/** Bytes of a chunk of coefficients with its results. */
const COEFFICIENTS = 2 ** 22;

/**
 * Bytes in a worker that sums coefficients.
 * @param {Zkey} zkey
 * @param {number} fixed
 */
function coefficientBytes({ nVars, domainSize, curve: { n8r } }, fixed) {
    const witness = nVars * n8r;
    const whole = fixed <= COMMON_BYTES || witness <= COEFFICIENTS;
    return Math.min(COEFFICIENTS + (whole ? witness : 0), domainSize * 300);
}

/** @param {Zkey} zkey @returns {MemoryFootprint} */
export function footprintOf(zkey) {
    const { nVars, domainSize, sG1, sG2, curve: { n8r } } = zkey;
    const fixed = (nVars + COLUMNS * domainSize) * n8r;
    return {
        key: zkey,
        fixed,
        columns: COLUMNS,
        points: nVars * (2 * sG1 + sG2) + domainSize * sG1,
        largest: Math.max(nVars * sG2, domainSize * sG1),
        beside: coefficientBytes(zkey, fixed),
    };
}
