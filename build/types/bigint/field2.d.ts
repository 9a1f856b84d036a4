import type { Field } from "./types.js";
/**
 * A quadratic extension on BigInt: [c0, c1] stands for c0 + c1 u, u^2 = nonResidue.
 * @module bigint/field2
 */
/** @import { Field } from "./types.js" */
import { ExtensionField } from "./extension.js";
/**
 * F[u] / (u^2 - nonResidue).
 * @template E
 * @extends {ExtensionField<E>}
 */
export declare class F2Field<E> extends ExtensionField<E> {
    /** @type {"F2"} */
    type: "F2";
    /**
     * @param {Field<E>} F - the field below, prime or an extension
     * @param {E} nonResidue - no square in F
     */
    constructor(F: Field<E>, nonResidue: E);
    /** Karatsuba. @param {E[]} a @param {E[]} b @returns {E[]} */
    mul(a: E[], b: E[]): E[];
    /** c0 - c1 u. @param {E[]} a @returns {E[]} */
    conjugate(a: E[]): E[];
    /** The conjugate over the norm. @param {E[]} a @returns {E[]} @throws {Error} "Division by zero" */
    inv(a: E[]): E[];
    /** a^(q^n), q the size of a prime field below. @param {number} n @param {E[]} a @returns {E[]} */
    frobenius(n: number, a: E[]): E[];
    /** @param {E[]} a @returns {E[] | null} the greater of the two roots, or null */
    sqrt(a: E[]): E[] | null;
    /** @param {E[]} a @returns {string} */
    toString(a: E[]): string;
}
