/**
 * The steps that Montgomery multiplication and squaring share: cut words into
 * limbs, add up columns, reduce, pack limbs into words. Limbs of a value `x`
 * live in the i64 locals x0 .. x(n-1).
 * @module scripts/wasm/field/montgomery
 */
/** @import { LimbPlan } from "../limbs.js" */
import { get, high, i64, low, mul, set, sum } from "../wat.js";
import { range, reduceOnce, storeWords, wordLocals } from "./words.js";

/** Constant times value; 1 costs nothing. @param {string} a @param {bigint} k */
const times = (a, k) => (k === 1n ? a : mul(a, i64(k)));

/**
 * Limbs `to`0.. of the words `from`0.., shifted left.
 * @param {LimbPlan} plan
 * @param {string} from - prefix of word locals
 * @param {string} to - prefix of limb locals
 * @param {number} shift - bits
 */
export const unpack = ({ w, n, words }, from, to, shift) => range(n).map((j) => {
    const bit = j * w - shift;
    const word = Math.floor(Math.max(bit, 0) / 64);
    const at = bit - 64 * word;
    if (bit < 0) return set(`${to}${j}`, low(`(i64.shl ${get(`${from}0`)} ${i64(-bit)})`, w));
    if (word >= words) return set(`${to}${j}`, i64(0));
    const start = at === 0 ? get(`${from}${word}`) : high(get(`${from}${word}`), at);
    if (at + w <= 64) return set(`${to}${j}`, at + w === 64 ? start : low(start, w));
    if (word + 1 >= words) return set(`${to}${j}`, start);
    return set(`${to}${j}`, low(`(i64.or ${start} (i64.shl ${get(`${from}${word + 1}`)} ${i64(64 - at)}))`, w));
});

/**
 * Words `to`0.. of the limbs `from`0..; all limbs but the top one are tight.
 * @param {LimbPlan} plan
 * @param {string} from
 * @param {string} to
 */
export const pack = ({ w, n, words }, from, to) => range(words).map((k) => {
    const parts = range(n).filter((j) => (j + 1) * w > 64 * k && j * w < 64 * (k + 1)).map((j) => {
        const at = j * w - 64 * k;
        const limb = get(`${from}${j}`);
        return at === 0 ? limb : at > 0 ? `(i64.shl ${limb} ${i64(at)})` : high(limb, -at);
    });
    return set(`${to}${k}`, parts.reduce((a, b) => `(i64.or ${a} ${b})`));
});

/**
 * Montgomery's reduction of columns e0 .. e(2n-1) to tight limbs z0 .. z(n-1).
 * Column by column; the quotient digits stay in q0 .. q(n-1).
 *
 *   bounds  limbPlan: each sum below 2^64, the result below 2p
 *   cost    n^2 + 2 (n - shortRows) - shortRows  i64.mul at most
 * @param {LimbPlan} plan
 * @param {readonly boolean[]} settled
 * @param {number} [columns] - how many there are
 * @param {(c: number) => string} [productAt] - column c of the product, in local e{c} if absent
 */
export function reduceColumns(
    { w, n, mu, shortRows, limbsOfP, limbsOfM },
    settled,
    columns = 2 * n - 1,
    productAt = (c) => get(`e${c}`),
) {
    const column = (/** @type {number} */ c) => [
        ...(c < columns ? [settled[c] ? low(productAt(c), w) : productAt(c)] : []),
        ...(c > 0 && c <= columns && settled[c - 1] ? [high(productAt(c - 1), w)] : []),
    ];
    const quotients = (/** @type {number} */ c) =>
        range(Math.min(c, n)).flatMap((r) => {
            const limb = r < shortRows ? limbsOfM[c - r - 1] : limbsOfP[c - r];
            return limb ? [times(get(`q${r}`), limb)] : [];
        });
    return range(2 * n).flatMap((c) => {
        // What is known early comes first: the carry and the last digit arrive late.
        const terms = [...column(c), ...quotients(c)],
            late = c > 0 && c <= n ? terms.splice(-1) : [];
        const total = set("t", sum(...terms, ...(c > 0 ? [get("carry")] : []), ...late));
        if (c >= n) {
            return c === 2 * n - 1
                ? [total, set(`z${n - 1}`, get("t"))]
                : [total, set(`z${c - n}`, low(get("t"), w)), set("carry", high(get("t"), w))];
        }
        if (c < shortRows) return [total, set(`q${c}`, low(get("t"), w)), set("carry", high(get("t"), w))];
        return [
            total,
            set(`q${c}`, low(mul(get("t"), i64(mu)), w)),
            set("carry", high(sum(get("t"), times(get(`q${c}`), limbsOfP[0])), w)),
        ];
    });
}

/** Bits of the top limb that lie in the words. @param {LimbPlan} plan */
const spare = ({ w, n, words }) => 64 * words - w * (n - 1);

/**
 * Columns to the canonical element at z.
 * @param {LimbPlan} plan
 * @param {readonly boolean[]} settled
 * @param {number} [columns]
 */
export const finish = (plan, settled, columns = 2 * plan.n - 1) => [
    ...reduceColumns(plan, settled, columns),
    ...pack(plan, "z", "s"),
    ...reduceOnce("s", plan.p, plan.words, plan.full ? high(get(`z${plan.n - 1}`), spare(plan)) : undefined),
    ...storeWords("z", "s", plan.words),
];

/** Locals of `finish`, the columns included. @param {LimbPlan} plan */
export const finishLocals = ({ n, words }) =>
    `${wordLocals("e", 2 * n)} ${wordLocals("q", n)} ${wordLocals("z", n)} ${wordLocals("s", words)} ${wordLocals("d", words)} t u c carry`;
