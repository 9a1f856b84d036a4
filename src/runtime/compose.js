/**
 * Operations that the base module has in parts, as one CALL, so that data stay
 * in the worker between the parts. Lanes replace them where they know better.
 * @module runtime/compose
 */
import { drain } from "../util/drain.js";

/** @typedef {Record<string, (...args: number[]) => number>} Kernels */

/**
 * The work of a function, in steps where it has them.
 * @param {Kernels[string] & { steps?: (...args: number[]) => Generator<void, void> }} run
 * @param {...number} args
 */
function* stepsOf(run, ...args) {
    if (run.steps) yield* run.steps(...args);
    else run(...args);
    yield;
}

/** Bytes of an element of Fr, of either curve. */
const ELEMENT = 32;

/**
 * Functions by the name that CALL commands use.
 * @param {WebAssembly.Exports | Record<string, Function>} parts - the base module, or functions that take its places
 */
export function composeFunctions(parts) {
    const { frm_fft, frm_ifft, frm_batchApplyKey, frm_copy } = /** @type {Kernels} */ (parts);
    /** @param {number} p @param {number} n @param {number} pOne @param {number} pShift */
    function* shifted(p, n, pOne, pShift) {
        yield* stepsOf(frm_ifft, p, n);
        frm_batchApplyKey(p, n, pOne, pShift, p);
        yield;
        yield* stepsOf(frm_fft, p, n);
    }
    return {
        g1m_multiexpAffineShare: wholeShare("g1m_multiexpAffine", parts),
        g2m_multiexpAffineShare: wholeShare("g2m_multiexpAffine", parts),

        /**
         * Values on the domain to values on the coset shift * domain, in place.
         *
         *   in      p       n elements of Fr, LEM, natural order
         *           pOne, pShift  1 and the shift, LEM
         *           isRoot  1 when the shift is the primitive 2n-th root of unity
         *   out     p       natural order
         */
        frm_ifftShiftFft: Object.assign(
            (/** @type {number} */ p, /** @type {number} */ n, /** @type {number} */ pOne, /** @type {number} */ pShift) => drain(shifted(p, n, pOne, pShift)),
            { steps: shifted },
        ),

        /**
         * The results of even or odd index of a transform. Without lanes it is
         * the whole transform: whoever can avoid it should.
         *
         *   in      p       n elements of Fr, LEM, natural order
         *           odd, inverse  0 or 1
         *   out     p       n / 2 results
         * @param {number} p
         * @param {number} n
         * @param {number} odd
         * @param {number} inverse
         */
        frm_fftHalf(p, n, odd, inverse) {
            (inverse ? frm_ifft : frm_fft)(p, n);
            for (let i = 0; i < n / 2; i++) frm_copy(p + (2 * i + odd) * ELEMENT, p + i * ELEMENT);
        },
    };
}

/**
 * A share of a sum of products (runtime/lanes/msm.js): the base module does all of it in the first.
 *
 *   in      bases, scalars, size, n, result  as for the sum; share: its number
 *   out     result  the sum for share 0, else zero
 * @param {string} name
 * @param {WebAssembly.Exports | Record<string, Function>} parts
 */
const wholeShare = (name, parts) =>
    (/** @type {number} */ bases, /** @type {number} */ scalars, /** @type {number} */ size, /** @type {number} */ n, /** @type {number} */ result, /** @type {number} */ share) =>
        /** @type {Kernels} */ (parts)[name](bases, scalars, size, share ? 0 : n, result);
