/**
 * What is in the module that evaluates constraints: loops around the field functions of whatever base module it is
 * linked with, so it is one module for all fields. It has no static area: what it needs is passed to it.
 * @module scripts/wasm/constraints/module
 */
import { LaneModule } from "../lane/module.js";
import { FunctionText } from "../lane/text.js";
import { at, call, get, i32 } from "../wat.js";

/** Functions of the base module, with how many addresses each takes. */
const IMPORTS = Object.freeze({ frm_zero: 1, frm_copy: 2, frm_add: 3, frm_sub: 3, frm_mul: 3 });

/** One that answers 0 or 1. */
const EQUAL = "frm_eq";

/** @param {string} name - of an address */
const u32 = (name) => `(i32.load ${get(name)})`;

/** What a caller gives in `k`: elements, one after the other. */
const one = get("k"), minusOne = at(get("k"), get("n8"));
const square = at(minusOne, get("n8")), order = at(square, get("n8"));

/**
 * `isBelow(x, m, n8)` -> 1 if x < m, both plain little-endian integers of n8 bytes, a multiple of 8; otherwise 0
 * @param {LaneModule} module
 */
function addIsBelow(module) {
    const fn = new FunctionText("isBelow", "x m n8", "i32");
    fn.i32("i", get("n8"));
    fn.emit("(loop $words");
    fn.i32("i", `(i32.sub ${get("i")} ${i32(8)})`);
    fn.i64("a", `(i64.load ${at(get("x"), get("i"))})`);
    fn.i64("b", `(i64.load ${at(get("m"), get("i"))})`);
    fn.when(`(i64.lt_u ${get("a")} ${get("b")})`, () => fn.emit(`(return ${i32(1)})`));
    fn.when(`(i64.gt_u ${get("a")} ${get("b")})`, () => fn.emit(`(return ${i32(0)})`));
    fn.emit(`(br_if $words ${get("i")}))`, i32(0));
    fn.addTo(module);
}

/**
 * `combination(p, v, n8, k, s, z)` -> how many terms it has, or -1 if a coefficient is not below the order
 *
 *   in      p   as in a file: the number of terms u32, then for each of them a wire u32, which is skipped, and a
 *               coefficient of n8 bytes, plain little-endian
 *           v   a value for each term, plain, canonical
 *           k   1, -1, R^2 and the order, plain
 *           s   room for two elements
 *   out     z   the sum of coefficient times value, plain, canonical
 *   alias   z overlaps nothing
 *   bounds  those of the functions of the base module, which get only what is below the order
 *   cost    a sum per term whose coefficient is 1 or -1, a product and a sum per other term; a product if there is one
 * A product of plain elements has the factor 1 / R, so those that are products are summed apart.
 * @param {LaneModule} module
 */
function addCombination(module) {
    const fn = new FunctionText("combination", "p v n8 k s z", "i32"), [p, v, s, z] = ["p", "v", "s", "z"].map(get);
    const t = at(s, get("n8"));
    fn.i32("terms", u32("p"));
    fn.i32("products", i32(0));
    fn.advance("p", i32(4));
    fn.emit(call("frm_zero", z));
    fn.loop("i", i32(0), get("terms"), 1, () => {
        fn.advance("p", i32(4));
        fn.when(`(i32.eqz ${call("isBelow", p, order, get("n8"))})`, () => fn.emit(`(return ${i32(-1)})`));
        fn.when(call(EQUAL, p, one), () => fn.emit(call("frm_add", z, v, z)), () =>
            fn.when(call(EQUAL, p, minusOne), () => fn.emit(call("frm_sub", z, v, z)), () => {
                fn.emit(call("frm_mul", p, v, t));
                fn.when(get("products"), () => fn.emit(call("frm_add", s, t, s)), () => {
                    fn.emit(call("frm_copy", t, s));
                    fn.i32("products", i32(1));
                });
            }));
        fn.advance("p", get("n8"));
        fn.advance("v", get("n8"));
    });
    fn.when(get("products"), () => fn.emit(call("frm_mul", s, square, t), call("frm_add", z, t, z)));
    fn.emit(get("terms"));
    fn.addTo(module);
}

/**
 * `check(p, count, v, n8, k, out, most, s)`: which of `count` constraints A B = C do not hold
 *
 *   in      p     their combinations A, B, C, A, …, and `v`, n8, k, as `combination` takes them
 *           most  how many that fail are written
 *           s     room for seven elements
 *   out     out   u32: 0, or one more than the number of the first combination with a coefficient that is not below
 *                 the order, where this ends; u32: how many constraints fail; for the first `most` of these: its number
 *                 u32, and A, B and C, plain
 * @param {LaneModule} module
 */
function addCheck(module) {
    const fn = new FunctionText("check", "p count v n8 k out most s"), [p, v, n8, s, out] = ["p", "v", "n8", "s", "out"].map(get);
    const sides = ["a", "b", "c"], [t, u] = [s, at(s, n8)];
    fn.i32("next", at(out, 8));
    fn.i32("failing", i32(0));
    fn.i32("a", at(u, n8));
    fn.i32("b", at(get("a"), n8));
    fn.i32("c", at(get("b"), n8));
    fn.emit(`(i32.store ${out} ${i32(0)})`, `(i32.store offset=4 ${out} ${i32(0)})`);
    fn.loop("i", i32(0), get("count"), 1, () => {
        sides.forEach((side, k) => {
            fn.i32("terms", call("combination", p, v, n8, get("k"), s, get(side)));
            fn.when(`(i32.lt_s ${get("terms")} ${i32(0)})`, () => fn.emit(
                `(i32.store ${out} (i32.add (i32.mul ${get("i")} ${i32(3)}) ${i32(k + 1)}))`, "(return)"));
            fn.advance("v", `(i32.mul ${get("terms")} ${n8})`);
            fn.advance("p", `(i32.add ${i32(4)} (i32.mul ${get("terms")} (i32.add ${n8} ${i32(4)})))`);
        });
        // both with the factor 1 / R
        fn.emit(call("frm_mul", get("a"), get("b"), t), call("frm_mul", get("c"), one, u));
        fn.when(`(i32.eqz ${call(EQUAL, t, u)})`, () => {
            fn.when(`(i32.lt_u ${get("failing")} ${get("most")})`, () => {
                fn.emit(`(i32.store ${get("next")} ${get("i")})`);
                fn.advance("next", i32(4));
                for (const side of sides) {
                    fn.emit(call("frm_copy", get(side), get("next")));
                    fn.advance("next", n8);
                }
            });
            fn.advance("failing", i32(1));
        });
    });
    fn.emit(`(i32.store offset=4 ${out} ${get("failing")})`);
    fn.addTo(module);
}

export function constraintsModule() {
    const module = new LaneModule();
    for (const [name, arity] of Object.entries(IMPORTS)) module.importBase(name, arity);
    module.importBase(EQUAL, 2, "i32");
    addIsBelow(module);
    addCombination(module);
    addCheck(module);
    module.export("check");
    return { module, layout: {} };
}
