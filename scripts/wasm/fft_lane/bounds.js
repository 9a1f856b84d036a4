/**
 * Proofs of the ranges of the lane FFT. They run whenever a module is made, and
 * refuse a schedule that could overflow: equality tests on random data pass
 * over a full top limb.
 *
 * All quantities are exact rationals on a common grid: BigInt multiples of
 * 2^-64 of the unit named.
 * @module scripts/wasm/fft_lane/bounds
 */

const W = 51n, HALF = 1n << 50n, GRID = 64n;

/** @param {bigint} a */
const abs = (a) => (a < 0n ? -a : a);

/** a / b rounded up, b > 0. @param {bigint} a @param {bigint} b */
const ceilDiv = (a, b) => -((-a) / b) + (a > 0n && a % b !== 0n ? 1n : 0n);

/** round(a / b), ties away from zero upward. @param {bigint} a @param {bigint} b - positive */
export function roundedQuotient(a, b) {
    const twice = 2n * a + b, q = twice / (2n * b);
    return twice % (2n * b) < 0n ? q - 1n : q;
}

/**
 * Limbs of 51 bits in [-2^50, 2^50), the last one takes the rest.
 * @param {bigint} value
 * @param {number} [count]
 */
export function balancedLimbs(value, count = 5) {
    const out = [];
    for (let i = 0; i < count - 1; i++) {
        const low = value & ((1n << W) - 1n), limb = low >= HALF ? low - (1n << W) : low;
        out.push(limb);
        value = (value - limb) >> W;
    }
    return [...out, value];
}

/**
 * @param {boolean} holds
 * @param {string} what
 */
function demand(holds, what) {
    if (!holds) throw new RangeError(`fft bounds: expected ${what}`);
}

/**
 * Size of the value, in units of p / 2^64, that `norm` leaves when limbs below
 * the top are at most `limb`: half of p for the rounding, and what the limbs
 * below the top and the rounding of the quotient can hide.
 * @param {bigint} p
 * @param {bigint} limb
 */
function normResidue(p, limb) {
    const hidden = limb * ((1n << (4n * W)) - 1n) / ((1n << W) - 1n) + 1n; // lower limbs, exactly summed
    const product = (1n << 53n) * (1n << (4n * W)) / (1n << 51n); // top / topOfP in doubles: two roundings of at most 2^-53 each, times top < 2^53
    return (1n << (GRID - 1n)) + ceilDiv((hidden + product) << GRID, p);
}

/**
 * Size of the remainder of `mulKnown`, in units of p / 2^64, for inputs of at
 * most `limb` per limb: half of p plus the error of the truncated quotient.
 * @param {bigint} limb - bound of |x_i|
 */
function shoupResidue(limb) {
    const quotientLimb = HALF + 8n;
    const product = limb * quotientLimb;
    // in units of column 5 (2^255): dropped columns <= 2 (at most 4, 3, 2, 1 terms), rounding of column 3 (5 terms, each sum to 2^-52 of its size), the digit beyond the last of w''
    const dropped = ceilDiv((4n * product) << GRID, 1n << (3n * W)) * 2n;
    const rounding = ceilDiv((25n * product) << GRID, 1n << (52n + 2n * W));
    const beyond = ceilDiv(limb << GRID, 1n << (2n * W));
    const finalRounding = 1n << (GRID - 51n); // fma chain of column 4 into the magic sum
    return (1n << (GRID - 1n)) + dropped + rounding + beyond + finalRounding;
}

const NORM_LIMB = HALF + 8n;

/** Top limb of a value. @param {bigint} p @param {bigint} value - in units of p / 2^64 */
const topOf = (p, value) => ((value * p) >> (GRID + 4n * W)) + 2n;

/** Largest limb below the top. @param {bigint} p */
const largestLimb = (p) => balancedLimbs(p).slice(0, 4).map(abs).reduce((a, b) => (a > b ? a : b));

/** Size of a normal value. @param {bigint} p */
const normalValue = (p) => normResidue(p, 3n * NORM_LIMB);

/** @param {bigint} p @param {bigint} limb - of what shall become normal @param {bigint} value */
function demandNorm(p, limb, value) {
    const largest = limb + ((value >> GRID) + 1n) * largestLimb(p);
    demand(largest <= 1n << 53n, `limbs of a norm to be exact below 2^53, got ${largest}`);
    demand(topOf(p, value) <= 1n << 53n, `a norm with a top limb below 2^53, got ${topOf(p, value)}`);
}

/**
 * Half of a unit in the last place of a double of at most this size.
 * @param {bigint} size - in units of 2^-64
 */
const halfUlp = (size) => (1n << BigInt(size.toString(2).length)) >> 54n;

/**
 * Proves the product by a row of the wide table: x, normal, times five values w_i of |w_i| <= p/2, less q p, where q is the
 * sum of the x_i (w_i / p) in doubles, rounded.
 * @param {bigint} p
 * @returns {bigint} size of the remainder, in units of p / 2^64
 * @throws {RangeError} it is not safe
 */
export const fmaWide = (p) => sumOfRows(p, NORM_LIMB, topOf(p, normalValue(p)));

/**
 * Proves the product of 256 bits, packed, canonical or not, by a constant: their digits are below 2^50 in size, the top one
 * below 2^51. With what they leave out it is for a norm.
 * @param {bigint} p
 * @returns {bigint} size of the product before that, in units of p / 2^64
 * @throws {RangeError} it is not safe
 */
export function fmaScale(p) {
    const value = sumOfRows(p, HALF, 2n * HALF) + (1n << (GRID - 1n));
    demandNorm(p, HALF, value);
    return value;
}

/**
 * @param {bigint} p
 * @param {bigint} limb - largest limb of x below the top
 * @param {bigint} top - largest top limb
 */
function sumOfRows(p, limb, top) {
    const normal = normalValue(p);
    // w_i / p in doubles: rounded once, from terms with errors of 2^-100; two chains of two, their sum, the fifth
    const share = normal + halfUlp(normal) + (1n << (GRID - 90n > 0n ? GRID - 90n : 0n)), inShare = halfUlp(normal) + 1n;
    const one = limb * share, two = 2n * one, four = 4n * one, quotient = four + top * share;
    const rounding = 2n * (halfUlp(one) + halfUlp(two)) + halfUlp(four) + halfUlp(quotient);
    const remainder = rounding + (4n * limb + top) * inShare + (1n << (GRID - 1n));
    const q = (quotient + remainder) >> GRID;
    demand(limb * limb < 1n << 102n && top * limb < 1n << 102n, "products of limbs below 2^102");
    demand(q * largestLimb(p) < 1n << 102n, `products of the quotient below 2^102, got ${q} times ${largestLimb(p)}`);
    demand(q * (balancedLimbs(p)[4] + 1n) < (1n << 103n) - (1n << 60n), `the top product of the quotient below 2^103, got ${q} times ${balancedLimbs(p)[4]}`);
    demand(q < 1n << 53n, `a quotient below 2^53, got ${q}`);
    // six low and six high halves in a column, the largest of 2^52, and a carry: below the bias
    demand(12n * (1n << 52n) + (1n << 52n) < 1n << 58n, "columns below the bias");
    demand(topOf(p, remainder) < 1n << 52n, `a remainder with a top limb below 2^52, got ${topOf(p, remainder)}`);
    return remainder;
}

/**
 * Proves the schedule of the fma tier: every butterfly (a, b) -> (a + w b, a - w b) makes its a normal, and products by the
 * wide table their b; a loose stage, between two that are not and before one with the wide table, leaves its a. Sums of two normal pairs come in between from blocks with twiddle 1, and
 * differences of canonical pairs from stage 0. Every operand of a product without the wide table has
 * |limb| <= 2^52, every remainder fits five balanced limbs, every norm is exact.
 * @param {bigint} p
 * @returns {{ value: bigint, limb: bigint }} largest operand of a product: value in units of p / 2^64, limb
 * @throws {RangeError} the schedule is not safe
 */
export function fmaSchedule(p) {
    const normal = normalValue(p);
    const limb = 2n * NORM_LIMB, value = [2n * normal, 1n << GRID, normal + fmaWide(p)].reduce((a, b) => (a > b ? a : b)), top = topOf(p, value);
    demand(limb <= 1n << 52n && top <= 1n << 52n, `operands with limbs up to 2^52, got ${limb} and top ${top}`);
    const remainder = shoupResidue(limb > top ? limb : top);
    // |w| <= p/2, so the quotient is at most half the operand; its top digit is read from a window of +-2^51
    demand((value * p) >> (GRID + 1n + 4n * W) < (1n << 51n) - 2n, `a quotient with a top digit below 2^51, got ${(value * p) >> (GRID + 1n + 4n * W)}`);
    demand((remainder * p) >> GRID < 1n << 254n, `a remainder below 2^254, got ${(remainder * p) >> GRID}`);
    demand(normal + remainder <= value, "the result of a product to be an operand of the next");
    demandNorm(p, limb, value);
    demandNorm(p, limb + HALF, value + remainder); // after the last stage of all
    demandNorm(p, limb + HALF, value + fmaWide(p)); // after a loose stage
    demandNorm(p, 1n << 52n, 2n << GRID); // after stage 0
    return { value, limb };
}

/**
 * Proves Montgomery's product and reduction of the fma tier, R = 2^255, with
 * signed quotient digits. Of the five rows the last `longRows` add q p with
 * q = s mu mod 2^51, the others s m one limb up with m = (mu p + 1) / 2^51 and
 * mu in [-2^50, 2^50). Factors are canonical, or settled: p/2 and what the
 * limbs below the top hide, with limbs of a digit plus one limb of p.
 * @param {bigint} p
 * @param {number} longRows
 * @returns {{ value: bigint, settled: bigint, limb: bigint }} largest product and largest settled value, in units of p / 2^64; largest limb of a settled value
 * @throws {RangeError} it is not safe
 */
export function fmaMontgomery(p, longRows) {
    const limb = HALF + largestLimb(p);
    const one = 1n << GRID, settled = normResidue(p, HALF), packed = (1n << W) - 1n;
    // |q| p 2^204 of the last row, then what the rows before it add, each 2^51 less than the next; the last early row adds |s m| 2^(51 (5 - longRows))
    const long = Array.from({ length: longRows }, (_, i) => (one >> 1n >> (W * BigInt(i))) + 1n).reduce((a, b) => a + b);
    const quotient = long + (one >> 1n >> (W * BigInt(longRows - 1))) + 1n;
    const times = (/** @type {bigint} */ a, /** @type {bigint} */ b) => ceilDiv(a * b * p, 1n << (255n + GRID));
    const value = [times(one, settled), times(settled, settled)].reduce((a, b) => (a > b ? a : b)) + quotient;
    demand(packed * limb < 1n << 102n && limb * limb < 1n << 102n, `limb products below 2^102, got ${limb} squared`);
    demand((p >> (4n * W)) < 1n << 51n && topOf(p, settled) < limb, "a top limb no larger than the others");
    demand(topOf(p, value) < 1n << 51n, `a product with a top limb below 2^51, got ${topOf(p, value)}`);
    demand(value < one, `a product below p, got ${value} p / 2^64`);
    demand(ceilDiv(1n << (256n - 255n + GRID), p) + quotient < one, "a reduction below p");
    // at most ten halves of products of either kind and one carry in a column: below the bias
    demand(10n * (1n << 52n) + 10n * HALF + (1n << 52n) < 1n << 58n, "columns below the bias");
    return { value, settled, limb };
}

/**
 * Proves the schedule of the simd tier (unsigned limbs of 29 bits, R = 2^261)
 * for transforms of up to 2^maxLog elements: values only grow, by 4p in each
 * stage, and are reduced once at the end. Of every `stages` butterflies the
 * first one carries in its a; so does stage 0, whose inputs are tight.
 * @param {bigint} p
 * @param {number} stages
 * @param {number} maxLog
 * @param {readonly bigint[]} fourP - limbs of 4p with room for a limbwise subtraction
 * @returns {{ value: bigint, limb: bigint }} largest operand of a product: value in units of p, limb
 * @throws {RangeError} the schedule is not safe
 */
export function simdSchedule(p, stages, maxLog, fourP) {
    const limbBits = 29n, full = (1n << limbBits) - 1n, n = 9n, R = 1n << (limbBits * n);
    const value = 1n + 4n * BigInt(maxLog + 1);
    // the final reduction reads nine limbs, the top one of 30 bits
    demand(value * p < 1n << 262n, `values below 2^262, got ${value} p`);
    // w < p and x < value p: the reduced product is below x w / R + p, and its limbs are tight
    const product = (value * p * p) / R + p + 1n;
    demand(product < 4n * p, `products below 4p, got ${product}`);
    fourP.slice(0, 8).forEach((limb, i) => demand(limb >= full, `limb ${i} of 4p to be at least 2^29 - 1, got ${limb}`));
    demand(fourP[8] >= (product >> 232n), "the top limb of 4p to exceed that of a product");
    const growth = fourP.reduce((a, b) => (a > b ? a : b));
    let limb = full + 8n + growth, worst = limb;
    for (let stage = 1; stage <= stages; stage++) {
        worst = limb;
        const column = n * limb * full + n * full * full + (1n << 35n);
        demand(column < 1n << 64n, `columns below 2^64 in stage ${stage} of ${stages}, got ${column}`);
        limb += growth;
        demand(limb < 1n << 32n, `limbs below 2^32 after stage ${stage} of ${stages}, got ${limb}`);
    }
    demand(full + (limb >> limbBits) <= full + 8n, "carries of a normalisation of at most 8");
    return { value, limb: worst };
}

/**
 * Proves the product by a row of the wide table of the simd tier: nine limbs times nine values below p, reduced by two limbs.
 * The first adds s m one limb up, the second q p; digits are below 2^29, m is below p.
 * @param {bigint} p
 * @param {bigint} limb - bound of the operand's limbs
 * @returns {bigint} largest result
 * @throws {RangeError} it is not safe
 */
export function simdWide(p, limb) {
    const full = (1n << 29n) - 1n, first = (9n * limb * p >> 29n) + full * p + 1n, result = (first + full * p) >> 29n;
    demand(result < 4n * p, `products below 4p, got ${result}`);
    demand(9n * limb * full + 2n * full * full + (1n << 35n) < 1n << 64n, "columns below 2^64");
    return result;
}

/**
 * Proves that the reduction alone of the simd tier, of any x below 2^256 times
 * 2^5, comes out below 2p: eight rows add s m one limb up, m = (mu p + 1) / 2^29,
 * the last one q p.
 * @param {bigint} p
 * @param {bigint} mu - -p^-1 mod 2^29
 * @returns {bigint} largest result
 * @throws {RangeError} it is not safe
 */
export function simdReduction(p, mu) {
    const full = (1n << 29n) - 1n, m = (mu * p + 1n) >> 29n;
    let sum = (1n << 261n) - 1n; // 2^5 x
    for (let row = 0n; row < 8n; row++) sum += (full * m) << (29n * (row + 1n));
    sum += (full * p) << 232n;
    const result = sum >> 261n;
    demand(result < 2n * p, `a reduction below 2p, got ${result}`);
    demand(9n * full * full + full + (1n << 35n) < 1n << 64n, "columns below 2^64");
    return result;
}
