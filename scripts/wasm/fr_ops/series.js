/**
 * Operations in which an index needs those before it, or those after it. What is carried from one
 * index to the next is at an address of its own, so that a caller may cut a list wherever it wants,
 * and go on with what was carried.
 * @module scripts/wasm/fr_ops/series
 */
/** @import { LaneModule } from "../lane/module.js" */
/** @import { FunctionText } from "../lane/text.js" */
import { at, call, get, i32 } from "../wat.js";
import { operation } from "./operation.js";

const [acc, t, x, z, c] = ["acc", "t", "x", "z", "c"].map(get);

/**
 * `mulTotal(n, t, acc, 0, x, xStep)`: acc = acc x[0] … x[n - 1]; `addTotal` likewise
 * `mulScan(n, t, acc, 0, z, zStep, x, xStep)`: z[i] = acc x[0] … x[i - 1], then acc as of mulTotal;
 * `addScan` likewise
 *
 *   in      x    n elements of Fr, canonical
 *           acc  an element: what was carried so far
 *           t    room for an element
 *   out     z    n elements, canonical; acc: what is carried on
 *   alias   z may be x; acc and t overlap nothing
 *   bounds  those of frm_mul and frm_add, which alone touch elements
 *   cost    one product, or sum, per index
 * @param {LaneModule} module
 * @param {"mul" | "add"} op
 */
function addRunning(module, op) {
    operation(module, `${op}Total`, ["acc", "x"], (fn) => fn.emit(call(`frm_${op}`, acc, x, acc)));
    operation(module, `${op}Scan`, ["acc", "z", "x"], (fn) =>
        fn.emit(call(`frm_${op}`, acc, x, t), call("frm_copy", acc, z), call("frm_copy", t, acc)));
}

/**
 * `powers(n, t, acc, 0, z, zStep, ratio, 0)`: z[i] = acc ratio^i, then acc = acc ratio^n
 *
 *   in      ratio, acc  Fr, canonical
 *   out     z           n elements, canonical; acc: the power after the last
 *   alias   nothing overlaps
 *   bounds  those of frm_mul
 *   cost    one product per index
 * @param {LaneModule} module
 */
const addPowers = (module) => operation(module, "powers", ["acc", "z", "ratio"], (fn) =>
    fn.emit(call("frm_copy", acc, z), call("frm_mul", acc, get("ratio"), acc)));

/**
 * Index i belongs to component i mod `parts`, whose element of acc is at `c`. From the last index
 * to the first.
 * @param {FunctionText} fn
 */
function startAtTheEnd(fn) {
    const last = `(i32.rem_u (i32.sub ${get("n")} ${i32(1)}) ${get("parts")})`;
    fn.i32("size", `(i32.sub ${i32(0)} ${get("xStep")})`);
    fn.i32("c", at(acc, `(i32.mul ${last} ${get("size")})`));
    fn.i32("end", at(acc, `(i32.mul ${get("parts")} ${get("size")})`));
}

/** @param {FunctionText} fn */
const nextComponent = (fn) =>
    fn.i32("c", `(i32.sub (select ${get("end")} ${c} (i32.eq ${c} ${acc})) ${get("size")})`);

/**
 * `evaluate(n, t, acc, 0, point, 0, parts, 0, x, xStep)`: acc[j] = acc[j] point^m + P_j(point) for
 * j < parts, where the polynomial with the coefficients x is the sum of X^j P_j(X^parts), and P_j
 * has m coefficients `divide(n, t, acc, 0, point, 0, parts, 0, x, xStep, z, zStep)`: the same, and
 * z[i] = what acc[i mod parts] was before index i: with acc = 0 at first, z has the coefficients of
 * the quotient by X^parts - point, and acc gets the remainder
 *
 *   in      x      the address of the last of n elements of Fr, canonical, that of the lowest power
 *                  first; xStep: less than 0
 *           parts  a number, at least 1
 *           point  Fr, canonical
 *           acc    `parts` elements: what the coefficients above these have come to
 *           t      room for an element
 *   out     acc    `parts` elements, canonical; z: n elements, canonical, with zStep = xStep
 *   alias   z may be x; acc, t and point overlap nothing
 *   bounds  those of frm_mul and frm_add, which alone touch elements
 *   cost    a product and a sum per index
 *   source  Horner; synthetic division
 * @param {LaneModule} module
 */
function addHorner(module) {
    const point = get("point"), shared = ["acc", "point", "parts"];
    operation(module, "evaluate", [...shared, "x"], (fn) => {
        fn.emit(call("frm_mul", c, point, c), call("frm_add", c, x, c));
        nextComponent(fn);
    }, startAtTheEnd);
    operation(module, "divide", [...shared, "x", "z"], (fn) => {
        fn.emit(
            call("frm_mul", c, point, t),
            call("frm_add", t, x, t), // before z is written, which may be x
            call("frm_copy", c, z),
            call("frm_copy", t, c),
        );
        nextComponent(fn);
    }, startAtTheEnd);
}

/** @param {LaneModule} module */
export function addSeries(module) {
    addRunning(module, "mul");
    addRunning(module, "add");
    addPowers(module);
    addHorner(module);
}
