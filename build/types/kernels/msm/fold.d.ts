/**
 * Phase 5: adds up the remaining sums by Horner's rule over their bits, in the base module.
 * @module kernels/msm/fold
 */
/** @import { SumContext } from "./context.js" */
import type { SumContext } from "./context.js";
export type Term = {
    bit: number;
    at: number;
};
/** A remaining sum: 2^bit times the affine point at `at`. @typedef {{ bit: number, at: number }} Term */
/** @param {SumContext} on @param {Term[]} terms @param {number} result - jacobian */
export declare function fold({ point }: SumContext, terms: Term[], result: number): void;
