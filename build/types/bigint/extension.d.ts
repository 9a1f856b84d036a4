import type { Field, Rng, Scalarish } from "./types.js";
/**
 * F[x] / (x^degree - nonResidue), without multiplication, which subclasses add.
 * @template E
 */
export declare class ExtensionField<E> {
    F: Field<E>;
    /** @type {E[]} */
    zero: E[];
    /** @type {E[]} */
    one: E[];
    /** @type {E[]} */
    negone: E[];
    nonResidue: E;
    /** Degree over the prime field. */
    m: number;
    /** @type {bigint} the characteristic */
    p: bigint;
    n64: number;
    n32: number;
    n8: number;
    /**
     * @param {Field<E>} F - the field below
     * @param {E} nonResidue
     * @param {number} degree
     */
    constructor(F: Field<E>, nonResidue: E, degree: number);
    /** @param {E} a @returns {E} */
    _mulByNonResidue(a: E): E;
    /** @param {E[]} a @returns {E[]} an array of its own */
    copy(a: E[]): E[];
    /** @param {E[]} a @param {E[]} b @returns {E[]} */
    add(a: E[], b: E[]): E[];
    /** @param {E[]} a @returns {E[]} */
    double(a: E[]): E[];
    /** @param {E[]} a @param {E[]} b @returns {E[]} */
    sub(a: E[], b: E[]): E[];
    /** @param {E[]} a @returns {E[]} */
    neg(a: E[]): E[];
    /** @param {E[]} a @param {E[]} b @returns {E[]} */
    mul(a: E[], b: E[]): E[];
    /** @param {E[]} a @returns {E[]} */
    square(a: E[]): E[];
    /** @param {E[]} a @returns {E[]} */
    inv(a: E[]): E[];
    /** @param {E[]} a @param {E[]} b @returns {E[]} @throws {Error} "Division by zero" */
    div(a: E[], b: E[]): E[];
    /** @param {E[]} a @returns {boolean} */
    isZero(a: E[]): boolean;
    /** @param {E[]} a @param {E[]} b @returns {boolean} */
    eq(a: E[], b: E[]): boolean;
    /** @param {E[]} a @param {E[]} b @returns {boolean} */
    neq(a: E[], b: E[]): boolean;
    /**
     * Lexicographic order, c0 first, in the order of the field below.
     * @param {E[]} a
     * @param {E[]} b
     * @returns {boolean}
     */
    gt(a: E[], b: E[]): boolean;
    /** @param {E[]} a @param {E[]} b @returns {boolean} */
    geq(a: E[], b: E[]): boolean;
    /** @param {E[]} a @param {E[]} b @returns {boolean} */
    lt(a: E[], b: E[]): boolean;
    /** @param {E[]} a @param {E[]} b @returns {boolean} */
    leq(a: E[], b: E[]): boolean;
    /** @param {E[]} base @param {Scalarish} e - any integer @returns {E[]} */
    mulScalar(base: E[], e: Scalarish): E[];
    /** @param {E[]} base @param {Scalarish} e - any integer @returns {E[]} */
    pow(base: E[], e: Scalarish): E[];
    /** @param {E[]} base @param {Scalarish} e - any integer; a negative one inverts @returns {E[]} */
    exp(base: E[], e: Scalarish): E[];
    /** Every coordinate reduced to [0, p). @param {E[]} a @returns {E[]} */
    normalize(a: E[]): E[];
    /** @param {Rng} rng @returns {E[]} */
    fromRng(rng: Rng): E[];
    /** A uniform element from the host's randomness. @returns {E[]} */
    random(): E[];
    /** c0 first. @param {Uint8Array} buff @param {number} o - offset @param {E[]} e */
    toRprLE(buff: Uint8Array, o: number, e: E[]): void;
    /** c0 last. @param {Uint8Array} buff @param {number} o - offset @param {E[]} e */
    toRprBE(buff: Uint8Array, o: number, e: E[]): void;
    /** c0 first. @param {Uint8Array} buff @param {number} o - offset @param {E[]} e */
    toRprLEM(buff: Uint8Array, o: number, e: E[]): void;
    /** c0 last. @param {Uint8Array} buff @param {number} o - offset @param {E[]} e */
    toRprBEM(buff: Uint8Array, o: number, e: E[]): void;
    /** @param {Uint8Array} buff @param {number} [o] @returns {E[]} */
    fromRprLE(buff: Uint8Array, o?: number): E[];
    /** @param {Uint8Array} buff @param {number} [o] @returns {E[]} */
    fromRprBE(buff: Uint8Array, o?: number): E[];
    /** @param {Uint8Array} buff @param {number} [o] @returns {E[]} */
    fromRprLEM(buff: Uint8Array, o?: number): E[];
    /** @param {Uint8Array} buff @param {number} [o] @returns {E[]} */
    fromRprBEM(buff: Uint8Array, o?: number): E[];
    /** @param {E[]} a @returns {E[]} an array of its own */
    toObject(a: E[]): E[];
}
