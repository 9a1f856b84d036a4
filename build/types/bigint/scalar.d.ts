export type Scalarish = bigint | number | string;
/** @typedef {bigint | number | string} Scalarish - what `BigInt()` turns into an integer */
export declare const zero = 0n;
export declare const one = 1n;
/**
 * The integer that `s` represents. Radix 10 also reads `0x` text; radix 16 reads
 * hexadecimal text with or without `0x`; any other radix gives undefined.
 * @param {Scalarish} s
 * @param {number} [radix]
 * @returns {bigint}
 */
export declare function fromString(s: Scalarish, radix?: number): bigint;
export { fromString as e };
/**
 * @param {ArrayLike<Scalarish>} digits - most significant first
 * @param {Scalarish} radix
 * @returns {bigint}
 */
export declare function fromArray(digits: ArrayLike<Scalarish>, radix: Scalarish): bigint;
/**
 * The digits of `s`, most significant first; none for zero.
 * @param {Scalarish} s
 * @param {Scalarish} radix - at least 2, or at most -2: with any other the digits would never end
 * @returns {number[]}
 */
export declare function toArray(s: Scalarish, radix: Scalarish): number[];
/**
 * Bits of an integer >= 0. Text is read as hexadecimal digits, as ffjavascript does.
 * @param {Scalarish} a
 * @returns {number} NaN for anything that does not begin with a digit, such as a negative number
 */
export declare function bitLength(a: Scalarish): number;
/** @param {Scalarish} a @returns {boolean} */
export declare const isNegative: (a: Scalarish) => boolean;
/** True for 0n, 0 and other falsy values, but not for the text `"0"`. @param {Scalarish} a @returns {boolean} */
export declare const isZero: (a: Scalarish) => boolean;
/** @param {Scalarish} s @param {Scalarish} n - bits @returns {bigint} s * 2^n, rounded down */
export declare const shiftLeft: (s: Scalarish, n: Scalarish) => bigint;
/** @param {Scalarish} s @param {Scalarish} n - bits @returns {bigint} s / 2^n, rounded down */
export declare const shiftRight: (s: Scalarish, n: Scalarish) => bigint;
export { shiftLeft as shl, shiftRight as shr };
/** @param {Scalarish} a @returns {boolean} */
export declare const isOdd: (a: Scalarish) => boolean;
/**
 * Non-adjacent form: digits -1, 0, 1, least significant first.
 * @param {Scalarish} n
 * @returns {number[]}
 */
export declare function naf(n: Scalarish): number[];
/**
 * Binary digits, least significant first.
 * @param {Scalarish} n - n >= 0
 * @returns {number[]}
 */
export declare function bits(n: Scalarish): number[];
/**
 * @param {Scalarish} s
 * @returns {number} NaN if it is not a number
 * @throws {Error} above the safe integers of a number
 */
export declare function toNumber(s: Scalarish): number;
/** @param {Scalarish} a @param {Scalarish} b @returns {bigint} */
export declare const add: (a: Scalarish, b: Scalarish) => bigint;
/** @param {Scalarish} a @param {Scalarish} b @returns {bigint} */
export declare const sub: (a: Scalarish, b: Scalarish) => bigint;
/** @param {Scalarish} a @returns {bigint} */
export declare const neg: (a: Scalarish) => bigint;
/** @param {Scalarish} a @param {Scalarish} b @returns {bigint} */
export declare const mul: (a: Scalarish, b: Scalarish) => bigint;
/** @param {Scalarish} a @returns {bigint} */
export declare const square: (a: Scalarish) => bigint;
/** @param {Scalarish} a @param {Scalarish} b - exponent >= 0 @returns {bigint} */
export declare const pow: (a: Scalarish, b: Scalarish) => bigint;
/** @param {Scalarish} a @param {Scalarish} b - exponent >= 0 @returns {bigint} */
export declare const exp: (a: Scalarish, b: Scalarish) => bigint;
/** @param {Scalarish} a @returns {bigint} */
export declare const abs: (a: Scalarish) => bigint;
/** @param {Scalarish} a @param {Scalarish} b @returns {bigint} the quotient, towards zero */
export declare const div: (a: Scalarish, b: Scalarish) => bigint;
/** @param {Scalarish} a @param {Scalarish} b @returns {bigint} the remainder, with the sign of a */
export declare const mod: (a: Scalarish, b: Scalarish) => bigint;
/** @param {Scalarish} a @param {Scalarish} b @returns {boolean} */
export declare const eq: (a: Scalarish, b: Scalarish) => boolean;
/** @param {Scalarish} a @param {Scalarish} b @returns {boolean} */
export declare const neq: (a: Scalarish, b: Scalarish) => boolean;
/** @param {Scalarish} a @param {Scalarish} b @returns {boolean} */
export declare const lt: (a: Scalarish, b: Scalarish) => boolean;
/** @param {Scalarish} a @param {Scalarish} b @returns {boolean} */
export declare const gt: (a: Scalarish, b: Scalarish) => boolean;
/** @param {Scalarish} a @param {Scalarish} b @returns {boolean} */
export declare const leq: (a: Scalarish, b: Scalarish) => boolean;
/** @param {Scalarish} a @param {Scalarish} b @returns {boolean} */
export declare const geq: (a: Scalarish, b: Scalarish) => boolean;
/** @param {Scalarish} a @param {Scalarish} b @returns {bigint} */
export declare const band: (a: Scalarish, b: Scalarish) => bigint;
/** @param {Scalarish} a @param {Scalarish} b @returns {bigint} */
export declare const bor: (a: Scalarish, b: Scalarish) => bigint;
/** @param {Scalarish} a @param {Scalarish} b @returns {bigint} */
export declare const bxor: (a: Scalarish, b: Scalarish) => bigint;
/** Logical and, like `&&`. @param {Scalarish} a @param {Scalarish} b @returns {bigint} one of the operands */
export declare const land: (a: Scalarish, b: Scalarish) => bigint;
/** Logical or, like `||`. @param {Scalarish} a @param {Scalarish} b @returns {bigint} one of the operands */
export declare const lor: (a: Scalarish, b: Scalarish) => bigint;
/** @param {Scalarish} a @returns {boolean} */
export declare const lnot: (a: Scalarish) => boolean;
/**
 * Writes all `n8` bytes, least significant first. Bits that do not fit are dropped, as ffjavascript does.
 * @param {ArrayBufferView} buff
 * @param {number} o - offset
 * @param {Scalarish} s - s >= 0
 * @param {number} n8 - bytes
 */
export declare function toRprLE(buff: ArrayBufferView, o: number, s: Scalarish, n8: number): void;
/**
 * Writes all `n8` bytes, most significant first.
 * @param {ArrayBufferView} buff
 * @param {number} o - offset
 * @param {Scalarish} s - in [0, 2^(8 * n8))
 * @param {number} n8 - bytes
 */
export declare function toRprBE(buff: ArrayBufferView, o: number, s: Scalarish, n8: number): void;
/**
 * @param {ArrayBufferView} buff - least significant byte first
 * @param {number} [o] - offset
 * @param {number} [n8] - bytes; absent or 0 means as many as the buffer has
 * @returns {bigint}
 */
export declare const fromRprLE: (buff: ArrayBufferView, o?: number, n8?: number) => bigint;
/**
 * @param {ArrayBufferView} buff - most significant byte first
 * @param {number} [o] - offset
 * @param {number} [n8] - bytes; absent or 0 means as many as the buffer has
 * @returns {bigint}
 */
export declare const fromRprBE: (buff: ArrayBufferView, o?: number, n8?: number) => bigint;
/**
 * @param {Scalarish} a
 * @param {number} [radix]
 * @returns {string}
 */
export declare const toString: (a: Scalarish, radix?: number) => string;
/**
 * The little-endian bytes of `a`, as many as its hexadecimal text needs; none for zero and negative numbers.
 * @param {Scalarish} a - a >= 0
 * @returns {Uint8Array}
 */
export declare function toLEBuff(a: Scalarish): Uint8Array;
