/**
 * The numbers of a scalar split as a table in memory, so that one function in
 * the bookkeeping module serves every curve:
 *
 *   r (4 words of 64 bits) | largest part (f64) | r (10 limbs) | g_j (8 limbs each) | entry 0 of
 *   every vector (5 limbs each) | entry 1 .. | ..
 *
 * Limbs have 28 bits and are i32; those of a negative entry are negative.
 * @module scripts/wasm/msm_lane/split_table
 */
/** @import { Split } from "./lattice.js" */

export const LIMB = 28;
export const WORDS = 4, SCALAR_LIMBS = 10, RECIPROCAL_LIMBS = 8, PART_LIMBS = 5;

/** Limbs that parts need when there are four of them. */
export const SHORT_LIMBS = 3;

/** @param {bigint} x @param {number} n */
function limbs(x, n) {
    const sign = x < 0n ? -1n : 1n,
        all = Array.from(
            { length: n },
            (_, i) => sign * (((sign * x) >> BigInt(LIMB * i)) & ((1n << BigInt(LIMB)) - 1n)),
        );
    if ((sign * x) >> BigInt(LIMB * n)) throw new Error(`splitTable: expected a number below 2^${LIMB * n}, got ${x}`);
    return all;
}

/** Offsets in bytes. */
export const MAX = 8 * WORDS, LIMBS = MAX + 8;

/** The start of every table, and all of it where scalars do not split. @param {bigint} r */
export function orderTable(r) {
    const out = new DataView(new ArrayBuffer(8 * WORDS));
    for (let i = 0; i < WORDS; i++) out.setBigUint64(8 * i, BigInt.asUintN(64, r >> BigInt(64 * i)), true);
    return new Uint8Array(out.buffer);
}

/** @param {number} parts */
export const tableBytes = (parts) => LIMBS + 4 * (SCALAR_LIMBS + parts * RECIPROCAL_LIMBS + parts * parts * PART_LIMBS);

/**
 * @param {bigint} r
 * @param {Split} split
 * @returns {Uint8Array}
 */
export function splitTable(r, { reciprocals, basis, bound }) {
    const bytes = new Uint8Array(tableBytes(basis.length));
    const out = new DataView(bytes.buffer);
    bytes.set(orderTable(r));
    out.setFloat64(MAX, Number(bound) * (1 + 2 ** -40), true);
    [
        ...limbs(r, SCALAR_LIMBS),
        ...reciprocals.flatMap((g) => limbs(g, RECIPROCAL_LIMBS)),
        ...basis.flatMap((_, h) => basis.flatMap((v) => limbs(v[h], PART_LIMBS))),
    ].forEach((limb, i) => out.setInt32(LIMBS + 4 * i, Number(limb), true));
    return bytes;
}
