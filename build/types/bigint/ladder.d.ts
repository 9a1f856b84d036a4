import type { Scalarish } from "./types.js";
/**
 * e * a for any integer e. For `e = 1` it returns a itself, for `e = 0` the group's zero.
 * @template E
 * @param {{ zero: E, add: (a: E, b: E) => E, double: (a: E) => E, neg: (a: E) => E }} group
 * @param {E} a
 * @param {Scalarish} e - any sign
 * @param {string} where
 * @returns {E}
 */
export declare function multiple<E>(group: {
    zero: E;
    add: (a: E, b: E) => E;
    double: (a: E) => E;
    neg: (a: E) => E;
}, a: E, e: Scalarish, where: string): E;
/**
 * a^e for any integer e; a negative one inverts first. For `e = 1` it returns a itself, for `e = 0` the field's one.
 * @template E
 * @param {{ one: E, mul: (a: E, b: E) => E, square: (a: E) => E, inv: (a: E) => E }} field
 * @param {E} a
 * @param {Scalarish} e - any sign
 * @param {string} where
 * @returns {E}
 */
export declare function power<E>(field: {
    one: E;
    mul: (a: E, b: E) => E;
    square: (a: E) => E;
    inv: (a: E) => E;
}, a: E, e: Scalarish, where: string): E;
