/**
 * What operations cost: the one place that progress, ranges of split proofs and the choices of the
 * pool ask. Only ratios count. Measured on one thread of an AMD EPYC in tier fma, Node 26, unless
 * it says base module.
 * @module util/costs
 */

/**
 * A point of G2 in an MSM, in points of G1: 1316 ms beside 545 for the same scalars
 * (docs/operations.md).
 */
export const POINT_OF_G2 = 2.4;

/**
 * Microseconds of a point whose scalar is 0 or 1 in an MSM over G1 in 254 bits; of 64 bits it takes
 * 1.1.
 */
export const SHORT_POINT = 0.2;

/** Microseconds to check a point of a key, including its subgroup, G1 in 254 bits. */
export const CHECKED_POINT = 40;

/**
 * Microseconds of a butterfly, of a coefficient of a key, and of a value of the witness that a
 * program calculates.
 */
export const BUTTERFLY = 0.016, COEFFICIENT = 0.2, VALUE = 0.03;

/** Milliseconds of a verification in 254 bits. */
export const CHECK_MS = 8;

/**
 * Microseconds of a point with a full scalar in an MSM over G1 in 254 bits: 5 in 2^10, 3 in 2^20.
 * @param {number} n - points of the MSM
 */
export const fullPoint = (n) => Math.max(2, 7 - Math.log2(Math.max(1, n)) / 5);

/**
 * How much more a point costs than one of G1 in 254 bits: 2.05 times in 381 bits, 2.24 times in
 * tier simd.
 * @param {number} pointBytes - affine
 */
export const widthOf = (pointBytes) => (pointBytes / 64) ** 1.8;

/**
 * Microseconds of the base module per element, on a common machine. They decide what is too small
 * for a worker and how small a piece may be; a factor of two does not matter.
 * @param {number} n8 - bytes of a coordinate
 */
export function baseCosts(n8) {
    const mul = 0.05 * (n8 / 32) ** 2;
    return { mul, pointAdd: 14 * mul, pointTimesFr: 3500 * mul };
}

/**
 * Milliseconds of the base module for an MSM: its scalar multiplications, times the
 * fraction that buckets leave.
 * @param {number} n - points
 * @param {number} scalarBytes
 * @param {number} pointBytes - affine
 */
export const baseMsmMs = (n, scalarBytes, pointBytes) => (n * scalarBytes * widthOf(pointBytes)) / 1000;

/**
 * Indices of a sample, evenly spread.
 * @param {number} n - of how many
 * @param {number} most
 * @returns {number[]}
 */
export function sampleOf(n, most) {
    const count = Math.min(n, most);
    return Array.from({ length: count }, (_, k) => Math.floor((k * n) / count));
}
