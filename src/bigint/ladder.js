/**
 * Ladders: multiples in an additive group by the non-adjacent form, and powers
 * in a field by the binary digits (there an inverse costs more than it saves,
 * and zero has none).
 * @module bigint/ladder
 */
/** @import { Scalarish } from "./types.js" */
import { checkType } from "../util/check.js";
import { bits, naf } from "./scalar.js";

/**
 * e * a for any integer e. For `e = 1` it returns a itself, for `e = 0` the group's zero.
 * @template E
 * @param {{ zero: E, add: (a: E, b: E) => E, double: (a: E) => E, neg: (a: E) => E }} group
 * @param {E} a
 * @param {Scalarish} e - any sign
 * @param {string} where
 * @returns {E}
 */
export function multiple(group, a, e, where) {
    const scalar = integer(e, where);
    if (scalar === 0n) return group.zero;
    const digits = naf(scalar);
    const minus = digits.includes(-1) ? group.neg(a) : a;
    let sum = digits[digits.length - 1] === 1 ? a : minus;
    for (let i = digits.length - 2; i >= 0; i--) {
        sum = group.double(sum);
        if (digits[i] !== 0) sum = group.add(sum, digits[i] === 1 ? a : minus);
    }
    return sum;
}

/**
 * a^e for any integer e; a negative one inverts first. For `e = 1` it returns a itself, for `e = 0`
 * the field's one.
 * @template E
 * @param {{ one: E, mul: (a: E, b: E) => E, square: (a: E) => E, inv: (a: E) => E }} field
 * @param {E} a
 * @param {Scalarish} e - any sign
 * @param {string} where
 * @returns {E}
 */
export function power(field, a, e, where) {
    const exponent = integer(e, where);
    if (exponent === 0n) return field.one;
    const base = exponent < 0n ? field.inv(a) : a;
    const digits = bits(exponent < 0n ? -exponent : exponent);
    let product = base;
    for (let i = digits.length - 2; i >= 0; i--) {
        product = field.square(product);
        if (digits[i] === 1) product = field.mul(product, base);
    }
    return product;
}

/** @param {Scalarish} e @param {string} where @returns {bigint} */
function integer(e, where) {
    checkType(e != null, where, "an integer", e);
    return BigInt(e);
}
