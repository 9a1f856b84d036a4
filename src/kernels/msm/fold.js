/**
 * Phase 5: adds up the remaining sums by Horner's rule over their bits, in the base module.
 * @module kernels/msm/fold
 */
/** @import { MsmContext } from "./context.js" */

/**
 * A remaining sum: 2^bit times the affine point at `at`.
 * @typedef {{ bit: number, at: number }} Term
 */

/** @param {MsmContext} on @param {Term[]} terms @param {number} result - jacobian */
export function fold({ point }, terms, result) {
    point.zero(result);
    const sorted = [...terms].sort((a, b) => b.bit - a.bit);
    let bit = sorted.length ? sorted[0].bit : 0;
    for (const term of sorted) {
        for (; bit > term.bit; bit--) point.double(result, result);
        point.addMixed(result, term.at, result);
    }
    for (; bit > 0; bit--) point.double(result, result);
}
