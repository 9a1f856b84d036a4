/**
 * The product in Fp2 = Fp[u] / (u^2 + 1) of tier fma by three products instead
 * of four, where limbs have room for sums (`tight` in plan.js): all columns of
 *
 *   t0 = x0 y0,  t1 = x1 y1,  t2 = (x0 + x1) (y0 + y1)
 *
 * are written out, then t0 - t1 and t2 - t0 - t1 are reduced, interleaved and
 * column by column. Neither half needs more vectors than there are registers.
 *
 *   cost    5 n^2 + 2 limb products, where two sums of two products take 6 n^2 + 2
 *   memory  8 n vectors of scratch
 *   bounds  bounds.js, product2
 *   source  Karatsuba, Ofman 1962
 * @module scripts/wasm/lane/karatsuba
 */
/** @import { LaneModule } from "./module.js" */
/** @import { ColumnSteps } from "./product.js" */
import { at, call, get } from "../wat.js";
import { fromBase } from "./module.js";
import { columnSchedule } from "./product.js";
import { FunctionText } from "./text.js";

/**
 * What the field knows.
 * @typedef {object} Words
 * @property {number} n
 * @property {(fn: FunctionText, a: string, b: string) => string} high - half of a limb product
 * @property {(fn: FunctionText, a: string, b: string, h: string) => string} low - the other half
 * @property {(a: string, b: string) => string} add
 * @property {(products: number) => number} table - offset of the initial values of columns of so many products of n by n limbs, reduced
 * @property {(fn: FunctionText, id: string, offset: number, column: (c: number) => string) => Omit<ColumnSteps, "open" | "product">} reduction - steps on columns named s0, s1 in turn
 */

/**
 * `columns(x, y, t)`: the 2n columns of x y, with the constant parts of their halves.
 * @param {LaneModule} module
 * @param {Words} words
 */
export function addColumns(module, { n, high, low }) {
    const fn = new FunctionText("columns", "x y t"), seen = new Set();
    const addTo = (/** @type {number} */ c, /** @type {string} */ e) => {
        fn.v128(`s${c}`, seen.has(c) ? `(i64x2.add ${get(`s${c}`)} ${e})` : e);
        seen.add(c);
    };
    const store = (/** @type {number} */ c) => fn.emit(`(v128.store offset=${16 * c} ${get("t")} ${get(`s${c}`)})`);
    for (let i = 0; i < n; i++) {
        fn.v128("xi", `(v128.load offset=${16 * i} ${get("x")})`);
        for (let j = 0; j < n; j++) {
            const y = `(v128.load offset=${16 * j} ${get("y")})`;
            fn.v128("h", high(fn, get("xi"), y));
            addTo(i + j, low(fn, get("xi"), y, get("h")));
            addTo(i + j + 1, get("h"));
        }
        store(i);
    }
    for (let c = n; c < 2 * n; c++) store(c);
    fn.addTo(module);
}

/**
 * z = x y, one unit; `columns` is in the module.
 * @param {LaneModule} module
 * @param {Words} words
 * @param {FunctionText} fn
 * @returns {string[][]} two lists of statements to interleave, after those that are emitted
 */
export function productOfThree(module, words, fn) {
    const { n, add } = words, U = 16 * n, sums = module.scratch(2 * U), lists = module.scratch(6 * U);
    ["x", "y"].forEach((ptr, k) => {
        for (let i = 0; i < n; i++) fn.emit(`(v128.store offset=${k * U + 16 * i} ${fromBase(sums)} ${add(`(v128.load offset=${16 * i} ${get(ptr)})`, `(v128.load offset=${U + 16 * i} ${get(ptr)})`)})`);
    });
    [[get("x"), get("y")], [at(get("x"), U), at(get("y"), U)], [fromBase(sums), fromBase(sums + U)]]
        .forEach(([a, b], k) => fn.emit(call("columns", a, b, fromBase(lists + 2 * k * U))));
    fn.i32("t", fromBase(lists));
    return [reduced(fn, words, [1, -1, 0], 0, "_0"), reduced(fn, words, [-1, -1, 1], U, "_1")];
}

/**
 * Reduces a sum of the three lists to z + offset.
 * @param {FunctionText} fn
 * @param {Words} words
 * @param {number[]} signs - 1, 0 or -1 for each list
 * @param {number} offset
 * @param {string} id - of this stream's locals
 */
function reduced(fn, { n, table, reduction }, signs, offset, id) {
    const column = (/** @type {number} */ c) => `s${c & 1}${id}`, start = table(signs.reduce((a, b) => a + b));
    return fn.capture(() => columnSchedule(n, [], {
        ...reduction(fn, id, offset, column),
        open(c) {
            const of = (/** @type {number} */ k) => `(v128.load offset=${16 * (2 * n * k + c)} ${get("t")})`;
            const first = `(v128.load64_splat offset=${start + 8 * c} (global.get $base))`;
            fn.v128(column(c), signs.reduce((e, sign, k) => (sign ? `(i64x2.${sign > 0 ? "add" : "sub"} ${e} ${of(k)})` : e), first));
        },
        product: () => {},
    }));
}
