/**
 * How the module of the constraints calculates with values of n8 bytes: limbs of W bits, sums of
 * products that are reduced once per combination, and the proof that no accumulator of 64 bits
 * overflows. A modulus is data, so that one module serves all of one size.
 * @module scripts/wasm/constraints/plan
 */
import { largestLimbs, limbsOf, productColumns } from "../limbs.js";

/** Bits of a limb. */
export const W = 29;

/** A factor of so many bits is multiplied with words instead of limbs. */
export const SMALL = 29;

/** The sum of small factors after which the sums of words give their carries on. */
export const ROOM = 2 ** 31 - 1;

/** Products that are summed before a reduction. */
export const MOST = 7;

/** Bits of the number of terms of a combination: there are no more in the memory of an instance. */
const TERMS = 26;

const LIMIT = 2n ** 64n;
const DIGIT = 2n ** BigInt(W) - 1n;

/**
 * @typedef {object} SumPlan
 * @property {number} n8
 * @property {number} words - of 64 bits
 * @property {number} n - limbs
 * @property {number} w - bits of a limb
 */

/** @param {number} n8 @returns {Readonly<SumPlan>} */
export const sumPlan = (n8) => Object.freeze({ n8, words: n8 / 8, n: Math.ceil((8 * n8) / W), w: W });

/**
 * The largest top word of a sum that is taken as it is, unreduced: about four times that of the
 * order.
 * @param {bigint} p
 * @param {number} words
 */
export function largestTop(p, words) {
    const most = 4n * (p >> BigInt(64 * (words - 1)));
    return most < LIMIT ? most : LIMIT - 1n;
}

/** @param {bigint[][]} many */
const added = (...many) => many.reduce((a, b) => a.map((x, i) => x + (b[i] ?? 0n)));

/**
 * The largest of each column while it is reduced.
 * @param {SumPlan} plan
 * @param {bigint} p
 * @param {bigint[]} columns - the largest before
 */
function reduced({ n }, p, columns) {
    const sums = columns.slice();
    for (let c = 0; c < 2 * n; c++) {
        if (c > 0) sums[c] += sums[c - 1] >> BigInt(W);
        if (c < n) limbsOf(p, W, n).forEach((limb, j) => { sums[c + j] += DIGIT * limb; });
    }
    return sums;
}

/**
 * That all sums stay in their ranges for a modulus.
 * @param {SumPlan} plan
 * @param {bigint} p
 * @param {number} [most] - products before a reduction
 * @returns {{ columnMax: bigint, sideMax: bigint, lastMax: bigint }} of the accumulators; of a
 *   side; of what is compared with 0 and p at the end
 * @throws {RangeError} where a bound does not hold
 */
export function sumBounds(plan, p, most = MOST) {
    const { n, n8, words } = plan, R = 1n << BigInt(W * n);
    const top = 8 * n8;
    const bytes = (1n << BigInt(top)) - 1n;
    const refuse = (/** @type {string} */ what, /** @type {bigint} */ got) => new RangeError(
        `constraints of ${n8} bytes, p=${p}: expected ${what}, got ${got.toString(2).length} bits`);
    const full = largestLimbs(bytes, W, n);
    const product = productColumns(full, full);

    // Sums of words with small factors, whose part above the words comes in two.
    const small = full.concat(Array(n).fill(0n));
    small[Math.floor(top / W)] += 0xffffffffn << BigInt(top % W);
    small[Math.floor((top + 32) / W)] += (1n << BigInt(Math.max(0, TERMS + SMALL - 32))) << BigInt((top + 32) % W);
    const smallMax = bytes << BigInt(TERMS + SMALL);
    const kept = Array(n).fill(0n).concat(largestLimbs(2n * p, W, n));
    const side = reduced(plan, p, added(product.map((x) => BigInt(most) * x), small, kept));
    const fromProducts = (BigInt(most) * p * p) / R;
    const sideMax = fromProducts + smallMax / R + 3n * p + 2n;
    if (fromProducts + p > 2n * p) throw refuse("products that a subtraction of 2 p brings below 2 p", fromProducts);
    if (sideMax >= 4n << BigInt(top)) throw refuse("sides below the least of what they are taken from", sideMax);

    const plain = ((largestTop(p, words) + 1n) << BigInt(top - 64)) - 1n;
    const biggest = sideMax > plain ? sideMax : plain;
    const sideLimbs = largestLimbs(biggest, W, n);
    const bias = Array(n).fill(2n * (DIGIT + 1n)).concat(Array(n).fill(0n));
    const last = reduced(plan, p, added(productColumns(sideLimbs, sideLimbs),
        productColumns(sideLimbs, largestLimbs(p, W, n)), bias));
    const lastMax = (biggest * biggest + biggest * p + (8n << BigInt(top))) / R + p + 1n;
    if (lastMax >= 2n * p) throw refuse("a last sum below 2 p", lastMax);

    const columnMax = [...side, ...last].reduce((a, b) => (a > b ? a : b));
    if (columnMax >= LIMIT) throw refuse("columns below 2^64", columnMax);
    return { columnMax, sideMax, lastMax };
}
