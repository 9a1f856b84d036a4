/**
 * FFT over Fr on lanes, in place on elements of the base module, with the results of its `frm_fft`
 * and `frm_ifft`.
 * @module kernels/fft/transform
 */
/** @import { FftContext } from "./context.js" */
import { inFractions } from "../fractions.js";
import { first, firstStages, last, lastToPairs, pairs, stagesInSteps, toPairs, workOf } from "./stages.js";
import { grow, reach, twiddles, withEntries } from "./twiddles.js";

/**
 * Is n a power of two for which there are roots of unity?
 * @param {FftContext} on
 * @param {number} n
 */
export const isDomain = ({ layout }, n) => n <= 2 ** layout.maxLog && Number.isInteger(Math.log2(n));

/**
 * FFT of n elements in place, natural order in and out.
 * @param {FftContext} on
 * @param {boolean} inverse
 * @param {number} p - address of n elements, canonical Montgomery
 * @param {number} n - power of two
 */
export const transform = (on, inverse, p, n) => inFractions(wholeInSteps(on, inverse, p, n), workOf(Math.log2(n)));

/** @type {(...args: Parameters<typeof transform>) => import("./stages.js").Stages} */
function* wholeInSteps(on, inverse, p, n) {
    const lg = Math.log2(n), { arena } = on;
    grow(on, reach(n / 2));
    const mark = arena.mark();
    const data = pairs(on, lg);
    yield* toPairs(on, p, data, lg);
    const outputs = { inverse, flip: inverse ? n - 1 : 0, add: inverse ? 1 : 0, scale: lg };
    yield* last(on, data, p, twiddles(on, 0, n / 2), lg, outputs);
    arena.release(mark); // a task may have several FFTs
}

/**
 * One half of an FFT of n elements: the n / 2 results of even or odd
 * index, from all n elements. After stage 0 the two halves are independent.
 * @param {FftContext} on
 * @param {number} p - n elements; the results are written to its start
 * @param {number} n - power of two
 * @param {number} odd - 0 or 1
 * @param {number} inverse - 0 or 1
 */
export const transformHalf = (on, p, n, odd, inverse) =>
    inFractions(halfInSteps(on, p, n, odd, inverse), workOf(Math.log2(n)) / 2);

/** @type {(...args: Parameters<typeof transformHalf>) => import("./stages.js").Stages} */
function* halfInSteps(on, p, n, odd, inverse) {
    const lg = Math.log2(n);
    const quarter = n / 4;
    const back = inverse === 1;
    grow(on, reach(n / 2));
    const data = pairs(on, lg);
    const half = data + odd * quarter * on.layout.pairBytes;
    yield* first(on, p, data, lg);
    yield* stagesInSteps(on, half, lg - 1, 1, odd, lg);
    // the inverse result of odd index 2 j + 1 is the forward result of index 2 (n / 2 - 1 - j) + 1,
    // that of even index 2 j is the one of index 2 (n / 2 - j)
    const outputs = { inverse: back, flip: back ? n / 2 - 1 : 0, add: back ? 1 - odd : 0, scale: lg };
    yield* last(on, half, p, twiddles(on, odd * quarter, n / 2), lg - 1, outputs);
}

/**
 * Round 1 of an FFT in 2^levels tasks: the first `levels` stages on the same columns of all
 * its rows. After them, the 2^levels blocks are independent.
 * @param {FftContext} on
 * @param {number} p - m elements, an equal part of each of 2^levels rows
 * @param {number} m - power of two
 * @param {number} out - m / 2 pairs: the blocks, one after the other
 * @param {number} levels
 */
export const transformColumns = (on, p, m, out, levels) =>
    inFractions(firstStages(on, p, out, Math.log2(m), levels), levels * 2 ** (Math.log2(m) - 2));

/**
 * Round 2: the other stages, on one block. Its results are those whose index is the number of the
 * block with its bits reversed, or minus that for an inverse, modulo 2^levels.
 * @param {FftContext} on
 * @param {number} data - m / 2 pairs, changed
 * @param {number} m - power of two
 * @param {number} out - m elements
 * @param {number} levels
 * @param {number} block
 * @param {number} inverse - 0 or 1
 */
export const transformBlock = (on, data, m, out, levels, block, inverse) =>
    inFractions(blockInSteps(on, data, m, out, levels, block, inverse), workOf(Math.log2(m)));

/** @type {(...args: Parameters<typeof transformBlock>) => import("./stages.js").Stages} */
function* blockInSteps(on, data, m, out, levels, block, inverse) {
    const size = Math.log2(m);
    const lg = size + levels;
    const back = inverse === 1;
    grow(on, reach(2 ** (lg - 1)));
    yield* stagesInSteps(on, data, size, levels, block, lg);
    // as for halves: only the block of index 0 contains the result of index 0, which stays in its
    // place
    const outputs = { inverse: back, flip: back ? m - 1 : 0, add: back && block === 0 ? 1 : 0, scale: lg };
    yield* last(on, data, out, twiddles(on, (block * m) / 2, 2 ** (lg - 1)), size, outputs);
}

/**
 * Computes coefficients from values, multiplies them by the powers of the
 * primitive 2n-th root, and evaluates again: values on the coset, in place.
 *
 * The inverse leaves F[k] = n c[-k]. With e[0] = F[0] / n and e[k] = -F[k] / n
 * the wanted value X[m] is Y[n - 1 - m], where Y is the coset FFT of e,
 * since the 2n-th root to the n-th power is -1.
 *
 *   memory  besides the elements at most as much as for one FFT, if nothing is allocated
 *           behind them: the second FFT then has its pairs where they were
 * @param {FftContext} on
 * @param {number} p
 * @param {number} n - power of two
 */
export const shiftToCoset = (on, p, n) => inFractions(cosetInSteps(on, p, n), 2 * workOf(Math.log2(n)));

/** @type {(...args: Parameters<typeof shiftToCoset>) => import("./stages.js").Stages} */
function* cosetInSteps(on, p, n) {
    const { arena } = on, mark = arena.mark();
    const lg = Math.log2(n);
    const bytes = n * on.layout.elementBytes;
    const over = pairsOver(on, p, bytes, lg);
    const places = { over, data: pairs(on, lg), shifted: over ?? pairs(on, lg) };
    yield* withEntries(on, reach(n), () => shiftPairs(on, p, lg, places));
    if (over !== undefined) arena.u8().copyWithin(p, places.data, places.data + bytes);
    arena.release(mark); // a task may have several FFTs
}

/**
 * @param {FftContext} on
 * @param {number} p
 * @param {number} lg
 * @param {{ over: number | undefined, data: number, shifted: number }} places - of pairs; over:
 *   those that are shifted lie over the elements, and the results are written to `data`
 * @returns {import("./stages.js").Stages}
 */
function* shiftPairs(on, p, lg, { over, data, shifted }) {
    const n = 2 ** lg;
    const to = over === undefined ? p : data;
    yield* toPairs(on, p, data, lg);
    yield* lastToPairs(on, data, shifted, twiddles(on, 0, n / 2), lg);
    on.lane.negateFirst(shifted);
    yield* stagesInSteps(on, shifted, lg, 0, 1, lg);
    yield* last(on, shifted, to, twiddles(on, n / 2, n), lg, { inverse: false, flip: n - 1, add: 0, scale: 0 });
}

/**
 * The place of elements that have been read, with the memory behind them, for pairs.
 * @param {FftContext} on
 * @param {number} p
 * @param {number} bytes - of the elements
 * @param {number} lg
 * @returns {number | undefined} undefined if something else lies behind them
 */
function pairsOver({ arena, layout }, p, bytes, lg) {
    if (arena.mark() !== p + bytes) return undefined;
    arena.alloc(2 ** (lg - 1) * layout.pairBytes - bytes);
    return p;
}
