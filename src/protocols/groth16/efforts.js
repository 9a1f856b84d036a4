/**
 * The costs of the phases of a proof, so that one number says how far the whole proof is.
 *
 * Milliseconds of one thread in tier fma, an AMD EPYC, Node 26; only their ratios count. A point of G1 in 254 bits
 * takes 5 us in a sum of 2^10 and 3 in one of 2^20, 1.84 times as much in 381 bits, 2.2 times on G2; its scalar may be
 * short, or the point B at infinity. A butterfly takes 0.016 us, a coefficient 0.2, a value of the witness 0.03.
 * @module protocols/groth16/efforts
 */

/** @import { Zkey } from "./zkey.js" */

/** @typedef {"witness" | "coefficients" | "transforms" | "A" | "B1" | "B2" | "C" | "H" | "points" | "check"} Phase */

/** How many values are examined, evenly spread, and the bytes of a short one. */
const SAMPLE = 256, SHORT = 8;

/** Microseconds of a point with a short scalar, and the approximate fraction of the points of B not at infinity. */
const SHORT_POINT = 0.4, PRESENT = 0.5;

/** Microseconds of a point with a full scalar, G1 in 254 bits. @param {number} n - points */
const fullPoint = (n) => Math.max(2, 7 - Math.log2(Math.max(1, n)) / 5);

/** Microseconds to check a point of a key, including its subgroup. */
const CHECKED_POINT = 40;

/**
 * The fraction of the values that are not short, which determines how long a sum takes.
 * @param {Uint8Array} values
 * @param {number} size - bytes of one
 */
function longShare(values, size) {
    const n = values.length / size, looks = Math.min(SAMPLE, n);
    let long = 0;
    for (let k = 0; k < looks; k++) {
        const at = Math.floor((k * n) / looks) * size;
        if (values.subarray(at + SHORT, at + size).some(Boolean)) long++;
    }
    return long / Math.max(1, looks);
}

/**
 * @param {Zkey} zkey
 * @param {Uint8Array} witness
 * @param {{ check: boolean, paranoid?: boolean }} options
 * @returns {Record<string, number>} costs of the phases that the proof will have
 */
export function effortsOf({ nVars, domainSize, nCoefficients, sG1, curve: { n8r } }, witness, { check, paranoid }) {
    const long = longShare(witness, n8r), wide = (sG1 / 64) ** 1.5;
    const sum = (/** @type {number} */ n, full = 1) =>
        (n * wide * (full * fullPoint(n) + (1 - full) * SHORT_POINT)) / 1000;
    const ofValues = sum(nVars, long), onG2 = 2.2;
    return {
        witness: nVars * 3e-5,
        coefficients: nCoefficients * 2e-4,
        transforms: (3 * domainSize * Math.log2(Math.max(2, domainSize)) * 0.016) / 1000,
        A: ofValues, B1: PRESENT * ofValues, B2: PRESENT * onG2 * ofValues, C: ofValues,
        H: sum(domainSize),
        ...(check && { check: 8 * wide }),
        ...(paranoid && { points: ((4 * nVars + domainSize) * wide * CHECKED_POINT) / 1000 }),
    };
}
