import type { ZqField } from "./field.js";
import { FFT } from "./fft.js";
export type Polynomial = bigint[];
/** Polynomials over F. */
export declare class PolField {
    F: ZqField;
    /** @type {bigint[]} w[i] is a primitive 2^i-th root of unity */
    w: bigint[];
    /** @type {bigint[]} their inverses */
    wi: bigint[];
    /** @type {bigint[][]} roots[i] are the 2^i powers of w[i], made on first use */
    roots: bigint[][];
    /** @param {ZqField} F */
    constructor(F: ZqField);
    /** Makes the tables up to 2^n roots. @param {number} n */
    _setRoots(n: number): void;
    /** @returns {FFT<bigint>} on the roots of this object */
    _engine(): FFT<bigint>;
    /** @param {Polynomial} a @param {Polynomial} b @returns {Polynomial} */
    add(a: Polynomial, b: Polynomial): Polynomial;
    /** @param {Polynomial} a @returns {Polynomial} */
    double(a: Polynomial): Polynomial;
    /** @param {Polynomial} a @param {Polynomial} b @returns {Polynomial} */
    sub(a: Polynomial, b: Polynomial): Polynomial;
    /**
     * @param {Polynomial} a
     * @param {Polynomial} b
     * @param {(x: bigint, y: bigint) => bigint} op
     * @returns {Polynomial}
     */
    _pairwise(a: Polynomial, b: Polynomial, op: (x: bigint, y: bigint) => bigint): Polynomial;
    /** @param {Polynomial} a @param {bigint} b @returns {Polynomial} the empty polynomial for b = 0 */
    mulScalar(a: Polynomial, b: bigint): Polynomial;
    /** @param {Polynomial} a @param {Polynomial} b @returns {Polynomial} */
    mul(a: Polynomial, b: Polynomial): Polynomial;
    /** Multiplies out. @param {Polynomial} a @param {Polynomial} b @returns {Polynomial} */
    mulNormal(a: Polynomial, b: Polynomial): Polynomial;
    /** Multiplies values. @param {Polynomial} a @param {Polynomial} b @returns {Polynomial} */
    mulFFT(a: Polynomial, b: Polynomial): Polynomial;
    /** @param {Polynomial} a @returns {Polynomial} */
    square(a: Polynomial): Polynomial;
    /**
     * Times x^n; for n < 0 the terms below x^0 are dropped.
     * @param {Polynomial} p
     * @param {number} n
     * @returns {Polynomial}
     */
    scaleX(p: Polynomial, n: number): Polynomial;
    /** The same as `evaluate`. @param {Polynomial} p @param {bigint} x @returns {bigint} */
    eval2(p: Polynomial, x: bigint): bigint;
    /** The value at x, by Horner's rule. @param {Polynomial} p @param {bigint} x @returns {bigint} */
    evaluate(p: Polynomial, x: bigint): bigint;
    /**
     * The name of `evaluate` before ffjavascript 0.3. Quoted, because compartments refuse source text that looks like a
     * call of eval.
     * @param {Polynomial} p
     * @param {bigint} x
     * @returns {bigint}
     */
    ["eval"](p: Polynomial, x: bigint): bigint;
    /**
     * The polynomial of least degree through the points.
     * @param {[bigint, bigint][]} points - [x, y], x distinct
     * @returns {Polynomial}
     * @throws {Error} "Division by zero" when two x are equal
     */
    lagrange(points: [bigint, bigint][]): Polynomial;
    /**
     * The values at the roots of unity; the size is rounded up to a power of two.
     * @param {Polynomial} p
     * @returns {bigint[]}
     */
    fft(p: Polynomial): bigint[];
    /** The same as `fft`. @param {Polynomial} p @returns {bigint[]} */
    fft2(p: Polynomial): bigint[];
    /** The inverse of `fft`. @param {bigint[]} p @returns {Polynomial} */
    ifft(p: bigint[]): Polynomial;
    /** The same as `ifft`. @param {bigint[]} p @returns {Polynomial} */
    ifft2(p: bigint[]): Polynomial;
    /**
     * The transform of pall[offset + i * step], i < 2^bits.
     * @param {bigint[]} pall
     * @param {number} bits
     * @param {number} offset
     * @param {number} step
     * @returns {bigint[]}
     */
    _fft(pall: bigint[], bits: number, offset: number, step: number): bigint[];
    /** With zeros up to e coefficients. @param {Polynomial} p @param {number} e @returns {Polynomial} */
    extend(p: Polynomial, e: number): Polynomial;
    /** Without leading zeros; the constant term stays. @param {Polynomial} p @returns {Polynomial} */
    reduce(p: Polynomial): Polynomial;
    /** @param {Polynomial} a @param {Polynomial} b @returns {boolean} */
    eq(a: Polynomial, b: Polynomial): boolean;
    /** The quotient by (x - r). @param {Polynomial} p @param {bigint} r @returns {Polynomial} */
    ruffini(p: Polynomial, r: bigint): Polynomial;
    /** The power of two at or above v; 0 for 0. @param {number} v @returns {number} */
    _next2Power(v: number): number;
    /** Terms of the highest degree first. @param {Polynomial} p @returns {string} */
    toString(p: Polynomial): string;
    /** Every coefficient reduced to [0, p). @param {Polynomial} p @returns {Polynomial} */
    normalize(p: Polynomial): Polynomial;
    /**
     * x^(2^(bits+1) - 2) / p for a p of 2^bits coefficients, the highest of them not 0.
     * @param {Polynomial} p
     * @param {number} bits
     * @returns {Polynomial}
     */
    _reciprocal(p: Polynomial, bits: number): Polynomial;
    /**
     * The first n coefficients of 1 / p as a power series (Newton: g <- g (2 - p g), doubling n).
     * @param {Polynomial} p - p[0] not 0
     * @param {number} n
     * @returns {Polynomial} n coefficients
     */
    _inverseSeries(p: Polynomial, n: number): Polynomial;
    /** The quotient of x^m and v. @param {number} m @param {Polynomial} v @returns {Polynomial} */
    _div2(m: number, v: Polynomial): Polynomial;
    /**
     * The quotient. The highest coefficient of b must not be 0.
     * @param {Polynomial} _u
     * @param {Polynomial} _v
     * @returns {Polynomial}
     * @throws {Error} "Division by zero"
     */
    div(_u: Polynomial, _v: Polynomial): Polynomial;
    /**
     * w^i for the primitive n-th root of unity w.
     * @param {number} n - power of two, from 2
     * @param {number} i - below n
     * @returns {bigint}
     */
    oneRoot(n: number, i: number): bigint;
    /**
     * t^(2^bits) - 1, the value at t of the polynomial that vanishes on the 2^bits-th roots of unity.
     * @param {number} bits
     * @param {bigint} t
     * @returns {bigint}
     */
    computeVanishingPolinomial(bits: number, t: bigint): bigint;
    /**
     * The values at t of the polynomials that are 1 at one 2^bits-th root of unity and 0 at the others.
     * @param {number} bits
     * @param {bigint} t
     * @returns {bigint[]}
     */
    evaluateLagrangePolynomials(bits: number, t: bigint): bigint[];
    /** @param {number} V @returns {number} floor of log2, below 2^32 */
    log2(V: number): number;
}
