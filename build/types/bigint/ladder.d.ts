import type { Scalarish } from "./types.js";
export type Ladder<E> = {
    zero: E;
    add: (a: E, b: E) => E;
    double: (a: E) => E;
    /**
     * - called only when the form has a digit -1
     */
    neg: (a: E) => E;
};
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
export declare function multiply<E>(group: Ladder<E>, a: E, e: Scalarish, where: string): E;
