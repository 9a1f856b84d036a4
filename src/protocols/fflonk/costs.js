/**
 * The costs of the phases of a proof, so that one number says how far the whole proof is:
 * milliseconds, by util/costs.
 * @module protocols/fflonk/costs
 */
import { CHECKED_POINT, CHECK_MS, fullPoint, VALUE } from "../../util/costs.js";

/** @import { Zkey } from "./zkey.js" */

/** @typedef {"witness" | "key" | "C1" | "C2" | "W1" | "W2" | "points" | "check"} Phase */

/** Scalars of each commitment that are not zero, per row of the domain. */
const SCALARS = Object.freeze({ C1: 5, C2: 5, W1: 8.3, W2: 9 });

/** Microseconds to read a byte of the key. */
const BYTE = 0.001;

/**
 * @param {Zkey} zkey
 * @param {Uint8Array} _witness
 * @param {{ check: boolean, paranoid?: boolean }} options
 * @returns {Record<string, number>} costs of the phases that the proof will have
 */
export function costsOf({ nVars, domainSize, powers, curve: { n8r } }, _witness, { check, paranoid }) {
    const sums = Object.entries(SCALARS).map(([phase, rows]) =>
        [phase, (rows * domainSize * fullPoint(rows * domainSize)) / 1000]);
    return {
        witness: (nVars * VALUE) / 1000,
        key: (8 * domainSize * n8r * BYTE) / 1000,
        ...Object.fromEntries(sums),
        ...(check && { check: CHECK_MS }),
        ...(paranoid && { points: (powers.points * CHECKED_POINT) / 1000 }),
    };
}
