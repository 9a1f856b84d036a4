import type { Field } from "./types.js";
/**
 * A cubic extension on BigInt: [c0, c1, c2] stands for c0 + c1 v + c2 v^2, v^3 = nonResidue.
 * @module bigint/field3
 */
/** @import { Field } from "./types.js" */
import { ExtensionField } from "./extension.js";
/**
 * F[v] / (v^3 - nonResidue).
 * @template E
 * @extends {ExtensionField<E>}
 */
export declare class F3Field<E> extends ExtensionField<E> {
    /** @type {"F3"} */
    type: "F3";
    /**
     * @param {Field<E>} F - the field below, prime or an extension
     * @param {E} nonResidue - no cube in F
     */
    constructor(F: Field<E>, nonResidue: E);
    /** The schoolbook product, folded with v^3 = nonResidue. @param {E[]} a @param {E[]} b @returns {E[]} */
    mul([a0, a1, a2]: E[], [b0, b1, b2]: E[]): E[];
    /** The adjoint over the norm. @param {E[]} a @returns {E[]} @throws {Error} "Division by zero" */
    inv([a0, a1, a2]: E[]): E[];
    /** Every coefficient reduced to its range. @param {E[]} a @returns {E[]} */
    affine(a: E[]): E[];
    /** @param {E[]} a @returns {string} */
    toString(a: E[]): string;
}
