/**
 * A prime field on BigInt: elements are bigint in [0, p). Public as `F1Field`
 * and `ZqField`, which are the same class. Operations trust their operands to
 * be in range; `e` and `normalize` reduce any integer to it.
 * @module bigint/field
 */
/** @import { Rng, Scalarish } from "./types.js" */
import { checkRange } from "../util/check.js";
import { getRandomBytes } from "../util/random.js";
import { readLE } from "../util/bytes.js";
import { FFT } from "./fft.js";
import { power } from "./ladder.js";
import { bitLength, inverse, mod, pow } from "./modular.js";
import * as Scalar from "./scalar.js";
import { sqrtMod } from "./sqrt.js";

/** The smallest non-residue of a prime is far below this; a square has none. */
const NQR_LIMIT = 10000n;

/**
 * The Jacobi symbol (n / p) by reciprocity: for a prime p what n^((p - 1) / 2) is, without a power.
 * @param {bigint} n - above 0
 * @param {bigint} p - odd
 * @returns {number} 1, -1, or 0 if n and p have a common factor
 */
function jacobi(n, p) {
    let symbol = 1;
    for (n %= p; n !== 0n; [n, p] = [p % n, n]) {
        for (; (n & 1n) === 0n; n >>= 1n) if ((p & 7n) === 3n || (p & 7n) === 5n) symbol = -symbol;
        if ((n & 3n) === 3n && (p & 3n) === 3n) symbol = -symbol;
    }
    return p === 1n ? symbol : 0;
}

/**
 * The modulus may come from a file, so a composite one must not take thousands of powers: there is
 * one power, which shows that most of those are not prime that have a symbol of -1.
 * @param {bigint} p - odd
 * @returns {bigint} the smallest n > 1 with n^((p - 1) / 2) = -1
 */
function smallestNonResidue(p) {
    let n = 2n;
    while (n < NQR_LIMIT && n < p && jacobi(n, p) !== -1) n++;
    checkRange(pow(n, (p - 1n) / 2n, p) === p - 1n, "F1Field", "a prime modulus", p);
    return n;
}

/**
 * @param {bigint} n - not 0
 * @returns {number} the largest s with 2^s dividing n
 */
function twoAdicity(n) {
    let s = 0;
    while (((n >> BigInt(s)) & 1n) === 0n) s++;
    return s;
}

/**
 * w[i], a primitive 2^i-th root of unity, for i up to s.
 * @param {bigint} top - w[s]
 * @param {number} s
 * @param {bigint} p
 * @returns {bigint[]}
 */
export function rootsDown(top, s, p) {
    const w = /** @type {bigint[]} */ (new Array(s + 1));
    w[s] = top;
    for (let i = s; i > 0; i--) w[i - 1] = (w[i] * w[i]) % p;
    return w;
}

/**
 * Text is read as decimal, as everywhere in a field.
 * @param {import("./types.js").Scalarish} e
 * @returns {bigint}
 */
function element(e) {
    const value = BigInt(e);
    checkRange(value >= 0n, "toRpr", "an element >= 0", value);
    return value;
}

/** Integers modulo an odd prime. */
export class ZqField {
    /**
     * @param {Scalarish} p - odd prime
     * @throws {RangeError} when p is even or too small, or recognisably not a prime
     */
    constructor(p) {
        /** @type {"F1"} */
        this.type = "F1";
        this.one = 1n;
        this.zero = 0n;
        /** @type {bigint} the modulus */
        this.p = BigInt(p);
        checkRange(this.p > 2n && (this.p & 1n) === 1n, "F1Field", "an odd prime modulus", this.p);
        /** Degree over the prime field. */
        this.m = 1;
        this.negone = this.p - 1n;
        this.two = 2n % this.p;
        /** The largest element that counts as positive. */
        this.half = this.p >> 1n;
        this.bitLength = bitLength(this.p);
        this.mask = (1n << BigInt(this.bitLength)) - 1n;
        this.n64 = Math.floor((this.bitLength - 1) / 64) + 1;
        this.n32 = this.n64 * 2;
        this.n8 = this.n64 * 8;
        /** The Montgomery factor 2^(64 * n64), and its inverse. */
        this.R = (1n << BigInt(this.n64 * 64)) % this.p;
        this.Ri = inverse(this.R, this.p);
        /** The smallest non-residue. */
        this.nqr = smallestNonResidue(this.p);
        /** 2-adicity of p - 1 = 2^s * t. @type {number} */
        this.s = twoAdicity(this.negone);
        /** Odd part of p - 1. @type {bigint} */
        this.t = this.negone >> BigInt(this.s);
        /** A primitive 2^s-th root of unity. */
        this.nqr_to_t = pow(this.nqr, this.t, this.p);
        this._setSqrt();
        /** w[i] is a primitive 2^i-th root of unity, wi[i] its inverse. */
        this.w = rootsDown(this.nqr_to_t, this.s, this.p);
        this.wi = rootsDown(inverse(this.nqr_to_t, this.p), this.s, this.p);
        /** @type {FFT<bigint>} */
        this.FFT = new FFT(this, this, this.mul.bind(this));
        this.fft = this.FFT.fft.bind(this.FFT);
        this.ifft = this.FFT.ifft.bind(this.FFT);
        /** Generator of the coset that doubles an FFT, nqr^2, and k = nqr^(2^s). */
        this.shift = this.square(this.nqr);
        this.k = pow(this.nqr, 1n << BigInt(this.s), this.p);
    }

    /** Constants of the square root; which of them exist depends on p mod 16. */
    _setSqrt() {
        /** @type {bigint | undefined} */ this.sqrt_q = this.p;
        if (this.s === 1) {
            /** @type {bigint | undefined} */ this.sqrt_e1 = (this.p - 3n) / 4n;
        } else if (this.s > 3) {
            /** @type {number | undefined} */ this.sqrt_s = this.s;
            /** @type {bigint | undefined} */ this.sqrt_t = this.t;
            /** @type {bigint | undefined} */ this.sqrt_z = this.nqr_to_t;
            /** @type {bigint | undefined} */ this.sqrt_tm1d2 = (this.t - 1n) / 2n;
        }
    }

    /**
     * The element of an integer, or of hexadecimal digits when b is 16. Any other b gives
     * undefined.
     * @param {any} a - any: whatever `BigInt()` takes
     * @param {number} [b]
     * @returns {bigint}
     */
    e(a, b) {
        if (b && b !== 16) return /** @type {bigint} */ (/** @type {unknown} */ (undefined));
        return mod(BigInt(b ? `0x${a}` : a), this.p);
    }

    /** @param {bigint} a @param {bigint} b @returns {bigint} */
    add(a, b) {
        const sum = a + b;
        return sum >= this.p ? sum - this.p : sum;
    }

    /** @param {bigint} a @param {bigint} b @returns {bigint} */
    sub(a, b) {
        return a >= b ? a - b : this.p - b + a;
    }

    /** @param {bigint} a @returns {bigint} */
    neg(a) {
        return a ? this.p - a : a;
    }

    /** @param {bigint} a @param {bigint} b @returns {bigint} */
    mul(a, b) {
        return (a * b) % this.p;
    }

    /** @param {bigint} base @param {Scalarish} s - any integer @returns {bigint} */
    mulScalar(base, s) {
        return mod(base * Scalar.e(s), this.p);
    }

    /** @param {bigint} a @returns {bigint} */
    square(a) {
        return (a * a) % this.p;
    }

    /** @param {bigint} a @param {bigint} b @returns {boolean} */
    eq(a, b) {
        return a == b; // eslint-disable-line eqeqeq -- callers compare with numbers
    }

    /** @param {bigint} a @param {bigint} b @returns {boolean} */
    neq(a, b) {
        return a != b; // eslint-disable-line eqeqeq -- callers compare with numbers
    }

    /**
     * Order around zero: elements above `half` are negative.
     * @param {bigint} a
     * @param {bigint} b
     * @returns {boolean}
     */
    lt(a, b) {
        return this._signed(a) < this._signed(b);
    }

    /** @param {bigint} a @param {bigint} b @returns {boolean} */
    gt(a, b) {
        return this._signed(a) > this._signed(b);
    }

    /** @param {bigint} a @param {bigint} b @returns {boolean} */
    leq(a, b) {
        return this._signed(a) <= this._signed(b);
    }

    /** @param {bigint} a @param {bigint} b @returns {boolean} */
    geq(a, b) {
        return this._signed(a) >= this._signed(b);
    }

    /** @param {bigint} a @returns {bigint} the representative in [-half, half] */
    _signed(a) {
        return a > this.half ? a - this.p : a;
    }

    /** @param {bigint} a @param {bigint} b @returns {bigint} @throws {Error} "Division by zero" */
    div(a, b) {
        return this.mul(a, this.inv(b));
    }

    /**
     * Quotient of the two as integers.
     * @param {bigint} a
     * @param {bigint} b
     * @returns {bigint} @throws {Error} "Division by zero"
     */
    idiv(a, b) {
        if (!b) throw new Error("Division by zero");
        return a / b;
    }

    /** @param {bigint} a @returns {bigint} @throws {Error} "Division by zero" */
    inv(a) {
        if (!a || a % this.p === 0n) throw new Error("Division by zero");
        return inverse(a, this.p);
    }

    /** Remainder of the two as integers. @param {bigint} a @param {bigint} b @returns {bigint} */
    mod(a, b) {
        return a % b;
    }

    /** @param {bigint} a @param {Scalarish} b - any integer @returns {bigint} */
    pow(a, b) {
        return this.exp(a, b);
    }

    /**
     * @param {bigint} base
     * @param {Scalarish} e - any integer; a negative one inverts
     * @returns {bigint}
     */
    exp(base, e) {
        return power(this, base, e, "exp");
    }

    /** @param {bigint} a @param {bigint} b @returns {bigint} */
    band(a, b) {
        return this._fit(a & b & this.mask);
    }

    /** @param {bigint} a @param {bigint} b @returns {bigint} */
    bor(a, b) {
        return this._fit((a | b) & this.mask);
    }

    /** @param {bigint} a @param {bigint} b @returns {bigint} */
    bxor(a, b) {
        return this._fit((a ^ b) & this.mask);
    }

    /** @param {bigint} a @returns {bigint} */
    bnot(a) {
        return this._fit(a ^ this.mask);
    }

    /** @param {bigint} a - in [0, 2^bitLength) @returns {bigint} */
    _fit(a) {
        return a >= this.p ? a - this.p : a;
    }

    /**
     * Shift left by the integer b; an element b close to p counts as negative and shifts right.
     * @param {bigint} a
     * @param {bigint} b
     * @returns {bigint}
     */
    shl(a, b) {
        if (b < this.bitLength) return this._shift(a, b);
        const back = this.p - b;
        return back < this.bitLength ? a >> back : 0n;
    }

    /**
     * Shift right by the integer b; an element b close to p counts as negative and shifts left.
     * @param {bigint} a
     * @param {bigint} b
     * @returns {bigint}
     */
    shr(a, b) {
        if (b < this.bitLength) return a >> b;
        const back = this.p - b;
        return back < this.bitLength ? this._shift(a, back) : 0n;
    }

    /** @param {bigint} a @param {bigint} b @returns {bigint} */
    _shift(a, b) {
        return this._fit((a << b) & this.mask);
    }

    /** @param {bigint} a @param {bigint} b @returns {bigint} 1n or 0n */
    land(a, b) {
        return a && b ? 1n : 0n;
    }

    /** @param {bigint} a @param {bigint} b @returns {bigint} 1n or 0n */
    lor(a, b) {
        return a || b ? 1n : 0n;
    }

    /** @param {bigint} a @returns {bigint} 1n or 0n */
    lnot(a) {
        return a ? 0n : 1n;
    }

    /** @param {bigint} a @returns {bigint | null} the root in [0, half], or null */
    sqrt(a) {
        const root = sqrtMod(mod(a, this.p), this);
        return root !== null && root > this.half ? this.p - root : root;
    }

    /** @param {bigint} n @returns {bigint | null} the same as `sqrt` */
    sqrt_old(n) {
        return this.sqrt(n);
    }

    /**
     * @param {any} a - any: whatever `BigInt()` takes
     * @param {number} [b] - ignored
     * @returns {bigint}
     */
    normalize(a, b) { // eslint-disable-line no-unused-vars -- part of the signature
        return mod(BigInt(a), this.p);
    }

    /** A uniform element from the host's randomness (bias below 2^-128). @returns {bigint} */
    random() {
        return readLE(getRandomBytes(this.n8 + 16)) % this.p;
    }

    /**
     * As text, decimal by default; decimal text has a sign, since elements above `half` are
     * negative.
     * @param {bigint} a
     * @param {number} [base]
     * @returns {string}
     */
    toString(a, base) {
        const radix = base || 10;
        return a > this.half && radix === 10 ? `-${(this.p - a).toString(radix)}` : a.toString(radix);
    }

    /** @param {bigint} a @returns {boolean} */
    isZero(a) {
        return a == 0n; // eslint-disable-line eqeqeq -- callers pass numbers and text
    }

    /**
     * A uniform element, for the same stream the same as from the wasm fields:
     * words are drawn until they are below p, and are read as Montgomery form.
     * @param {Rng} rng
     * @returns {bigint}
     */
    fromRng(rng) {
        let v;
        do {
            v = 0n;
            for (let i = 0; i < this.n64; i++) v += rng.nextU64() << BigInt(64 * i);
            v &= this.mask;
        } while (v >= this.p);
        return (v * this.Ri) % this.p;
    }

    /**
     * n8 bytes, little-endian.
     * @param {Uint8Array} buff
     * @param {number} o - offset
     * @param {bigint} e
     */
    toRprLE(buff, o, e) {
        Scalar.toRprLE(buff, o, element(e), this.n8);
    }

    /**
     * n8 bytes, big-endian.
     * @param {Uint8Array} buff
     * @param {number} o - offset
     * @param {bigint} e
     */
    toRprBE(buff, o, e) {
        Scalar.toRprBE(buff, o, element(e), this.n8);
    }

    /**
     * n8 bytes, big-endian Montgomery.
     * @param {Uint8Array} buff
     * @param {number} o - offset
     * @param {bigint} e
     */
    toRprBEM(buff, o, e) {
        this.toRprBE(buff, o, this.mul(this.R, e));
    }

    /**
     * n8 bytes, little-endian Montgomery.
     * @param {Uint8Array} buff
     * @param {number} o - offset
     * @param {bigint} e
     */
    toRprLEM(buff, o, e) {
        this.toRprLE(buff, o, this.mul(this.R, e));
    }

    /**
     * The integer of n8 bytes, not reduced.
     * @param {Uint8Array} buff
     * @param {number} [o]
     * @returns {bigint}
     */
    fromRprLE(buff, o) {
        return Scalar.fromRprLE(buff, o, this.n8);
    }

    /**
     * The integer of n8 bytes, not reduced.
     * @param {Uint8Array} buff
     * @param {number} [o]
     * @returns {bigint}
     */
    fromRprBE(buff, o) {
        return Scalar.fromRprBE(buff, o, this.n8);
    }

    /** @param {Uint8Array} buff @param {number} [o] @returns {bigint} */
    fromRprLEM(buff, o) {
        return this.mul(this.fromRprLE(buff, o), this.Ri);
    }

    /** @param {Uint8Array} buff @param {number} [o] @returns {bigint} */
    fromRprBEM(buff, o) {
        return this.mul(this.fromRprBE(buff, o), this.Ri);
    }

    /** @param {bigint} a @returns {bigint} the element itself */
    toObject(a) {
        return a;
    }
}

export { ZqField as F1Field };
