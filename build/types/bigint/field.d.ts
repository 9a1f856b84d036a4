import type { Rng, Scalarish } from "./types.js";
import { FFT } from "./fft.js";
/**
 * w[i], a primitive 2^i-th root of unity, for i up to s.
 * @param {bigint} top - w[s]
 * @param {number} s
 * @param {bigint} p
 * @returns {bigint[]}
 */
export declare function rootsDown(top: bigint, s: number, p: bigint): bigint[];
/** Integers modulo an odd prime. */
export declare class ZqField {
    /** @type {"F1"} */
    type: "F1";
    one: bigint;
    zero: bigint;
    /** @type {bigint} the modulus */
    p: bigint;
    /** Degree over the prime field. */
    m: number;
    negone: bigint;
    two: bigint;
    /** The largest element that counts as positive. */
    half: bigint;
    bitLength: number;
    mask: bigint;
    n64: number;
    n32: number;
    n8: number;
    /** The Montgomery factor 2^(64 * n64), and its inverse. */
    R: bigint;
    Ri: bigint;
    /** The smallest non-residue. */
    nqr: bigint;
    /** 2-adicity of p - 1 = 2^s * t. @type {number} */
    s: number;
    /** Odd part of p - 1. @type {bigint} */
    t: bigint;
    /** A primitive 2^s-th root of unity. */
    nqr_to_t: bigint;
    /** w[i] is a primitive 2^i-th root of unity, wi[i] its inverse. */
    w: bigint[];
    wi: bigint[];
    /** @type {FFT<bigint>} */
    FFT: FFT<bigint>;
    fft: (p: ArrayLike<bigint>) => bigint[];
    ifft: (p: ArrayLike<bigint>) => bigint[];
    /** Generator of the coset that doubles a transform, nqr^2, and k = nqr^(2^s). */
    shift: bigint;
    k: bigint;
    /** @type {bigint | undefined} */ sqrt_q: bigint | undefined;
    /** @type {bigint | undefined} */ sqrt_e1: bigint | undefined;
    /** @type {number | undefined} */ sqrt_s: number | undefined;
    /** @type {bigint | undefined} */ sqrt_t: bigint | undefined;
    /** @type {bigint | undefined} */ sqrt_z: bigint | undefined;
    /** @type {bigint | undefined} */ sqrt_tm1d2: bigint | undefined;
    /**
     * @param {Scalarish} p - odd prime
     * @throws {RangeError} when p is even or too small, or recognisably not a prime
     */
    constructor(p: Scalarish);
    /** Constants of the square root; which of them exist depends on p mod 16. */
    _setSqrt(): void;
    /**
     * The element of an integer, or of hexadecimal digits when b is 16. Any other b gives undefined.
     * @param {any} a - any: whatever `BigInt()` takes
     * @param {number} [b]
     * @returns {bigint}
     */
    e(a: any, b?: number): bigint;
    /** @param {bigint} a @param {bigint} b @returns {bigint} */
    add(a: bigint, b: bigint): bigint;
    /** @param {bigint} a @param {bigint} b @returns {bigint} */
    sub(a: bigint, b: bigint): bigint;
    /** @param {bigint} a @returns {bigint} */
    neg(a: bigint): bigint;
    /** @param {bigint} a @param {bigint} b @returns {bigint} */
    mul(a: bigint, b: bigint): bigint;
    /** @param {bigint} base @param {Scalarish} s - any integer @returns {bigint} */
    mulScalar(base: bigint, s: Scalarish): bigint;
    /** @param {bigint} a @returns {bigint} */
    square(a: bigint): bigint;
    /** @param {bigint} a @param {bigint} b @returns {boolean} */
    eq(a: bigint, b: bigint): boolean;
    /** @param {bigint} a @param {bigint} b @returns {boolean} */
    neq(a: bigint, b: bigint): boolean;
    /** Order around zero: elements above `half` are negative. @param {bigint} a @param {bigint} b @returns {boolean} */
    lt(a: bigint, b: bigint): boolean;
    /** @param {bigint} a @param {bigint} b @returns {boolean} */
    gt(a: bigint, b: bigint): boolean;
    /** @param {bigint} a @param {bigint} b @returns {boolean} */
    leq(a: bigint, b: bigint): boolean;
    /** @param {bigint} a @param {bigint} b @returns {boolean} */
    geq(a: bigint, b: bigint): boolean;
    /** @param {bigint} a @returns {bigint} the representative in [-half, half] */
    _signed(a: bigint): bigint;
    /** @param {bigint} a @param {bigint} b @returns {bigint} @throws {Error} "Division by zero" */
    div(a: bigint, b: bigint): bigint;
    /**
     * Quotient of the two as integers.
     * @param {bigint} a
     * @param {bigint} b
     * @returns {bigint} @throws {Error} "Division by zero"
     */
    idiv(a: bigint, b: bigint): bigint;
    /** @param {bigint} a @returns {bigint} @throws {Error} "Division by zero" */
    inv(a: bigint): bigint;
    /** Remainder of the two as integers. @param {bigint} a @param {bigint} b @returns {bigint} */
    mod(a: bigint, b: bigint): bigint;
    /** @param {bigint} a @param {Scalarish} b - any integer @returns {bigint} */
    pow(a: bigint, b: Scalarish): bigint;
    /**
     * @param {bigint} base
     * @param {Scalarish} e - any integer; a negative one inverts
     * @returns {bigint}
     */
    exp(base: bigint, e: Scalarish): bigint;
    /** @param {bigint} a @param {bigint} b @returns {bigint} */
    band(a: bigint, b: bigint): bigint;
    /** @param {bigint} a @param {bigint} b @returns {bigint} */
    bor(a: bigint, b: bigint): bigint;
    /** @param {bigint} a @param {bigint} b @returns {bigint} */
    bxor(a: bigint, b: bigint): bigint;
    /** @param {bigint} a @returns {bigint} */
    bnot(a: bigint): bigint;
    /** @param {bigint} a - in [0, 2^bitLength) @returns {bigint} */
    _fit(a: bigint): bigint;
    /**
     * Shift left by the integer b; an element b close to p counts as negative and shifts right.
     * @param {bigint} a
     * @param {bigint} b
     * @returns {bigint}
     */
    shl(a: bigint, b: bigint): bigint;
    /**
     * Shift right by the integer b; an element b close to p counts as negative and shifts left.
     * @param {bigint} a
     * @param {bigint} b
     * @returns {bigint}
     */
    shr(a: bigint, b: bigint): bigint;
    /** @param {bigint} a @param {bigint} b @returns {bigint} */
    _shift(a: bigint, b: bigint): bigint;
    /** @param {bigint} a @param {bigint} b @returns {bigint} 1n or 0n */
    land(a: bigint, b: bigint): bigint;
    /** @param {bigint} a @param {bigint} b @returns {bigint} 1n or 0n */
    lor(a: bigint, b: bigint): bigint;
    /** @param {bigint} a @returns {bigint} 1n or 0n */
    lnot(a: bigint): bigint;
    /** @param {bigint} a @returns {bigint | null} the root in [0, half], or null */
    sqrt(a: bigint): bigint | null;
    /** @param {bigint} n @returns {bigint | null} the same as `sqrt` */
    sqrt_old(n: bigint): bigint | null;
    /** @param {any} a - any: whatever `BigInt()` takes @param {number} [b] - ignored @returns {bigint} */
    normalize(a: any, b?: number): bigint;
    /** A uniform element from the host's randomness (bias below 2^-128). @returns {bigint} */
    random(): bigint;
    /**
     * As text, decimal by default; decimal text has a sign, since elements above `half` are negative.
     * @param {bigint} a
     * @param {number} [base]
     * @returns {string}
     */
    toString(a: bigint, base?: number): string;
    /** @param {bigint} a @returns {boolean} */
    isZero(a: bigint): boolean;
    /**
     * A uniform element, for the same stream the same as from the wasm fields:
     * words are drawn until they are below p, and are read as Montgomery form.
     * @param {Rng} rng
     * @returns {bigint}
     */
    fromRng(rng: Rng): bigint;
    /** n8 bytes, little-endian. @param {Uint8Array} buff @param {number} o - offset @param {bigint} e */
    toRprLE(buff: Uint8Array, o: number, e: bigint): void;
    /** n8 bytes, big-endian. @param {Uint8Array} buff @param {number} o - offset @param {bigint} e */
    toRprBE(buff: Uint8Array, o: number, e: bigint): void;
    /** n8 bytes, big-endian Montgomery. @param {Uint8Array} buff @param {number} o - offset @param {bigint} e */
    toRprBEM(buff: Uint8Array, o: number, e: bigint): void;
    /** n8 bytes, little-endian Montgomery. @param {Uint8Array} buff @param {number} o - offset @param {bigint} e */
    toRprLEM(buff: Uint8Array, o: number, e: bigint): void;
    /** The integer of n8 bytes, not reduced. @param {Uint8Array} buff @param {number} [o] @returns {bigint} */
    fromRprLE(buff: Uint8Array, o?: number): bigint;
    /** The integer of n8 bytes, not reduced. @param {Uint8Array} buff @param {number} [o] @returns {bigint} */
    fromRprBE(buff: Uint8Array, o?: number): bigint;
    /** @param {Uint8Array} buff @param {number} [o] @returns {bigint} */
    fromRprLEM(buff: Uint8Array, o?: number): bigint;
    /** @param {Uint8Array} buff @param {number} [o] @returns {bigint} */
    fromRprBEM(buff: Uint8Array, o?: number): bigint;
    /** @param {bigint} a @returns {bigint} the element itself */
    toObject(a: bigint): bigint;
}
export { ZqField as F1Field };
