/**
 * The SIMD words that lane kernels are written in. Strings in, strings out.
 * @module scripts/wasm/lane/words
 */

/** @typedef {(a: string, b: string) => string} Binary */

/** @type {Binary} */ export const fadd = (a, b) => `(f64x2.add ${a} ${b})`;
/** @type {Binary} */ export const fsub = (a, b) => `(f64x2.sub ${a} ${b})`;
/** @type {Binary} */ export const fmul = (a, b) => `(f64x2.mul ${a} ${b})`;
/** @type {Binary} */ export const ladd = (a, b) => `(i64x2.add ${a} ${b})`;
/** @type {Binary} */ export const lsub = (a, b) => `(i64x2.sub ${a} ${b})`;
/** @type {Binary} */ export const and = (a, b) => `(v128.and ${a} ${b})`;
/** @type {Binary} */ export const or = (a, b) => `(v128.or ${a} ${b})`;

/**
 * a * b + c with one rounding, where the tier was admitted by the run-time check of fusion.
 * @param {string} a
 * @param {string} b
 * @param {string} c
 */
export const fma = (a, b, c) => `(f64x2.relaxed_madd ${a} ${b} ${c})`;

/** c - a * b, likewise. @type {(a: string, b: string, c: string) => string} */
export const nmadd = (a, b, c) => `(f64x2.relaxed_nmadd ${a} ${b} ${c})`;

/**
 * @param {string} a
 * @param {number | string} bits - a number or an i32 expression
 */
export const shr = (a, bits) => `(i64x2.shr_u ${a} ${typeof bits === "number" ? `(i32.const ${bits})` : bits})`;

/**
 * @param {string} a
 * @param {number | string} bits
 */
export const shl = (a, bits) => `(i64x2.shl ${a} ${typeof bits === "number" ? `(i32.const ${bits})` : bits})`;

/** @param {bigint} word - of 64 bits, signed or not; both lanes get it */
export const v64 = (word) => `(v128.const i64x2 ${BigInt.asIntN(64, word)} ${BigInt.asIntN(64, word)})`;

export const ZERO = v64(0n);

/**
 * 32-bit lanes `l` of two vectors (0..3 of a, 4..7 of b), as one vector.
 * @param {number[]} l
 * @param {string} a
 * @param {string} b
 */
export const lanes32 = (l, a, b) =>
    `(i8x16.shuffle ${l.flatMap((k) => [4 * k, 4 * k + 1, 4 * k + 2, 4 * k + 3]).join(" ")} ${a} ${b})`;

/** (a0, b0): the first 64-bit lanes. @type {Binary} */
export const firsts = (a, b) => lanes32([0, 1, 4, 5], a, b);

/** (a1, b1): the second 64-bit lanes. @type {Binary} */
export const seconds = (a, b) => lanes32([2, 3, 6, 7], a, b);

/** 64-bit pattern of a double. @param {number} value */
export function f64Bits(value) {
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, value);
    return view.getBigUint64(0);
}

/** Words of 64 bits as they lie in memory. @param {bigint[]} words */
export const bytesOf64 = (words) => new Uint8Array(new BigUint64Array(words).buffer);

/** Words of 32 bits, signed or not, likewise. @param {readonly bigint[]} words */
export const bytesOf32 = (words) =>
    new Uint8Array(new Int32Array(words.map((x) => Number(BigInt.asIntN(32, x)))).buffer);
