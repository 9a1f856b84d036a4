/**
 * Operations in which an index needs those before it, or those after it. What is carried from one index to the next is
 * at an address of its own, so that a caller may cut a list wherever it wants, and go on with what was carried.
 * @module scripts/wasm/fr_ops/series
 */
/** @import { LaneModule } from "../lane/module.js" */
import { FunctionText } from "../lane/text.js";
import { at, call, get, i32 } from "../wat.js";

const [acc, t, x, z] = ["acc", "t", "x", "z"].map(get);

/**
 * `mulTotal(x, n, size, acc)`: acc = acc x[0] … x[n - 1]; `addTotal` likewise
 * `mulScan(x, n, size, acc, t, z)`: z[i] = acc x[0] … x[i - 1], then acc = acc x[0] … x[n - 1]; `addScan` likewise
 *
 *   in      x    n elements of Fr, canonical, `size` bytes each
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
    const total = new FunctionText(`${op}Total`, "x n size acc");
    total.loop("i", i32(0), get("n"), 1, () => {
        total.emit(call(`frm_${op}`, acc, x, acc));
        total.advance("x", get("size"));
    });
    total.addTo(module);
    const scan = new FunctionText(`${op}Scan`, "x n size acc t z");
    scan.loop("i", i32(0), get("n"), 1, () => {
        scan.emit(call(`frm_${op}`, acc, x, t), call("frm_copy", acc, z), call("frm_copy", t, acc));
        for (const list of ["x", "z"]) scan.advance(list, get("size"));
    });
    scan.addTo(module);
}

/**
 * `powers(ratio, n, size, acc, z)`: z[i] = acc ratio^i, then acc = acc ratio^n
 *
 *   in      ratio, acc  Fr, canonical
 *   out     z           n elements, canonical, `size` bytes each; acc: the power after the last
 *   alias   nothing overlaps
 *   bounds  those of frm_mul
 *   cost    one product per index
 * @param {LaneModule} module
 */
function addPowers(module) {
    const fn = new FunctionText("powers", "ratio n size acc z");
    fn.loop("i", i32(0), get("n"), 1, () => {
        fn.emit(call("frm_copy", acc, z), call("frm_mul", acc, get("ratio"), acc));
        fn.advance("z", get("size"));
    });
    fn.addTo(module);
}

/**
 * From the last index to the first. Index i belongs to component i mod `parts`, whose element of acc is at `c`.
 * @param {FunctionText} fn - with parameters x n parts size acc
 * @param {() => void} turn - x is the address of element i
 */
function downByComponents(fn, turn) {
    const size = get("size"), product = (/** @type {string} */ a) => `(i32.mul ${a} ${size})`;
    const last = `(i32.rem_u (i32.sub ${get("n")} ${i32(1)}) ${get("parts")})`;
    fn.i32("x", at(x, product(get("n"))));
    fn.i32("c", at(acc, product(last)));
    fn.i32("end", at(acc, product(get("parts"))));
    fn.loop("i", i32(0), get("n"), 1, () => {
        fn.i32("x", `(i32.sub ${x} ${size})`);
        turn();
        fn.i32("c", `(i32.sub (select ${get("end")} ${get("c")} (i32.eq ${get("c")} ${acc})) ${size})`);
    });
}

/**
 * `evaluate(x, n, parts, size, point, acc)`: acc[j] = acc[j] point^m + P_j(point) for j < parts, where the polynomial
 * with the coefficients x is the sum of X^j P_j(X^parts), and P_j has m coefficients
 * `divide(x, n, parts, size, point, acc, t, z)`: the same, and z[i] = what acc[i mod parts] was before index i: with
 * acc = 0 at first, z has the coefficients of the quotient by X^parts - point, and acc becomes the remainder
 *
 *   in      x      n elements of Fr, canonical, `size` bytes each, that of the lowest power first
 *           parts  at least 1
 *           point  Fr, canonical
 *           acc    `parts` elements: what the coefficients above these have come to
 *           t      room for an element
 *   out     acc    `parts` elements, canonical; z: n elements, canonical
 *   alias   z may be x; acc, t and point overlap nothing
 *   bounds  those of frm_mul and frm_add, which alone touch elements
 *   cost    a product and a sum per index
 *   source  Horner; synthetic division
 * @param {LaneModule} module
 */
function addHorner(module) {
    const c = get("c"), point = get("point");
    const evaluate = new FunctionText("evaluate", "x n parts size point acc");
    downByComponents(evaluate, () => evaluate.emit(call("frm_mul", c, point, c), call("frm_add", c, x, c)));
    evaluate.addTo(module);
    const divide = new FunctionText("divide", "x n parts size point acc t z");
    divide.i32("z", at(z, `(i32.mul ${get("n")} ${get("size")})`));
    downByComponents(divide, () => {
        divide.i32("z", `(i32.sub ${z} ${get("size")})`);
        divide.emit(
            call("frm_mul", c, point, t),
            call("frm_add", t, x, t), // before z is written, which may be x
            call("frm_copy", c, z),
            call("frm_copy", t, c),
        );
    });
    divide.addTo(module);
}

/** @param {LaneModule} module */
export function addSeries(module) {
    addRunning(module, "mul");
    addRunning(module, "add");
    addPowers(module);
    addHorner(module);
}
