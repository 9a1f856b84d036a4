/**
 * The numbers of a scalar split as a table in memory, so that one function in
 * the bookkeeping module serves every curve: i64 limbs of 28 bits.
 *
 *   r (4 words of 64 bits) | r (10 limbs) | g_1 (7) | g_2 (7) | v_1.k1 (5) | v_1.k2 (5) | v_2.k1 (5) | v_2.k2 (5)
 *
 * Limbs of a negative entry are negative.
 * @module scripts/wasm/msm_lane/split_table
 */
/** @import { Split } from "./lattice.js" */

export const LIMB = 28;
export const WORDS = 4, SCALAR_LIMBS = 10, RECIPROCAL_LIMBS = 7, HALF_LIMBS = 5;

/** @param {bigint} x @param {number} n */
function limbs(x, n) {
    const sign = x < 0n ? -1n : 1n, all = Array.from({ length: n }, (_, i) => sign * (((sign * x) >> BigInt(LIMB * i)) & ((1n << BigInt(LIMB)) - 1n)));
    if ((sign * x) >> BigInt(LIMB * n)) throw new Error(`splitTable: expected a number below 2^${LIMB * n}, got ${x}`);
    return all;
}

/**
 * @param {bigint} r
 * @param {Split} split
 * @returns {Uint8Array}
 */
export function splitTable(r, { reciprocals, basis }) {
    const words = [
        ...Array.from({ length: 4 }, (_, i) => BigInt.asIntN(64, r >> BigInt(64 * i))),
        ...limbs(r, SCALAR_LIMBS),
        ...reciprocals.flatMap((g) => limbs(g, RECIPROCAL_LIMBS)),
        ...basis.flatMap((v) => v.flatMap((x) => limbs(x, HALF_LIMBS))),
    ];
    return new Uint8Array(new BigInt64Array(words).buffer);
}
