/**
 * The words that kernels for circom's elements share. An element is 40 bytes: an i32 value, i32
 * flags, four i64 words.
 *
 * | flags | what |
 * |---|---|
 * | 0 | short: the signed value stands for itself mod p |
 * | MONT | short, and the words hold its Montgomery form |
 * | LONG | normal: the words hold the canonical value |
 * | LONG + MONT | the words hold its Montgomery form |
 * @module scripts/wasm/circom/element
 */
import { at, get, i32, i64, set, when } from "../wat.js";
import { range, storeWord } from "../field/words.js";

const LONG = 0x80000000, MONT = 0x40000000;

/** Bytes of an element, and where its words begin. */
export const ELEMENT = 40, WORDS = 8;

/** @param {string} x - local that holds the address of an element */
export const flags = (x) => `(i32.load offset=4 ${get(x)})`;

/** @param {string} x */
export const value = (x) => `(i32.load ${get(x)})`;

/** The short value as i64. @param {string} x */
export const wide = (x) => `(i64.load32_s ${get(x)})`;

/** @param {string} x @param {number} j */
export const word = (x, j) => `(i64.load offset=${WORDS + 8 * j} ${get(x)})`;

/** @param {string} x */
export const words = (x) => at(get(x), WORDS);

/** @param {string} x */
export const isShort = (x) => `(i32.ge_s ${flags(x)} ${i32(0)})`;

/** @param {string} x */
export const isLong = (x) => `(i32.lt_s ${flags(x)} ${i32(0)})`;

/** Not zero when the words hold the Montgomery form. @param {string} x */
export const isMont = (x) => `(i32.and ${flags(x)} ${i32(MONT)})`;

/** @param {string} a @param {string} [b] */
export const and = (a, b) => (b === undefined ? a : `(i32.and ${a} ${b})`);

/** @param {string} a @param {string} b */
export const bothShort = (a, b) => `(i32.ge_s (i32.or ${flags(a)} ${flags(b)}) ${i32(0)})`;

/** @param {string} a @param {string} b */
export const bothLong = (a, b) => `(i32.lt_s ${and(flags(a), flags(b))} ${i32(0)})`;

/** Short, and not negative. @param {string} x */
export const isCount = (x) => and(isShort(x), `(i32.ge_s ${value(x)} ${i32(0)})`);

/**
 * Both short and not negative: flags and values in one test of their sign bits.
 * @param {string} a
 * @param {string} b
 */
export const bothCounts = (a, b) =>
    `(i64.ge_s (i64.or (i64.or (i64.load ${get(a)}) (i64.load ${get(b)})) (i64.shl (i64.or ${wide(a)} ${wide(b)}) ${i64(32)})) ${i64(0)})`;

/** Makes r short. @param {string} r @param {string} v - i32 */
export const putShort = (r, v) => `(i64.store ${get(r)} (i64.extend_i32_u ${v}))`;

/** @param {string} r @param {"normal" | "montgomery"} form */
export const mark = (r, form) => `(i32.store offset=4 ${get(r)} ${i32(form === "normal" ? LONG : LONG + MONT)})`;

/**
 * Marks r long, in the form of the flag `mont`: MONT or 0.
 * @param {string} r
 * @param {string} mont - i32
 */
export const markAs = (r, mont) => `(i32.store offset=4 ${get(r)} (i32.or ${i32(LONG)} ${mont}))`;

/** r = the i64 local `v`, short where it fits. @param {string} r @param {string} v */
export const putSigned = (r, v) =>
    when(`(i64.eq ${get(v)} (i64.extend_i32_s (i32.wrap_i64 ${get(v)})))`, putShort(r, `(i32.wrap_i64 ${get(v)})`), [
        mark(r, "normal"),
        `(call $Fr_rawCopyS2L ${words(r)} ${get(v)})`,
    ]);

/**
 * No bit but the lowest 31 is set in the words of this local.
 * @param {string} s - prefix of four i64 locals
 */
export const isSmall = (s) =>
    `(i64.eqz (i64.or (i64.or (i64.shr_u ${get(`${s}0`)} ${i64(31)}) ${get(`${s}1`)}) (i64.or ${get(`${s}2`)} ${get(`${s}3`)})))`;

/**
 * r = the words in locals, canonical; short where they fit in 31 bits.
 * @param {string} r
 * @param {string} s - prefix of locals
 */
export const putWords = (r, s) => when(isSmall(s), `(i64.store ${get(r)} ${get(`${s}0`)})`,
    [...range(4).map((j) => storeWord(r, j + 1, get(`${s}${j}`))), mark(r, "normal")]);

/**
 * Four words at an address, zero but the lowest.
 * @param {string} ptr - local
 * @param {string} low - i64
 */
export const storeLow = (ptr, low) => [storeWord(ptr, 0, low), ...[1, 2, 3].map((j) => storeWord(ptr, j, i64(0)))];

/** Loads the words of an element into locals. @param {string} x @param {string} s - prefix */
export const loadElement = (x, s) => range(4).map((j) => set(`${s}${j}`, word(x, j)));
