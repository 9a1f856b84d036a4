/**
 * Limb plan: how an element of Fp, packed in memory as little-endian words with
 * Montgomery radix R = 2^(8 n8), is cut into n limbs of w bits for a product,
 * and the proof that no 64-bit accumulator overflows and that one subtraction
 * makes the result canonical. Kernels take a plan and do not depend on a curve.
 *
 * The limbs cover w n >= 8 n8 bits, so Montgomery's reduction divides by
 * 2^(w n). Shifting the second factor left by w n - 8 n8 bits while it is cut
 * gives back R = 2^(8 n8).
 * @module scripts/wasm/limbs
 */
/** @import { FieldParams } from "../../src/params/types.js" */
import { bitLength, inverse, mod } from "../../src/bigint/modular.js";

/**
 * @typedef {object} LimbShape
 * @property {number} w - bits per limb
 * @property {number} shortRows - reduction rows that use m = (mu p + 1) / 2^w and need no product
 *   for the quotient digit
 */

/**
 * @typedef {object} LimbPlan
 * @property {string} name - prefix of the functions, e.g. `f1m`
 * @property {bigint} p - odd modulus
 * @property {number} n8 - bytes per element
 * @property {number} words - 64-bit words per element
 * @property {boolean} full - p has the top bit of its words, so that sums of two elements have one
 *   more
 * @property {bigint} R - Montgomery radix 2^(8 n8)
 * @property {number} w - bits per limb
 * @property {number} n - limbs per element
 * @property {number} shift - w n - 8 n8
 * @property {bigint} mu - -p^-1 mod 2^w
 * @property {readonly bigint[]} limbsOfP - little endian, n limbs
 * @property {readonly bigint[]} limbsOfM - of (mu p + 1) / 2^w
 * @property {number} shortRows
 * @property {readonly boolean[]} settled - product columns that give their upper part to the next
 *   column before the reduction
 * @property {readonly boolean[]} settledSqr - the same for squares
 * @property {bigint} columnMax - largest value of any accumulator
 * @property {bigint} resultMax - largest value before the final subtraction
 */

const LIMIT = 2n ** 64n;

/** @param {bigint} value @param {number} w @param {number} n */
export const limbsOf = (value, w, n) =>
    Array.from({ length: n }, (_, j) => (value >> BigInt(j * w)) & (2n ** BigInt(w) - 1n));

/**
 * The shape in use, by bytes per element; measured, see DEAD_ENDS.md. Two long
 * rows at the end bring the quotient down to about 2^(w n), so that one
 * subtraction of p is enough.
 * @param {number} n8
 * @returns {LimbShape}
 */
export function defaultShape(n8) {
    const w = n8 === 48 ? 30 : 29;
    // one word: three long rows, because p may be within 2^-29 of 2^64
    return { w, shortRows: n8 === 8 ? 0 : Math.max(0, Math.ceil((8 * n8) / w) - 2) };
}

/**
 * Largest limbs of a value up to `max`: full limbs, and a top limb as large as it can be.
 * @param {bigint} max @param {number} w @param {number} n
 */
export const largestLimbs = (max, w, n) => Array.from({ length: n }, (_, j) => {
    const rest = max >> BigInt(j * w);
    const full = 2n ** BigInt(w) - 1n;
    return rest < full ? rest : full;
});

/** Column sums of a product of values with these limbs. @param {bigint[]} x @param {bigint[]} y */
export function productColumns(x, y) {
    const columns = Array(x.length + y.length).fill(0n);
    x.forEach((a, i) => y.forEach((b, j) => { columns[i + j] += a * b; }));
    return columns;
}

/**
 * Largest value of each column accumulator of the reduction, given those of the product.
 * @param {bigint[]} columns
 * @param {{ w: number, n: number, shortRows: number, limbsOfP: readonly bigint[], limbsOfM:
 *   readonly bigint[] }} plan
 */
function reductionColumns(columns, { w, n, shortRows, limbsOfP, limbsOfM }) {
    const digit = 2n ** BigInt(w) - 1n;
    const sums = columns.slice();
    for (let c = 0; c < 2 * n; c++) {
        if (c > 0) sums[c] += sums[c - 1] >> BigInt(w);
        if (c >= n) continue;
        const [limbs, place] = c < shortRows ? [limbsOfM, c + 1] : [limbsOfP, c];
        limbs.forEach((limb, j) => { sums[place + j] += digit * limb; });
    }
    return sums;
}

/**
 * Which product columns must give their upper part to the next column before
 * the reduction, so that every accumulator stays below 2^64.
 * @param {bigint[]} columns - largest values
 * @param {{ w: number, n: number, shortRows: number, limbsOfP: readonly bigint[], limbsOfM:
 *   readonly bigint[] }} plan
 * @param {string} where
 * @throws {RangeError} it cannot be done
 */
export function settle(columns, plan, where) {
    const w = BigInt(plan.w);
    const settled = Array(columns.length).fill(false);
    const over = columns.findIndex((value) => value >= LIMIT);
    if (over >= 0)
        throw new RangeError(
            `${where}: expected product columns below 2^64, got ${bitLength(columns[over])} bits in column ${over}`,
        );
    for (;;) {
        const start = columns.map(
            (value, c) => (settled[c] ? 2n ** w - 1n : value) + (c > 0 && settled[c - 1] ? columns[c - 1] >> w : 0n),
        );
        const sums = reductionColumns(start, plan);
        const worst = sums.findIndex((value) => value >= LIMIT);
        if (worst < 0) return { settled, columnMax: [...sums, ...columns].reduce((a, b) => (a > b ? a : b)) };
        if (settled[worst])
            throw new RangeError(
                `${where}: expected column sums below 2^64, got ${bitLength(sums[worst])} bits in column ${worst}`,
            );
        settled[worst] = true;
    }
}

/**
 * @param {Pick<FieldParams, "name" | "p">} field
 * @param {LimbShape} [shape]
 * @returns {Readonly<LimbPlan>}
 * @throws {RangeError} where a bound does not hold
 */
export function limbPlan({ name, p }, shape) {
    const words = Math.ceil(bitLength(p) / 64);
    const n8 = 8 * words;
    const { w, shortRows } = shape ?? defaultShape(n8);
    const n = Math.ceil((8 * n8) / w);
    const shift = w * n - 8 * n8;
    const base = 2n ** BigInt(w);
    const where = `${name}: w=${w}, n=${n}, ${shortRows} short rows`;
    if (p % 2n === 0n) throw new RangeError(`${where}: expected an odd modulus, got ${p}`);
    const mu = mod(-inverse(p, base), base),
        limbsOfP = limbsOf(p, w, n),
        limbsOfM = limbsOf((mu * p + 1n) / base, w, n);

    // Any bytes, canonical or not, keep the columns in range.
    const cut = { w, n, shortRows, limbsOfP, limbsOfM },
        bytesMax = 2n ** BigInt(8 * n8) - 1n,
        half = BigInt(shift >> 1);
    const mulColumns = productColumns(largestLimbs(bytesMax, w, n), largestLimbs(bytesMax << BigInt(shift), w, n));
    const root = largestLimbs(bytesMax << half, w, n),
        sqrColumns = productColumns(root, root).map((value) => value << BigInt(shift & 1));
    const forMul = settle(mulColumns, cut, `${where}, mul`);
    const forSqr = settle(sqrColumns, cut, `${where}, sqr`);
    const plain = largestLimbs(bytesMax << BigInt(shift), w, n).concat(Array(n).fill(0n));
    if (settle(plain, cut, `${where}, fromMont`).settled.some(Boolean))
        throw new RangeError(`${where}: expected limbs that need no settling, got some that do`);

    // The quotient: a short row adds digit * mu * p at its place, another row digit * p.
    const digits = (/** @type {number} */ from, /** @type {number} */ to) => base ** BigInt(to) - base ** BigInt(from);
    const quotientMax = digits(0, shortRows) * mu + digits(shortRows, n);
    const resultMax = (((p - 1n) * (p - 1n)) << BigInt(shift)) + quotientMax * p;
    if (resultMax >> BigInt(w * n) >= 2n * p) {
        throw new RangeError(
            `${where}: expected results below 2p, got up to ${Number((resultMax * 100n) / (p << BigInt(w * n))) / 100} p`,
        );
    }
    return Object.freeze({
        name,
        p,
        n8,
        words,
        full: bitLength(p) === 8 * n8,
        R: bytesMax + 1n,
        w,
        n,
        shift,
        mu,
        limbsOfP,
        limbsOfM,
        shortRows,
        settled: forMul.settled,
        settledSqr: forSqr.settled,
        columnMax: forMul.columnMax > forSqr.columnMax ? forMul.columnMax : forSqr.columnMax,
        resultMax: resultMax >> BigInt(w * n),
    });
}

/**
 * Largest result before the final subtraction for inputs up to these.
 * @param {LimbPlan} plan @param {bigint} xMax @param {bigint} yMax
 */
export function resultBound({ p, w, n, shift, shortRows, mu }, xMax, yMax) {
    const base = 2n ** BigInt(w);
    const quotientMax = (base ** BigInt(shortRows) - 1n) * mu + base ** BigInt(n) - base ** BigInt(shortRows);
    return (((xMax * yMax) << BigInt(shift)) + quotientMax * p) >> BigInt(w * n);
}
