/**
 * Integers without a modulus, as a namespace of functions. Every function takes
 * whatever `BigInt()` takes (bigint, number, decimal or 0x text), and returns a
 * bigint. Other values are accepted where ffjavascript accepts them, with the
 * same result, so that a check made with ffturbo never passes where the same
 * check made with ffjavascript fails.
 * @module bigint/scalar
 */
import { readBE, readLE, writeBE, writeLE } from "../util/bytes.js";
import { checkRange, checkType } from "../util/check.js";

/** @typedef {bigint | number | string} Scalarish - what `BigInt()` turns into an integer */

// exported by name: of constants that are declared so, TypeScript writes a path in declarations of CommonJS
/** @type {bigint} */ const zero = 0n;
/** @type {bigint} */ const one = 1n;
export { one, zero };

/**
 * The integer that `s` represents. Radix 10 also reads `0x` text; radix 16 reads
 * hexadecimal text with or without `0x`; any other radix gives undefined.
 * @param {Scalarish} s
 * @param {number} [radix]
 * @returns {bigint}
 */
export function fromString(s, radix) {
    const base = radix ? Number(radix) : 10;
    if (base === 10) return BigInt(s);
    if (base !== 16) return /** @type {bigint} */ (/** @type {unknown} */ (undefined));
    // any: a list of one text passes for it, as in ffjavascript
    const text = /** @type {any} */ (s);
    checkType(typeof text?.slice === "function", "Scalar.e", "hexadecimal text", s);
    return BigInt(String(text.slice(0, 2)) === "0x" ? text : `0x${text}`);
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
 * @param {Scalarish} radix - at least 2, or at most -2: with any other the digits would never end
 * @returns {number[]}
 */
export function toArray(s, radix) {
    const base = BigInt(radix);
    const value = BigInt(s);
    checkRange(value === zero || base > 1n || base < -1n, "Scalar.toArray", "a radix of 2 or more", radix);
    const digits = [];
    for (let rest = value; rest !== zero; rest /= base) digits.push(Number(rest % base));
    return digits.reverse();
}

/**
 * Bits of an integer >= 0. Text is read as hexadecimal digits, as ffjavascript does.
 * @param {Scalarish} a
 * @returns {number} NaN for anything that does not begin with a digit, such as a negative number
 */
export function bitLength(a) {
    const hex = a.toString(16);
    const first = parseInt(hex[0], 16);
    return (hex.length - 1) * 4 + (Number.isNaN(first) ? NaN : 32 - Math.clz32(first));
}

/** @param {Scalarish} a @returns {boolean} */
export const isNegative = (a) => BigInt(a) < zero;

/**
 * True for 0n, 0 and other falsy values, but not for the text `"0"`.
 * @param {Scalarish} a
 * @returns {boolean}
 */
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
 * @returns {number} NaN if it is not a number
 * @throws {Error} above the safe integers of a number
 */
export function toNumber(s) {
    if (/** @type {bigint} */ (s) > BigInt(Number.MAX_SAFE_INTEGER))
        throw new Error("Scalar.toNumber: Number too big: expected at most 53 bits, got more");
    return Number(s);
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

/**
 * Logical and, like `&&`.
 * @param {Scalarish} a
 * @param {Scalarish} b
 * @returns {bigint} one of the operands
 */
export const land = (a, b) => BigInt(a) && BigInt(b);

/**
 * Logical or, like `||`.
 * @param {Scalarish} a
 * @param {Scalarish} b
 * @returns {bigint} one of the operands
 */
export const lor = (a, b) => BigInt(a) || BigInt(b);

/** @param {Scalarish} a @returns {boolean} */
export const lnot = (a) => !BigInt(a);

/** How many digits are read at a time where text is written as it is. */
const GROUP = 8;

/** @param {Scalarish} s @returns {s is bigint} whether it can only mean one integer */
const isPlain = (s) => typeof s === "bigint" && s >= zero;

/**
 * What ffjavascript writes for anything but an integer >= 0: its hexadecimal text (for a string the
 * string itself, so that "12" is 18), eight characters at a time from the end, each group up to its
 * first character that is not a digit. So " 5", "+5" and "-5" are written as 0, and a verifier
 * never takes them for a signal that a prover meant.
 * @param {Scalarish} s
 * @param {string} where
 * @returns {{ value: bigint, length: number }} length: bytes
 */
function readGroups(s, where) {
    checkType(s !== null && s !== undefined, where, "a scalar", s);
    const text = `0000000${s.toString(16)}`;
    const groups = Math.floor(text.length / GROUP);
    let value = zero;
    for (let at = text.length - groups * GROUP; at < text.length; at += GROUP) {
        value = (value << 32n) | BigInt.asUintN(32, BigInt(parseInt(text.slice(at, at + GROUP), 16) || 0));
    }
    return { value, length: 4 * groups };
}

/**
 * The part of `s` that is written into n8 bytes: whole words as text, the rest as an integer.
 * @param {Scalarish} s
 * @param {number} n8
 */
function littleEndian(s, n8) {
    if (isPlain(s)) return BigInt.asUintN(8 * n8, s);
    const words = 8 * (n8 - (n8 % 4));
    const low = BigInt.asUintN(words, readGroups(s, "Scalar.toRprLE").value);
    return words === 8 * n8 ? low : low | ((BigInt.asUintN(8 * n8, BigInt(s)) >> BigInt(words)) << BigInt(words));
}

/**
 * Writes all `n8` bytes, least significant first. Bits that do not fit are dropped, as ffjavascript
 * does.
 * @param {ArrayBufferView} buff
 * @param {number} o - offset
 * @param {Scalarish} s - s >= 0
 * @param {number} n8 - bytes
 */
export function toRprLE(buff, o, s, n8) {
    checkRange(Number.isSafeInteger(n8) && n8 >= 0, "Scalar.toRprLE", "a length in bytes", n8);
    writeLE(buff, o ?? 0, littleEndian(s, n8), n8, "Scalar.toRprLE");
}

/**
 * Writes all `n8` bytes, most significant first.
 * @param {ArrayBufferView} buff
 * @param {number} o - offset
 * @param {Scalarish} s - in [0, 2^(8 * n8))
 * @param {number} n8 - bytes
 */
export function toRprBE(buff, o, s, n8) {
    const { value, length } = isPlain(s)
        ? { value: s, length: Math.ceil(bitLength(s) / 8) }
        : readGroups(s, "Scalar.toRprBE");
    checkRange(length <= n8, "Scalar.toRprBE", `a scalar of at most ${n8} bytes`, s);
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
 * The little-endian bytes of `a`, as many as its hexadecimal text needs; none for zero and negative
 * numbers.
 * @param {Scalarish} a - a >= 0
 * @returns {Uint8Array}
 */
export function toLEBuff(a) {
    const bytes = new Uint8Array(Math.ceil(bitLength(a) / 8) || 0);
    toRprLE(bytes, 0, a, bytes.length);
    return bytes;
}
