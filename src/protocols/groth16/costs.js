/**
 * The costs of the phases of a proof, so that one number says how far the whole proof is:
 * milliseconds, by util/costs. A scalar may be short, or a point of B at infinity.
 * @module protocols/groth16/costs
 */
import {
    BUTTERFLY, CHECKED_POINT, CHECK_MS, COEFFICIENT, fullPoint, POINT_OF_G2, sampleOf, SHORT_POINT, VALUE, widthOf,
} from "../../util/costs.js";

/** @import { Zkey } from "./zkey.js" */

/**
 * @typedef {"witness" | "coefficients" | "fft" | "A" | "B2" | "C" | "H" | "points" | "check"} Phase
 */

/** How many values are examined, and the bytes of a short one. */
const SAMPLE = 256, SHORT = 8;

/** The approximate fraction of the points of A and of B that are not at infinity. */
const PRESENT = Object.freeze({ A: 0.8, B: 0.4 });

/**
 * The fraction of the values that are not short, which determines how long an MSM takes.
 * @param {Uint8Array} values
 * @param {number} size - bytes of one
 */
function longFraction(values, size) {
    const looked = sampleOf(values.length / size, SAMPLE);
    const long = looked.filter((i) => values.subarray(i * size + SHORT, (i + 1) * size).some(Boolean));
    return long.length / Math.max(1, looked.length);
}

/**
 * @param {Zkey & { present?: { A: number, B: number } }} zkey - present: the fractions of points
 *   that are not at infinity, where they are known
 * @param {Uint8Array} witness
 * @param {{ check: boolean, paranoid?: boolean }} options
 * @returns {Record<string, number>} costs of the phases that the proof will have
 */
export function costsOf(zkey, witness, { check, paranoid }) {
    const { nVars, domainSize, nCoefficients, sG1, curve: { n8r }, present = PRESENT } = zkey;
    const long = longFraction(witness, n8r);
    const wide = widthOf(sG1);
    const sum = (/** @type {number} */ n, full = 1) =>
        (n * wide * (full * fullPoint(n) + (1 - full) * SHORT_POINT)) / 1000;
    const ofValues = sum(nVars, long);
    return {
        witness: (nVars * VALUE) / 1000,
        coefficients: (nCoefficients * COEFFICIENT) / 1000,
        fft: (3 * domainSize * Math.log2(Math.max(2, domainSize)) * BUTTERFLY) / 1000,
        A: present.A * ofValues, B2: present.B * POINT_OF_G2 * ofValues, C: ofValues, H: sum(domainSize),
        ...(check && { check: CHECK_MS * wide }),
        ...(paranoid && { points: ((3 * nVars + domainSize) * wide * CHECKED_POINT) / 1000 }),
    };
}
