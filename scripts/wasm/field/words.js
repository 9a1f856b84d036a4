/**
 * Integers as 64-bit words in locals: the additions, subtractions and final
 * reductions that all field kernels share. A value `s` of n words lives in the
 * i64 locals s0 .. s(n-1); carries and borrows are 0 or 1.
 * @module scripts/wasm/field/words
 */
import { get, i64, set, sum } from "../wat.js";

/** Little-endian bytes of a non-negative integer. @param {bigint} value @param {number} size */
export function leBytes(value, size) {
    return Uint8Array.from({ length: size }, (_, i) => Number((value >> BigInt(8 * i)) & 0xffn));
}

/** @param {number} n */
export const range = (n) => Array.from({ length: n }, (_, j) => j);

/** The locals of a value. @param {string} prefix @param {number} n */
export const wordLocals = (prefix, n) => range(n).map((j) => `${prefix}${j}`).join(" ");

/**
 * Word j of a constant, as a signed i64 literal would print it.
 * @param {bigint} value
 * @param {number} j
 */
export const wordOf = (value, j) => (value >> BigInt(64 * j)) & 0xffffffffffffffffn;

/** @param {string} ptr @param {number} j */
export const loadWord = (ptr, j) => `(i64.load offset=${8 * j} ${get(ptr)})`;

/** @param {string} ptr @param {number} j @param {string} value */
export const storeWord = (ptr, j, value) => `(i64.store offset=${8 * j} ${get(ptr)} ${value})`;

/** 1 if a < b, else 0. @param {string} a @param {string} b */
export const below = (a, b) => `(i64.extend_i32_u (i64.lt_u ${a} ${b}))`;

/** @param {string} a @param {string} b */
export const sub = (a, b) => `(i64.sub ${a} ${b})`;

/**
 * Statements that load n words.
 * @param {string} ptr
 * @param {string} to - prefix of the locals
 * @param {number} n
 */
export const loadWords = (ptr, to, n) => range(n).map((j) => set(`${to}${j}`, loadWord(ptr, j)));

/** Statements that store n words. @param {string} ptr @param {string} from @param {number} n */
export const storeWords = (ptr, from, n) => range(n).map((j) => storeWord(ptr, j, get(`${from}${j}`)));

/**
 * to = a + b, the carry out of the top word in local c. Locals used: t, c.
 * @param {string} to - prefix; may be a
 * @param {string} a - prefix
 * @param {(j: number) => string} b - word j, evaluated once
 * @param {number} n
 */
export const addWords = (to, a, b, n) => range(n).flatMap((j) => (j === 0
    ? [set("t", get(`${a}0`)), set(`${to}0`, sum(get("t"), b(0))), set("c", below(get(`${to}0`), get("t")))]
    : [
        set("t", sum(get(`${a}${j}`), get("c"))), set("c", below(get("t"), get("c"))),
        set(`${to}${j}`, sum(get("t"), b(j))), set("c", `(i64.or ${get("c")} ${below(get(`${to}${j}`), get("t"))})`),
    ]));

/**
 * to = a - b, the borrow out of the top word in local c. Locals used: t, u, c.
 * @param {string} to - prefix; may be a
 * @param {string} a - prefix
 * @param {(j: number) => string} b - word j, evaluated once
 * @param {number} n
 */
export const subWords = (to, a, b, n) => range(n).flatMap((j) => [
    set("u", b(j)), set("t", sub(get(`${a}${j}`), get("u"))),
    set("u", below(get(`${a}${j}`), get("u"))),
    ...(j === 0
        ? [set(`${to}0`, get("t")), set("c", get("u"))]
        : [set(`${to}${j}`, sub(get("t"), get("c"))), set("c", `(i64.or ${get("u")} ${below(get("t"), get("c"))})`)]),
]);

/**
 * s = s >= p ? s - p : s, without a branch, because both cases are equally likely.
 * Locals used: d0.., t, u, c.
 * @param {string} s - prefix
 * @param {bigint} p
 * @param {number} n
 * @param {string} [over] - 0 or 1: the word above those of s, where p has no spare bit; 1 implies
 *   that s borrows
 */
export const reduceOnce = (s, p, n, over) => [
    ...subWords("d", s, (j) => i64(wordOf(p, j)), n),
    set("c", sub(over ?? i64(0), get("c"))), // all ones: s was below p, keep it
    ...range(n).map((j) => set(`${s}${j}`,
        `(i64.xor ${get(`d${j}`)} (i64.and ${get("c")} (i64.xor ${get(`d${j}`)} ${get(`${s}${j}`)})))`)),
];

/** Word j of p where local c is 1, else zero; call `widen` first. @param {bigint} p */
export const maskedWord = (p) => (/** @type {number} */ j) => `(i64.and ${get("mask")} ${i64(wordOf(p, j))})`;
