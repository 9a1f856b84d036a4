/**
 * One ladder for powers and for multiples: double and add along the
 * non-adjacent form, for any group.
 * @module bigint/ladder
 */
/** @import { Scalarish } from "./types.js" */
import { checkType } from "../util/check.js";
import { naf } from "./scalar.js";

/**
 * A group, written additively.
 * @template E
 * @typedef {object} Ladder
 * @property {E} zero
 * @property {(a: E, b: E) => E} add
 * @property {(a: E) => E} double
 * @property {(a: E) => E} neg - called only when the form has a digit -1
 */

/**
 * e * a for any integer e. `e = 1` gives back a, `e = 0` the group's own zero.
 * @template E
 * @param {Ladder<E>} group
 * @param {E} a
 * @param {Scalarish} e - any sign
 * @param {string} where
 * @returns {E}
 */
export function multiply(group, a, e, where) {
    checkType(e != null, where, "an integer", e);
    const scalar = BigInt(e);
    if (scalar === 0n) return group.zero;
    const digits = naf(scalar < 0n ? -scalar : scalar);
    const base = scalar < 0n ? group.neg(a) : a;
    const negative = digits.includes(-1) ? group.neg(base) : base;
    let sum = base;
    for (let i = digits.length - 2; i >= 0; i--) {
        sum = group.double(sum);
        if (digits[i] !== 0) sum = group.add(sum, digits[i] === 1 ? base : negative);
    }
    return sum;
}
