/**
 * What is in the module that evaluates constraints: for each size of a value, functions for all
 * moduli of that size. It has no static area, and needs no function of the base module beside which
 * it is linked: what it needs is passed to it.
 * @module scripts/wasm/constraints/module
 */
/** @import { SumPlan } from "./plan.js" */
import { unpack } from "../field/montgomery.js";
import { loadWord, range, storeWord, sub } from "../field/words.js";
import { LaneModule } from "../lane/module.js";
import { FunctionText } from "../lane/text.js";
import { at, call, get, high, i32, i64, low, mul, sum } from "../wat.js";
import { RECORDS } from "../../../src/params/records.js";
import { MOST, ROOM, SMALL, sumBounds, sumPlan } from "./plan.js";
import { addCompact, addIsBelow, addIsMultiple, addProducts, addReduce, placesOf } from "./sums.js";

const HALF = 32;

/** Bytes of a side: its limbs, and whether it was reduced. @param {SumPlan} plan */
const sideBytes = ({ n }) => 8 * (n + 1);

/** @param {string[]} terms */
const all = (terms) => terms.reduce((a, b) => `(i32.and ${a} ${b})`);

/** Is the value in the locals `x`0.. one of SMALL bits? @param {string} x @param {number} words */
const isSmall = (x, words) => all([
    `(i64.lt_u ${get(`${x}0`)} ${i64(2 ** SMALL)})`,
    ...range(words).slice(1).map((j) => `(i64.eqz ${get(`${x}${j}`)})`),
]);

/** x = m - v, in words; m is not below v. @param {FunctionText} fn @param {number} words */
function subtract(fn, words) {
    fn.i64("borrow", i64(0));
    for (const j of range(words)) {
        const [m, v] = [get(`m${j}`), get(`v${j}`)];
        fn.i64(`x${j}`, sub(sub(m, v), get("borrow")));
        const borrows = `(select (i64.le_u ${m} ${v}) (i64.lt_u ${m} ${v}) (i32.wrap_i64 ${get("borrow")}))`;
        if (j < words - 1) fn.i64("borrow", `(i64.extend_i32_u ${borrows})`);
    }
}

/** The sums of words give their carries on. @param {FunctionText} fn @param {number} halves */
function carry(fn, halves) {
    for (const j of range(halves)) {
        fn.i64(`s${j + 1}`, sum(get(`s${j + 1}`), high(get(`s${j}`), HALF)));
        fn.i64(`s${j}`, low(get(`s${j}`), HALF));
    }
}

/**
 * The sides of a term, as a factor `f` of SMALL bits and words `x`; or their product is added to q,
 * and this goes on after the block $added.
 * @param {FunctionText} fn
 * @param {SumPlan} plan
 */
function chooseFactor(fn, { words, n, n8 }) {
    const take = (/** @type {string} */ factor, /** @type {string} */ from) => {
        fn.i64("f", get(factor));
        for (const j of range(words)) fn.i64(`x${j}`, get(`${from}${j}`));
    };
    const nearOrder = all([
        `(i64.lt_u ${sub(get("m0"), get("c0"))} ${i64(2 ** SMALL)})`,
        ...range(words).slice(1).map((j) => `(i64.eq ${get(`c${j}`)} ${get(`m${j}`)})`),
    ]);
    fn.when(isSmall("v", words), () => take("v0", "c"), () => fn.when(isSmall("c", words), () => take("c0", "v"), () => {
        fn.when(nearOrder, () => {
            fn.i64("f", sub(get("m0"), get("c0")));
            subtract(fn, words);
        }, () => {
            fn.when(`(i32.eqz ${get("used")})`, () => {
                fn.emit(...range(2 * n).map((c) => storeWord("q", c, i64(0))));
                fn.i32("used", i32(1));
            });
            fn.when(`(i32.eq ${get("products")} ${i32(MOST)})`, () => {
                fn.emit(call(`compact${n8}`, get("q"), get("k"), get("z")));
                fn.i32("products", i32(0));
            });
            fn.advance("products", i32(1));
            fn.emit(call(`addWords${n8}`, get("q"), get("p"), get("v")), "(br $added)");
        });
    }));
}

/**
 * `combination(p, v, k, q, z)` -> how many terms it has, or -1 if a coefficient is not below the
 * order
 *
 *   in      p   as in a file: the number of terms u32, then for each of them a wire u32, which is
 *               skipped, and a coefficient of n8 bytes, plain little-endian
 *           v   a value for each term, plain, canonical
 *           k   the constants of the order
 *           q   room for 2 n columns
 *   out     z   n limbs, and a u64: 0, they are the sum, or it and a multiple of the order, with a
 *               top word up to `largestTop`; or 1, they are the sum / R, below 4 p
 *   bounds  sumBounds
 *   cost    n8 / 4  i64.mul per term where coefficient, value or minus the coefficient has SMALL
 *                   bits at most; n^2 per
 *           other term, and n^2 + n once if there is one, and again after every MOST of them
 * Products of small factors are summed in words of 32 bits, others in columns, and both are reduced
 * at the end.
 * @param {LaneModule} module
 * @param {SumPlan} plan
 */
function addCombination(module, plan) {
    const { words, n, n8, w } = plan, halves = 2 * words;
    const fn = new FunctionText(`combination${n8}`, "p v k q z", "i32");
    for (const j of range(words)) fn.i64(`m${j}`, loadWord("k", j));
    for (const j of range(halves + 1)) fn.i64(`s${j}`, i64(0));
    fn.i32("terms", `(i32.load ${get("p")})`);
    for (const name of ["used", "products"]) fn.i32(name, i32(0));
    fn.i32("room", i32(ROOM));
    fn.advance("p", i32(4));
    fn.loop("i", i32(0), get("terms"), 1, () => {
        fn.advance("p", i32(4));
        for (const j of range(words)) fn.i64(`c${j}`, loadWord("p", j));
        for (const j of range(words)) fn.i64(`v${j}`, loadWord("v", j));
        fn.when(`(i64.ge_u ${get(`c${words - 1}`)} ${get(`m${words - 1}`)})`, () =>
            fn.when(`(i32.eqz ${call(`isBelow${n8}`, get("p"), get("k"))})`, () => fn.emit(`(return ${i32(-1)})`)));
        fn.emit("(block $added");
        chooseFactor(fn, plan);
        fn.advance("room", `(i32.sub ${i32(0)} (i32.wrap_i64 ${get("f")}))`);
        fn.when(`(i32.lt_s ${get("room")} ${i32(0)})`, () => {
            carry(fn, halves);
            fn.i32("room", `(i32.sub ${i32(ROOM)} (i32.wrap_i64 ${get("f")}))`);
        });
        for (const j of range(words)) {
            fn.i64(`s${2 * j}`, sum(get(`s${2 * j}`), mul(get("f"), low(get(`x${j}`), HALF))));
            fn.i64(`s${2 * j + 1}`, sum(get(`s${2 * j + 1}`), mul(get("f"), high(get(`x${j}`), HALF))));
        }
        fn.emit(")");
        fn.advance("p", i32(n8));
        fn.advance("v", i32(n8));
    });
    carry(fn, halves);
    const word = (/** @type {number} */ j) => `(i64.or ${get(`s${2 * j}`)} (i64.shl ${get(`s${2 * j + 1}`)} ${i64(HALF)}))`;
    for (const j of range(words)) fn.i64(`c${j}`, word(j));
    const cut = /** @type {any} */ (plan), over = get(`s${halves}`);
    const top = 8 * n8;
    for (const line of unpack(cut, "c", "l", 0)) {
        fn.declare(/** @type {string[]} */ (/\$(\w+)/.exec(line))[1], "i64");
        fn.emit(line);
    }
    const inRange = `(i64.le_u ${get(`c${words - 1}`)} ${loadWord("k", placesOf(plan).largestTop)})`;
    fn.when(all([`(i32.eqz ${get("used")})`, `(i64.eqz ${over})`, inRange]), () => fn.emit(
        ...range(n).map((j) => storeWord("z", j, get(`l${j}`))), storeWord("z", n, i64(0)), `(return ${get("terms")})`));
    fn.when(`(i32.eqz ${get("used")})`, () => fn.emit(...range(2 * n).map((c) => storeWord("q", c, i64(0)))));
    const addAt = (/** @type {number} */ c, /** @type {string} */ value) =>
        storeWord("q", c, sum(loadWord("q", c), value));
    const addAtBit = (/** @type {number} */ bit, /** @type {string} */ value) =>
        addAt(Math.floor(bit / w), `(i64.shl ${value} ${i64(bit % w)})`);
    fn.emit(
        ...range(n).map((j) => addAt(j, get(`l${j}`))),
        addAtBit(top, low(over, HALF)), addAtBit(top + HALF, high(over, HALF)),
        call(`reduce${n8}`, get("q"), get("k"), get("z")), storeWord("z", n, i64(1)), get("terms"),
    );
    fn.addTo(module);
}

/**
 * `holds(a, b, c, k, q, t)` -> 1 if A B = C, otherwise 0
 *
 *   in      a, b, c  as `combination` gives them
 *           k        the constants: the order; its `largestTop`; mu; p and 2 p in limbs; then, in
 *                    limbs, - R, what c is subtracted from, - 1 / R, - 1 / R^2, for what c has to
 *                    be multiplied by
 *           q, t     room for 2 n columns, and for n limbs
 *   bounds  sumBounds
 *   cost    none where a or b is 0 or p, and so is c; else 2 n^2 + n  i64.mul, and n^2 more where
 *                                                                     one of
 *           them was reduced
 * @param {LaneModule} module
 * @param {SumPlan} plan
 */
function addHolds(module, plan) {
    const { n, n8 } = plan, { table } = placesOf(plan);
    const fn = new FunctionText(`holds${n8}`, "a b c k q t", "i32");
    const flag = (/** @type {string} */ side) => `(i32.load offset=${8 * n} ${get(side)})`;
    const isMultiple = (/** @type {string} */ z) => call(`isMultiple${n8}`, get(z), get("k"));
    // what was reduced may be another multiple of p, and is compared at the end
    fn.when(`(i32.and (i32.or ${isMultiple("a")} ${isMultiple("b")}) ${isMultiple("c")})`, () =>
        fn.emit(`(return ${i32(1)})`));
    fn.emit(...range(2 * n).map((c) => storeWord("q", c, i64(0))), call(`addLimbs${n8}`, get("q"), get("a"), get("b")));
    fn.i32("e", `(i32.sub (i32.add ${i32(1)} (i32.add ${flag("a")} ${flag("b")})) ${flag("c")})`);
    fn.i32("factor", at(get("k"), `(i32.add ${i32(8 * table)} (i32.mul ${get("e")} ${i32(8 * n)}))`));
    fn.when(`(i32.eq ${get("e")} ${i32(1)})`, () => fn.emit(...range(n).map((j) =>
        storeWord("q", j, sum(loadWord("q", j), sub(loadWord("factor", j), loadWord("c", j)))))), () =>
        fn.emit(call(`addLimbs${n8}`, get("q"), get("c"), get("factor"))));
    fn.emit(call(`reduce${n8}`, get("q"), get("k"), get("t")), isMultiple("t"));
    fn.addTo(module);
}

/**
 * `check(p, count, v, k, out, most, s)`: which of `count` constraints A B = C do not hold
 *
 *   in      p     their combinations A, B, C, A, …, and `v`, k, as `combination` takes them
 *           most  how many that fail are written
 *           s     room, scratch bytes
 *   out     out   u32: 0, or one more than the number of the first combination with a coefficient
 *                 that is not below the order, where this ends; u32: how many constraints fail; the
 *                 numbers u32 of the first `most` of these
 * @param {LaneModule} module
 * @param {SumPlan} plan
 */
function addCheck(module, plan) {
    const { n, n8 } = plan, fn = new FunctionText(`check${n8}`, "p count v k out most s");
    const [p, v, k, out] = ["p", "v", "k", "out"].map(get);
    const sides = ["a", "b", "c"];
    ["q", ...sides, "t"].reduce((before, name, i) => {
        fn.i32(name, i === 0 ? get("s") : at(get(before), i === 1 ? 16 * n : sideBytes(plan)));
        return name;
    }, "");
    fn.i32("next", at(out, 8));
    fn.i32("failing", i32(0));
    fn.emit(`(i32.store ${out} ${i32(0)})`, `(i32.store offset=4 ${out} ${i32(0)})`);
    fn.loop("i", i32(0), get("count"), 1, () => {
        sides.forEach((side, number) => {
            fn.i32("terms", call(`combination${n8}`, p, v, k, get("q"), get(side)));
            fn.when(`(i32.lt_s ${get("terms")} ${i32(0)})`, () => fn.emit(
                `(i32.store ${out} (i32.add (i32.mul ${get("i")} ${i32(3)}) ${i32(number + 1)}))`, "(return)"));
            fn.advance("v", `(i32.mul ${get("terms")} ${i32(n8)})`);
            fn.advance("p", `(i32.add ${i32(4)} (i32.mul ${get("terms")} ${i32(n8 + 4)}))`);
        });
        fn.when(`(i32.eqz ${call(`holds${n8}`, ...sides.map(get), k, get("q"), get("t"))})`, () => {
            fn.when(`(i32.lt_u ${get("failing")} ${get("most")})`, () => {
                fn.emit(`(i32.store ${get("next")} ${get("i")})`);
                fn.advance("next", i32(4));
            });
            fn.advance("failing", i32(1));
        });
    });
    fn.emit(`(i32.store offset=4 ${out} ${get("failing")})`);
    fn.addTo(module);
}

/** Bytes of the room that `check` takes. @param {SumPlan} plan */
const scratchBytes = (plan) => 16 * plan.n + 3 * sideBytes(plan) + 8 * plan.n;

export function constraintsModule() {
    const module = new LaneModule();
    const sizes = [...new Set(RECORDS.map(({ fr: { n8 } }) => n8))].sort((a, b) => a - b);
    const plans = sizes.map(sumPlan);
    for (const { fr: { p, n8 } } of RECORDS) sumBounds(sumPlan(n8), p);
    for (const plan of plans) {
        addProducts(module, plan);
        addReduce(module, plan);
        addCompact(module, plan);
        addIsBelow(module, plan);
        addIsMultiple(module, plan);
        addCombination(module, plan);
        addHolds(module, plan);
        addCheck(module, plan);
        module.export(`check${plan.n8}`);
    }
    const scratch = Object.fromEntries(plans.map((plan) => [plan.n8, scratchBytes(plan)]));
    return { module, layout: { limbBits: plans[0].w, scratch } };
}
