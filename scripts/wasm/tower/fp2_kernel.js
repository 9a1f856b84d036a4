/**
 * Products in Fp2 = Fp[u] / (u^2 + k), k a small positive number, in one function each, with one
 * Montgomery reduction for each coefficient: 2 reductions where three products of Fp have 3,
 * and no carry, subtraction of p or call in between. Also add, sub and dbl of
 * all coefficients without calls. Built from the steps of the prime field.
 *
 * Limbs and columns live in static scratch, not in locals: there are a hundred of
 * them, and engines lose more on spilling so many than on loads at fixed addresses.
 * One mul, in locals and in scratch, ns: bls12-381 436 and 207 on Node 20, 197 and 207
 * on Node 26; bn254 139 and 108, 94 and 105 (EPYC Zen 4, two cores). A column is stored as
 * soon as it is summed: two sums in flight at once cost 402 instead of 207.
 * @module scripts/wasm/tower/fp2_kernel
 */
/** @import { LimbPlan } from "../limbs.js" */
/** @import { WasmModule } from "../module.js" */
import { bitLength, mod } from "../../../src/bigint/modular.js";
import { pack, reduceColumns, unpack } from "../field/montgomery.js";
import {
    addWords,
    leBytes,
    loadWord,
    maskedWord,
    range,
    reduceOnce,
    storeWord,
    sub,
    subWords,
    wordLocals,
    wordOf,
} from "../field/words.js";
import { largestLimbs, limbPlan, limbsOf, productColumns, resultBound, settle } from "../limbs.js";
import { get, i32, i64, mul, set, sum } from "../wat.js";

/**
 * Words of coefficient k at a pointer.
 * @param {string} ptr
 * @param {string} to
 * @param {number} n
 * @param {number} k
 */
const loadPart = (ptr, to, n, k) => range(n).map((j) => set(`${to}${j}`, loadWord(ptr, j + k * n)));

/** @param {string} from @param {number} n @param {number} k */
const storePart = (from, n, k) => range(n).map((j) => storeWord("z", j + k * n, get(`${from}${j}`)));

/** Word j of static scratch. @param {number} address @param {number} j */
const load = (address, j) => `(i64.load offset=${address + 8 * j} ${i32(0)})`;

/** @param {number} address @param {number} j @param {string} value */
const keep = (address, j, value) => `(i64.store offset=${address + 8 * j} ${i32(0)} ${value})`;

/**
 * Column c of the product of the limbs kept at two addresses.
 * @param {number} x
 * @param {number} y
 * @param {number} n
 * @param {number} c
 */
const column = (x, y, n, c) =>
    sum(
        ...range(n)
            .filter((i) => c - i >= 0 && c - i < n)
            .map((i) => mul(load(x, i), load(y, c - i))),
    );

/**
 * Limbs of the words s0 .. kept at an address.
 * @param {LimbPlan} plan
 * @param {number} address
 * @param {number} shift
 */
const keepLimbs = (plan, address, shift) =>
    unpack(plan, "s", "l", shift).flatMap((statement, j) => [statement, keep(address, j, get(`l${j}`))]);

/** x += y on kept limbs. @param {number} x @param {number} y @param {number} n */
const accumulate = (x, y, n) => range(n).map((j) => keep(x, j, sum(load(x, j), load(y, j))));

/**
 * Reduce the columns kept at e and store the canonical value as coefficient k of z.
 * @param {LimbPlan} plan
 * @param {number} e
 * @param {readonly boolean[]} settled
 * @param {number} k
 */
const store = (plan, e, settled, k) => [
    ...reduceColumns(plan, settled, 2 * plan.n - 1, (c) => load(e, c)),
    ...pack(plan, "z", "s"), ...reduceOnce("s", plan.p, plan.words), ...storePart("s", plan.words, k)];

/** Locals of the kernels. @param {LimbPlan} plan */
const kernelLocals = ({ n, words }) =>
    `${wordLocals("l", n)} ${wordLocals("q", n)} ${wordLocals("z", n)} ${wordLocals("s", words)} ${wordLocals("d", words)} t u c carry`;

/**
 * A multiple of p whose columns are at least those of any product x1 y1, so
 * that no column of x0 y0 - k x1 y1 + K is negative.
 * @param {LimbPlan} plan
 * @param {bigint[]} columns - largest columns of k x1 y1
 */
function cover({ p, w, n }, columns) {
    const value = columns.reduce((total, c, k) => total + (c << BigInt(w * k)), 0n);
    const rest = limbsOf(mod(-value, p), w, n);
    return columns.map((c, k) => c + (rest[k] ?? 0n));
}

/**
 * The limb plan for sums of two products: the fewest limbs of at most 29 bits, and
 * with those the shortest.
 * @param {{ name: string, p: bigint }} field
 */
export function fp2Plan(field) {
    const bits = 64 * Math.ceil(bitLength(field.p) / 64);
    const n = Math.ceil(bits / 29);
    const plan = limbPlan(field, { w: Math.ceil(bits / n), shortRows: n - 2 });
    if (plan.full)
        throw new RangeError(`${field.name}: expected a modulus below 2^${bits - 1} under an extension, got ${bits} bits`);
    return plan;
}

/**
 * The bounds of the kernels, proved: which columns must be settled, and that
 * one subtraction of p makes a result canonical.
 * @param {LimbPlan} plan
 * @param {bigint} nonResidue - u^2 = -k
 * @throws {RangeError} where one does not hold
 */
export function fp2Bounds(plan, nonResidue) {
    const { name, p, w, n, shift } = plan, top = p - 1n, k = -nonResidue;
    if (k < 1n) throw new RangeError(`${name}, f2: expected a negative number that is no square, got ${nonResidue}`);
    const plain = largestLimbs(top, w, n);
    const shifted = largestLimbs(top << BigInt(shift), w, n);
    const times = (/** @type {bigint[]} */ a, /** @type {bigint} */ by) => a.map((v) => v * by);
    const one = productColumns(plain, shifted);
    const covered = cover(plan, times(one, k));
    const sumOf = (/** @type {bigint[]} */ a, /** @type {bigint[]} */ b) => a.map((v, c) => v + b[c]);
    const factors = productColumns(times(plain, 2n), largestLimbs(((k + 1n) * p) << BigInt(shift), w, n));
    const squared = sumOf(factors, times(one, k - 1n));
    const value = (/** @type {bigint[]} */ columns) =>
        columns.reduce((total, c, k) => total + (c << BigInt(w * k)), 0n);
    const largest = [
        ((top * top) << BigInt(shift)) + value(covered),
        (2n * top * top) << BigInt(shift),
        ((3n * k + 1n) * p * p) << BigInt(shift),
    ].reduce((a, b) => (a > b ? a : b));
    const resultMax = resultBound(plan, (largest >> BigInt(shift)) + 1n, 1n);
    if (resultMax >= 2n * p) throw new RangeError(`${name}, f2: expected results below 2p, got up to ${resultMax}`);
    const mulC0 = settle(sumOf(one, covered), plan, `${name}, f2 mul c0`),
        mulC1 = settle(times(one, 2n), plan, `${name}, f2 mul c1`);
    const sqrC0 = settle(squared, plan, `${name}, f2 sqr c0`),
        sqrC1 = settle(times(one, 2n), plan, `${name}, f2 sqr c1`);
    const columnMax = [mulC0, mulC1, sqrC0, sqrC1].map((c) => c.columnMax).reduce((a, b) => (a > b ? a : b));
    return { covered, mulC0, mulC1, sqrC0, sqrC1, columnMax, resultMax };
}

/**
 * `{name}_mul(x, y, z)`: z = x y
 *
 *   in      x, y   canonical
 *   out     z      canonical
 *   alias   z may be x or y: everything is loaded before anything is stored
 *   bounds  fp2Bounds
 *   cost    5 n^2 i64.mul; three products of Fp have 6 n^2
 *   source  Karatsuba on columns: no carries, so the differences are exact, even where the
 *           middle product wraps at 2^64; lazy reduction:
 *           Aranha, Karabina, Longa, Gebotys, Lopez 2011, section 3
 * @param {WasmModule} module
 * @param {LimbPlan} plan
 * @param {string} name
 * @param {bigint} nonResidue
 */
export function addFp2Mul(module, plan, name, nonResidue) {
    const { n, words, shift } = plan, { covered, mulC0, mulC1 } = fp2Bounds(plan, nonResidue);
    const u = nonResidue === -1n ? get("u") : mul(get("u"), i64(-nonResidue));
    const [a, b, g, h] = range(4).map(() => module.reserve(8 * n)),
        [v, e] = range(2).map(() => module.reserve(8 * (2 * n - 1)));
    const limbs = /** @type {const} */ ([["x", 0, a, 0], ["x", 1, b, 0], ["y", 0, g, shift], ["y", 1, h, shift]]);
    const columns = range(2 * n - 1);
    module.func({ name: `${name}_mul`, params: "x y z", i64: `${kernelLocals(plan)}`, body: [
        ...limbs.flatMap(([ptr, k, to, by]) => [...loadPart(ptr, "s", words, k), ...keepLimbs(plan, to, by)]),
        ...columns.flatMap((c) => [
            keep(v, c, column(a, g, n, c)), keep(e, c, column(b, h, n, c))]),
        ...columns.flatMap((c) => [
            set("t", load(v, c)), set("u", load(e, c)),
            keep(e, c, sub(sum(get("t"), i64(covered[c])), u)), keep(v, c, sum(get("t"), get("u")))]),
        ...store(plan, e, mulC0.settled, 0),
        ...accumulate(a, b, n), ...accumulate(g, h, n),
        ...columns.map((c) => keep(e, c, sub(column(a, g, n, c), load(v, c)))),
        ...store(plan, e, mulC1.settled, 1)] });
}

/**
 * `{name}_sqr(x, z)`: z = x^2 = (x0 + x1)(x0 - k x1) + (k - 1) x0 x1 + 2 x0 x1 u
 *
 *   in      x   canonical
 *   out     z   canonical
 *   alias   z may be x
 *   bounds  fp2Bounds: x0 + x1 has limbs up to 2^(w+1), x0 - k x1 + k p is below (k + 1) p
 *   cost    4 n^2 i64.mul
 * @param {WasmModule} module
 * @param {LimbPlan} plan
 * @param {string} name
 * @param {bigint} nonResidue
 */
export function addFp2Sqr(module, plan, name, nonResidue) {
    const { n, words, shift, p } = plan, { sqrC0, sqrC1 } = fp2Bounds(plan, nonResidue), k = -nonResidue;
    const [a, b, g, h] = range(4).map(() => module.reserve(8 * n));
    const e = module.reserve(8 * (2 * n - 1));
    const columns = range(2 * n - 1);
    const first = columns.map((c) => keep(e, c, column(b, g, n, c)));
    // z1 = 2 x0 x1; where k is 1 that is (2 x0) x1, otherwise z0 needs x0 x1 too
    const v = k === 1n ? e : module.reserve(8 * (2 * n - 1));
    const cross = columns.map((c) => keep(v, c, column(a, h, n, c)));
    const products = k === 1n
        ? { z0: first, z1: [...accumulate(a, a, n), ...cross] }
        : {
              z0: [...cross, ...columns.map((c) => keep(e, c, sum(column(b, g, n, c), mul(load(v, c), i64(k - 1n)))))],
              z1: columns.map((c) => keep(e, c, sum(load(v, c), load(v, c)))),
          };
    const locals = `${wordLocals("k", words)} ${k === 1n ? "" : wordLocals("m", words)} ${kernelLocals(plan)}`;
    module.func({ name: `${name}_sqr`, params: "x z", i64: locals, body: [
        ...loadPart("x", "s", words, 1), ...keepLimbs(plan, b, 0), ...keepLimbs(plan, h, shift),
        ...range(words).map((j) => set(`k${j}`, get(`s${j}`))),
        ...loadPart("x", "s", words, 0), ...keepLimbs(plan, a, 0),
        ...addWords("s", "s", (j) => i64(wordOf(k * p, j)), words), ...subtractTimes(words, k),
        ...keepLimbs(plan, g, shift), ...accumulate(b, a, n),
        ...products.z0,
        ...store(plan, e, sqrC0.settled, 0),
        ...products.z1,
        ...store(plan, e, sqrC1.settled, 1)] });
}

/**
 * s -= k times the words k0 .., which takes m0 .. where k is not 1.
 * @param {number} words
 * @param {bigint} k
 */
function subtractTimes(words, k) {
    const [, ...bits] = k.toString(2);
    const m = (/** @type {number} */ j) => get(`m${j}`);
    const x1 = (/** @type {number} */ j) => get(`k${j}`);
    if (!bits.length) return subWords("s", "s", x1, words);
    return [
        ...range(words).map((j) => set(`m${j}`, x1(j))),
        ...bits.flatMap((bit) => [
            ...addWords("m", "m", m, words),
            ...(bit === "1" ? addWords("m", "m", x1, words) : []),
        ]),
        ...subWords("s", "s", m, words),
    ];
}

/**
 * `{name}_add _sub _dbl` on all coefficients in Fp without a call.
 *
 *   alias   z may be x or y
 * @param {WasmModule} module
 * @param {LimbPlan} plan
 * @param {string} name
 * @param {number} degree - coefficients in Fp
 */
export function addLinear(module, { p, words: n }, name, degree) {
    const parts = range(degree);
    const locals = `${wordLocals("s", n)} ${wordLocals("d", n)} t u c mask`;
    const part = (/** @type {string} */ ptr, /** @type {number} */ k) => (/** @type {number} */ j) =>
        loadWord(ptr, j + k * n);
    module.func({
        name: `${name}_add`,
        params: "x y z",
        i64: locals,
        body: parts.flatMap((k) => [
            ...loadPart("x", "s", n, k),
            ...addWords("s", "s", part("y", k), n),
            ...reduceOnce("s", p, n),
            ...storePart("s", n, k),
        ]),
    });
    module.func({ name: `${name}_sub`, params: "x y z", i64: locals, body: parts.flatMap((k) => [
        ...loadPart("x", "s", n, k), ...subWords("s", "s", part("y", k), n),
        set("mask", sub(i64(0), get("c"))), ...addWords("s", "s", maskedWord(p), n), ...storePart("s", n, k)]) });
    module.func({
        name: `${name}_dbl`,
        params: "x z",
        i64: locals,
        body: parts.flatMap((k) => [
            ...loadPart("x", "s", n, k),
            ...addWords("s", "s", (j) => get(`s${j}`), n),
            ...reduceOnce("s", p, n),
            ...storePart("s", n, k),
        ]),
    });
}


/**
 * Multiples of p that are taken off a sum below `most` p, by its bits from `shift` on: T -> q p
 * with 0 <= t - q p < 2 p for every t whose bits those are.
 * @param {bigint} p
 * @param {number} most
 * @returns {{ shift: number, factor: number }} q = T factor / 2^16, rounded down
 * @throws {RangeError} where the bits do not say which multiple
 */
export function multipleByBits(p, most) {
    const shift = bitLength(p) - 6;
    const step = 1n << BigInt(shift);
    const factor = Number((step << 16n) / p);
    for (let T = 0n; T * step < BigInt(most) * p; T++) {
        const q = (T * BigInt(factor)) >> 16n;
        if (q * p > T * step || (T + 1n) * step > (q + 2n) * p)
            throw new RangeError(`multiples of p: expected bits ${T} to say which one, got ${q}`);
    }
    return { shift, factor };
}

/**
 * `{name}_mulXi(x, z)`: z = (k + u) x = k x0 - x1 + (x0 + k x1) u
 *
 *   in      x   canonical
 *   out     z   canonical
 *   alias   z may be x
 *   bounds  sums below (k + 1) p, multipleByBits
 *   cost    no product of limbs: a multiple of p from a table, and one subtraction of p
 * @param {WasmModule} module
 * @param {LimbPlan} plan
 * @param {string} name
 * @param {number} k - 2 or more
 */
export function addFp2MulXi(module, { p, words: n }, name, k) {
    const { shift, factor } = multipleByBits(p, k + 1);
    const at = shift - 64 * (n - 1);
    const table = module.data(Uint8Array.from(range(k + 1).flatMap((q) => [...leBytes(BigInt(q) * p, 8 * n)])));
    const [high, ...rest] = range(bitLength(BigInt(k))).filter((b) => (k >> b) & 1).reverse();
    const word = (/** @type {string} */ x, /** @type {number} */ by) => (/** @type {number} */ j) => (by === 0
        ? get(`${x}${j}`)
        : `(i64.or (i64.shl ${get(`${x}${j}`)} ${i64(by)}) ${j ? `(i64.shr_u ${get(`${x}${j - 1}`)} ${i64(64 - by)})` : i64(0)})`);
    const above = (/** @type {string} */ x, /** @type {number} */ by) =>
        (by ? `(i64.shr_u ${get(`${x}${n - 1}`)} ${i64(64 - by)})` : i64(0));
    const more = (/** @type {string} */ x, /** @type {number} */ by) => [
        ...addWords("s", "s", word(x, by), n), set("over", sum(get("over"), get("c"), above(x, by)))];
    const coefficient = (/** @type {string} */ x, /** @type {string} */ y, /** @type {number} */ to) => [
        ...range(n).map((j) => set(`s${j}`, word(x, high)(j))), set("over", above(x, high)),
        ...rest.flatMap((by) => more(x, by)), ...more(y, 0),
        set("t", `(i64.or (i64.shl ${get("over")} ${i64(64 - at)}) (i64.shr_u ${get(`s${n - 1}`)} ${i64(at)}))`),
        set("t", mul(`(i64.shr_u ${mul(get("t"), i64(factor))} ${i64(16)})`, i64(8 * n))),
        `(local.set $row (i32.wrap_i64 ${get("t")}))`,
        ...subWords("s", "s", (j) => `(i64.load offset=${table + 8 * j} ${get("row")})`, n),
        ...reduceOnce("s", p, n), ...storePart("s", n, to)];
    module.func({
        name: `${name}_mulXi`, params: "x z", i32: "row",
        i64: `${["a", "b", "m", "s", "d"].map((x) => wordLocals(x, n)).join(" ")} t u c over`,
        body: [
            ...loadPart("x", "a", n, 0), ...loadPart("x", "b", n, 1),
            ...range(n).map((j) => set(`m${j}`, i64(wordOf(p, j)))), ...subWords("m", "m", (j) => get(`b${j}`), n),
            ...coefficient("a", "m", 0), ...coefficient("b", "a", 1),
        ],
    });
}
