export type RootField = {
    one: bigint;
    /**
     * - w[i] is a primitive 2^i-th root of unity
     */
    w: bigint[];
    /**
     * - their inverses
     */
    wi: bigint[];
    mul: (a: bigint, b: bigint) => bigint;
    inv: (a: bigint) => bigint;
    e: (a: any) => bigint;
};
export type Values<E> = {
    add: (a: E, b: E) => E;
    sub: (a: E, b: E) => E;
};
/**
 * The field of the roots.
 * @typedef {object} RootField
 * @property {bigint} one
 * @property {bigint[]} w - w[i] is a primitive 2^i-th root of unity
 * @property {bigint[]} wi - their inverses
 * @property {(a: bigint, b: bigint) => bigint} mul
 * @property {(a: bigint) => bigint} inv
 * @property {(a: any) => bigint} e
 */
/**
 * The group of the values.
 * @template E
 * @typedef {object} Values
 * @property {(a: E, b: E) => E} add
 * @property {(a: E, b: E) => E} sub
 */
/**
 * Transforms of values of type E.
 * @template E
 */
export declare class FFT<E> {
    F: RootField;
    G: Values<E>;
    opMulGF: (value: E, root: bigint) => E;
    w: bigint[];
    wi: bigint[];
    /** @type {bigint[][]} roots[i] are the 2^i powers of w[i], made on first use */
    roots: bigint[][];
    /**
     * @param {Values<E>} G - where the values are added
     * @param {RootField} F - where the roots are multiplied
     * @param {(value: E, root: bigint) => E} opMulGF
     */
    constructor(G: Values<E>, F: RootField, opMulGF: (value: E, root: bigint) => E);
    /**
     * Makes the tables up to 2^n roots.
     * @param {number} n
     */
    _setRoots(n: number): void;
    /**
     * out[k] = sum of p[j] * w^(jk).
     * @param {ArrayLike<E>} p - 2^k values, k <= s
     * @returns {E[]}
     * @throws {Error} "Size must be multiple of 2"
     */
    fft(p: ArrayLike<E>): E[];
    /**
     * The inverse of `fft`.
     * @param {ArrayLike<E>} p - 2^k values, k <= s
     * @returns {E[]}
     */
    ifft(p: ArrayLike<E>): E[];
    /** @param {ArrayLike<E>} p @returns {number} */
    _bits(p: ArrayLike<E>): number;
}
/**
 * Cooley and Tukey 1965, decimation in time: transforms the even and the odd values separately.
 * @template E
 * @param {{ G: Values<E>, roots: bigint[][], opMulGF: (value: E, root: bigint) => E }} fft
 * @param {ArrayLike<E>} p
 * @param {number} bits - 2^bits values take part
 * @param {number} offset - of the first one
 * @param {number} step - from one to the next
 * @returns {E[]}
 */
export declare function transform<E>(fft: {
    G: Values<E>;
    roots: bigint[][];
    opMulGF: (value: E, root: bigint) => E;
}, p: ArrayLike<E>, bits: number, offset: number, step: number): E[];
