/**
 * Integers without a modulus, as a namespace of functions. Every function takes
 * whatever `BigInt()` takes (bigint, number, decimal or 0x text), and gives a
 * bigint back.
 * @module bigint/scalar
 */
import { readBE, readLE, writeBE, writeLE } from "../util/bytes.js";
import { checkRange, checkType } from "../util/check.js";
import * as modular from "./modular.js";

/** @typedef {bigint | number | string} Scalarish - what `BigInt()` turns into an integer */

export const zero = 0n;
export const one = 1n;

/**
 * The integer that `s` stands for. Radix 10 also reads `0x` text; radix 16 reads
 * hexadecimal text with or without `0x`; any other radix gives undefined.
 * @param {Scalarish} s
 * @param {number} [radix]
 * @returns {bigint}
 */
export function fromString(s, radix) {
    if (!radix || radix === 10) return BigInt(s);
    if (radix !== 16) return /** @type {bigint} */ (/** @type {unknown} */ (undefined));
    checkType(typeof s === "string", "Scalar.e", "hexadecimal text", s);
    return BigInt(/** @type {string} */ (s).startsWith("0x") ? s : `0x${s}`);
}

export { fromString as e };

/**
 * @param {ArrayLike<Scalarish>} digits - most significant first
 * @param {Scalarish} radix
 * @returns {bigint}
 */
export function fromArray(digits, radix) {
    const base = BigInt(radix);
    let value = zero;
    for (let i = 0; i < digits.length; i++) value = value * base + BigInt(digits[i]);
    return value;
}

/**
 * The digits of `s`, most significant first; none for zero.
 * @param {Scalarish} s
 * @param {Scalarish} radix - at least 2
 * @returns {number[]}
 */
export function toArray(s, radix) {
    const base = BigInt(radix);
    checkRange(base > 1n, "Scalar.toArray", "a radix of 2 or more", radix);
    const digits = [];
    for (let rest = BigInt(s); rest !== zero; rest /= base) digits.push(Number(rest % base));
    return digits.reverse();
}

/**
 * Bits of the magnitude. Text is read as hexadecimal digits, as ffjavascript does.
 * @param {Scalarish} a
 * @returns {number}
 */
export function bitLength(a) {
    const hex = a.toString(16).replace("-", "");
    return (hex.length - 1) * 4 + modular.bitLength(BigInt(`0x${hex[0]}`));
}

/** @param {Scalarish} a @returns {boolean} */
export const isNegative = (a) => BigInt(a) < zero;

/** True for 0n, 0 and other falsy values; `"0"` is text and not zero. @param {Scalarish} a @returns {boolean} */
export const isZero = (a) => !a;

/** @param {Scalarish} s @param {Scalarish} n - bits @returns {bigint} s * 2^n, rounded down */
export const shiftLeft = (s, n) => BigInt(s) << BigInt(n);

/** @param {Scalarish} s @param {Scalarish} n - bits @returns {bigint} s / 2^n, rounded down */
export const shiftRight = (s, n) => BigInt(s) >> BigInt(n);

export { shiftLeft as shl, shiftRight as shr };

/** @param {Scalarish} a @returns {boolean} */
export const isOdd = (a) => (BigInt(a) & one) === one;

/**
 * Non-adjacent form: digits -1, 0, 1, least significant first.
 * @param {Scalarish} n
 * @returns {number[]}
 */
export function naf(n) {
    const digits = [];
    for (let rest = BigInt(n); rest !== zero; rest >>= one) {
        const digit = rest & one ? 2 - Number(BigInt.asUintN(2, rest)) : 0;
        digits.push(digit);
        rest -= BigInt(digit);
    }
    return digits;
}

/**
 * Binary digits, least significant first.
 * @param {Scalarish} n - n >= 0
 * @returns {number[]}
 */
export function bits(n) {
    const value = BigInt(n);
    checkRange(value >= zero, "Scalar.bits", "a scalar >= 0", value);
    return value === zero ? [] : Array.from(value.toString(2), Number).reverse();
}

/**
 * @param {Scalarish} s
 * @returns {number}
 * @throws {Error} outside of the safe integers of a number
 */
export function toNumber(s) {
    const value = BigInt(s);
    if (value > BigInt(Number.MAX_SAFE_INTEGER) || value < BigInt(Number.MIN_SAFE_INTEGER)) {
        throw new Error(`Scalar.toNumber: Number too big: expected at most 53 bits, got ${bitLength(value)}`);
    }
    return Number(value);
}

/** @param {Scalarish} a @param {Scalarish} b @returns {bigint} */
export const add = (a, b) => BigInt(a) + BigInt(b);

/** @param {Scalarish} a @param {Scalarish} b @returns {bigint} */
export const sub = (a, b) => BigInt(a) - BigInt(b);

/** @param {Scalarish} a @returns {bigint} */
export const neg = (a) => -BigInt(a);

/** @param {Scalarish} a @param {Scalarish} b @returns {bigint} */
export const mul = (a, b) => BigInt(a) * BigInt(b);

/** @param {Scalarish} a @returns {bigint} */
export const square = (a) => BigInt(a) * BigInt(a);

/** @param {Scalarish} a @param {Scalarish} b - exponent >= 0 @returns {bigint} */
export const pow = (a, b) => BigInt(a) ** BigInt(b);

/** @param {Scalarish} a @param {Scalarish} b - exponent >= 0 @returns {bigint} */
export const exp = (a, b) => BigInt(a) ** BigInt(b);

/** @param {Scalarish} a @returns {bigint} */
export const abs = (a) => (BigInt(a) < zero ? -BigInt(a) : BigInt(a));

/** @param {Scalarish} a @param {Scalarish} b @returns {bigint} the quotient, towards zero */
export const div = (a, b) => BigInt(a) / BigInt(b);

/** @param {Scalarish} a @param {Scalarish} b @returns {bigint} the remainder, with the sign of a */
export const mod = (a, b) => BigInt(a) % BigInt(b);

/** @param {Scalarish} a @param {Scalarish} b @returns {boolean} */
export const eq = (a, b) => BigInt(a) === BigInt(b);

/** @param {Scalarish} a @param {Scalarish} b @returns {boolean} */
export const neq = (a, b) => BigInt(a) !== BigInt(b);

/** @param {Scalarish} a @param {Scalarish} b @returns {boolean} */
export const lt = (a, b) => BigInt(a) < BigInt(b);

/** @param {Scalarish} a @param {Scalarish} b @returns {boolean} */
export const gt = (a, b) => BigInt(a) > BigInt(b);

/** @param {Scalarish} a @param {Scalarish} b @returns {boolean} */
export const leq = (a, b) => BigInt(a) <= BigInt(b);

/** @param {Scalarish} a @param {Scalarish} b @returns {boolean} */
export const geq = (a, b) => BigInt(a) >= BigInt(b);

/** @param {Scalarish} a @param {Scalarish} b @returns {bigint} */
export const band = (a, b) => BigInt(a) & BigInt(b);

/** @param {Scalarish} a @param {Scalarish} b @returns {bigint} */
export const bor = (a, b) => BigInt(a) | BigInt(b);

/** @param {Scalarish} a @param {Scalarish} b @returns {bigint} */
export const bxor = (a, b) => BigInt(a) ^ BigInt(b);

/** Logical and, in the way of `&&`. @param {Scalarish} a @param {Scalarish} b @returns {bigint} one of the operands */
export const land = (a, b) => BigInt(a) && BigInt(b);

/** Logical or, in the way of `||`. @param {Scalarish} a @param {Scalarish} b @returns {bigint} one of the operands */
export const lor = (a, b) => BigInt(a) || BigInt(b);

/** @param {Scalarish} a @returns {boolean} */
export const lnot = (a) => !BigInt(a);

/**
 * Writes all `n8` bytes, least significant first. Bits that do not fit are dropped, as ffjavascript does.
 * @param {ArrayBufferView} buff
 * @param {number} o - offset
 * @param {Scalarish} s - s >= 0
 * @param {number} n8 - bytes
 */
export function toRprLE(buff, o, s, n8) {
    const value = BigInt(s);
    checkRange(value >= zero, "Scalar.toRprLE", "a scalar >= 0", value);
    writeLE(buff, o ?? 0, BigInt.asUintN(8 * n8, value), n8, "Scalar.toRprLE");
}

/**
 * Writes all `n8` bytes, most significant first.
 * @param {ArrayBufferView} buff
 * @param {number} o - offset
 * @param {Scalarish} s - in [0, 2^(8 * n8))
 * @param {number} n8 - bytes
 */
export function toRprBE(buff, o, s, n8) {
    const value = BigInt(s);
    checkRange(value >= zero && bitLength(value) <= 8 * n8, "Scalar.toRprBE", `a scalar of at most ${n8} bytes`, value);
    writeBE(buff, o ?? 0, value, n8, "Scalar.toRprBE");
}

/**
 * @param {ArrayBufferView} buff - least significant byte first
 * @param {number} [o] - offset
 * @param {number} [n8] - bytes; absent or 0 means as many as the buffer has
 * @returns {bigint}
 */
export const fromRprLE = (buff, o, n8) => readLE(buff, o || 0, n8 || buff.byteLength, "Scalar.fromRprLE");

/**
 * @param {ArrayBufferView} buff - most significant byte first
 * @param {number} [o] - offset
 * @param {number} [n8] - bytes; absent or 0 means as many as the buffer has
 * @returns {bigint}
 */
export const fromRprBE = (buff, o, n8) => readBE(buff, o || 0, n8 || buff.byteLength, "Scalar.fromRprBE");

/**
 * @param {Scalarish} a
 * @param {number} [radix]
 * @returns {string}
 */
export const toString = (a, radix) => a.toString(radix);

/**
 * The shortest little-endian bytes of `a`; none for zero.
 * @param {Scalarish} a - a >= 0
 * @returns {Uint8Array}
 */
export function toLEBuff(a) {
    const value = BigInt(a);
    const bytes = new Uint8Array(Math.ceil(bitLength(value) / 8));
    toRprLE(bytes, 0, value, bytes.length);
    return bytes;
}
