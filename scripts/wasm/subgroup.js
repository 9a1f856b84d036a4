/**
 * The condition under which the tests of src/engine/subgroup.js accept only points of order r. It
 * is explained there; a record that does not meet it is refused.
 * @module scripts/wasm/subgroup
 */
/** @import { CurveRecord } from "../../src/params/types.js" */

/** @param {bigint} a @param {bigint} b @returns {bigint} */
const gcd = (a, b) => (b === 0n ? (a < 0n ? -a : a) : gcd(b, a % b));

/**
 * The resultant of f and x^2 - t x + n: f is first reduced to a + b x.
 * @param {readonly bigint[]} f - coefficients, constant first
 * @param {bigint} t
 * @param {bigint} n
 */
export function resultant(f, t, n) {
    const [a, b] = f.reduceRight(([low, high], c) => [c - high * n, low + high * t], [0n, 0n]);
    return a * a + a * b * t + b * b * n;
}

/**
 * The polynomial of an endomorphism that each test evaluates, and that of the endomorphism itself,
 * x^2 - t x + n.
 * @typedef {[f: bigint[], t: bigint, n: bigint]} Polynomials
 * @type {Record<CurveRecord["family"], (seed: bigint, p: bigint) => { g1: Polynomials, g2:
 *   Polynomials }>}
 */
const TESTS = {
    bn: (u, p) => ({
        g1: [[0n], 0n, 0n], // the whole curve is the subgroup
        g2: [[u + 1n, u, u, -2n * u], 6n * u ** 2n + 1n, p],
    }),
    bls12: (z, p) => ({ g1: [[z ** 2n, 1n], -1n, 1n], g2: [[-z, 1n], z + 1n, p] }),
};

/**
 * @param {Polynomials} polynomials
 * @param {bigint} cofactor
 * @param {bigint} r
 * @returns {boolean} whether the points at which the endomorphism is a zero of f are those of order
 *   r
 */
export const singlesOut = (polynomials, cofactor, r) =>
    gcd(resultant(...polynomials), cofactor * r) === r && cofactor % r !== 0n;

/**
 * @param {Pick<CurveRecord, "family" | "seed" | "fp" | "fr" | "g1" | "g2">} record
 * @param {"g1" | "g2"} key
 * @returns {boolean} whether the points that pass the test of the group are those of order r
 */
export function testIsExact({ family, seed, fp: { p }, fr: { p: r }, ...groups }, key) {
    const { cofactor } = groups[key];
    return cofactor === 1n || singlesOut(TESTS[family](seed, p)[key], cofactor, r);
}
