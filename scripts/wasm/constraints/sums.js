/**
 * Sums of products that are reduced late: in 2 n columns of 64 bits, of limbs of W bits. All
 * addresses are of u64.
 * @module scripts/wasm/constraints/sums
 */
/** @import { LaneModule } from "../lane/module.js" */
/** @import { SumPlan } from "./plan.js" */
import { unpack } from "../field/montgomery.js";
import { below, loadWord, loadWords, range, storeWord, sub } from "../field/words.js";
import { FunctionText } from "../lane/text.js";
import { get, high, i64, low, mul, set, sum } from "../wat.js";

/** Where the constants of a modulus are, in u64. @param {SumPlan} plan */
export const placesOf = ({ words, n }) => ({
    largestTop: words, mu: words + 1, p: words + 2, twice: words + 2 + n, table: words + 2 + 2 * n,
});

/**
 * Statements of functions that declare their locals by a list.
 * @param {FunctionText} fn
 * @param {string[]} statements
 */
function add(fn, statements) {
    for (const line of statements) {
        const [, name] = /^\(local\.set \$(\w+) /.exec(line) ?? [];
        if (name) fn.declare(name, "i64");
        fn.emit(line);
    }
}

/**
 * `addWords(q, x, y)`, `addLimbs(q, x, y)`: q += x y, in columns
 *
 *   in      x, y   words of plain integers; or n limbs each
 *           q      2 n - 1 columns
 *   bounds  sumBounds
 *   cost    n^2  i64.mul
 * @param {LaneModule} module
 * @param {SumPlan} plan
 */
export function addProducts(module, plan) {
    const { n, n8, words } = plan;
    const columns = () => range(2 * n - 1).map((c) => storeWord("q", c, sum(loadWord("q", c),
        ...range(n).filter((i) => c - i >= 0 && c - i < n).map((i) => mul(get(`x${i}`), get(`y${c - i}`))))));
    const cut = { ...plan, words };
    for (const [name, load] of /** @type {[string, (from: string) => string[]][]} */ ([
        ["addWords", (from) => [...loadWords(from, "s", words), ...unpack(/** @type {any} */ (cut), "s", from, 0)]],
        ["addLimbs", (from) => loadWords(from, from, n)],
    ])) {
        const fn = new FunctionText(`${name}${n8}`, "q x y");
        add(fn, [...load("x"), ...load("y"), ...columns()]);
        fn.addTo(module);
    }
}

/**
 * `reduce(q, k, z)`: z = q / R mod p, R = 2^(W n), Montgomery's reduction
 *
 *   in      q   2 n columns
 *           k   the constants of p
 *   out     z   n limbs; below q / R + p
 *   bounds  sumBounds
 *   cost    n^2 + n  i64.mul
 * @param {LaneModule} module
 * @param {SumPlan} plan
 */
export function addReduce(module, plan) {
    const { n, n8, w } = plan, at = placesOf(plan);
    const fn = new FunctionText(`reduce${n8}`, "q k z");
    add(fn, [
        ...range(n).map((j) => set(`p${j}`, loadWord("k", at.p + j))), set("mu", loadWord("k", at.mu)),
        ...loadWords("q", "e", 2 * n),
        ...range(n).flatMap((i) => [
            set("m", low(mul(get(`e${i}`), get("mu")), w)),
            ...range(n).map((j) => set(`e${i + j}`, sum(get(`e${i + j}`), mul(get("m"), get(`p${j}`))))),
            set(`e${i + 1}`, sum(get(`e${i + 1}`), high(get(`e${i}`), w))),
        ]),
        ...range(n).flatMap((j) => (j === n - 1
            ? [storeWord("z", j, get(`e${2 * n - 1}`))]
            : [
                storeWord("z", j, low(get(`e${n + j}`), w)),
                set(`e${n + j + 1}`, sum(get(`e${n + j + 1}`), high(get(`e${n + j}`), w))),
            ])),
    ]);
    fn.addTo(module);
}

/**
 * `compact(q, k, z)`: q becomes R times a value below 2 p that is equal to q / R mod p; for sums
 * that go on
 *
 *   in      q   2 n columns; the value of `reduce` is below 4 p
 *   out     q   the lower n columns are 0
 *   uses    z   n limbs
 * @param {LaneModule} module
 * @param {SumPlan} plan
 */
export function addCompact(module, plan) {
    const { n, n8, w } = plan, { twice } = placesOf(plan);
    const fn = new FunctionText(`compact${n8}`, "q k z");
    const kept = (/** @type {string} */ d, /** @type {string} */ r) =>
        `(i64.xor ${d} (i64.and ${get("keep")} (i64.xor ${d} ${r})))`;
    fn.emit(`(call $reduce${n8} ${get("q")} ${get("k")} ${get("z")})`);
    add(fn, [
        ...range(n).map((j) => set(`r${j}`, loadWord("z", j))), set("borrow", i64(0)),
        ...range(n).flatMap((j) => [
            set("t", sub(sub(get(`r${j}`), loadWord("k", twice + j)), get("borrow"))),
            set("borrow", `(i64.shr_u ${get("t")} ${i64(63)})`),
            set(`d${j}`, j === n - 1 ? get("t") : low(get("t"), w)),
        ]),
        set("keep", sub(i64(0), get("borrow"))), // all ones: it was below 2 p
        ...range(n).flatMap((j) => [
            storeWord("q", j, i64(0)), storeWord("q", n + j, kept(get(`d${j}`), get(`r${j}`))),
        ]),
    ]);
    fn.addTo(module);
}

/**
 * `isBelow(x, m)` -> 1 if x < m, both plain words; otherwise 0
 * @param {LaneModule} module
 * @param {SumPlan} plan
 */
export function addIsBelow(module, { words, n8 }) {
    const fn = new FunctionText(`isBelow${n8}`, "x m", "i32");
    add(fn, [set("c", i64(0)), ...range(words).map((j) => {
        const [x, m] = [loadWord("x", j), loadWord("m", j)];
        const same = `(i64.extend_i32_u (i64.eq ${x} ${m}))`;
        return set("c", `(i64.or ${below(x, m)} (i64.and ${get("c")} ${same}))`);
    })]);
    fn.emit(`(i32.wrap_i64 ${get("c")})`);
    fn.addTo(module);
}

/**
 * `isMultiple(z, k)` -> 1 if z is 0 or p; otherwise 0
 *
 *   in      z   n limbs, all but the last below 2^W
 * @param {LaneModule} module
 * @param {SumPlan} plan
 */
export function addIsMultiple(module, plan) {
    const { n, n8 } = plan, at = placesOf(plan);
    const fn = new FunctionText(`isMultiple${n8}`, "z k", "i32");
    const or = (/** @type {string[]} */ terms) => terms.reduce((a, b) => `(i64.or ${a} ${b})`);
    fn.emit(`(i32.or (i64.eqz ${or(range(n).map((j) => loadWord("z", j)))}) (i64.eqz ${or(range(n).map((j) =>
        `(i64.xor ${loadWord("z", j)} ${loadWord("k", at.p + j)})`))}))`);
    fn.addTo(module);
}
