/**
 * The product in Fp2 = Fp[u] / (u^2 + k) of tier fma by three products instead
 * of four, where limbs have room for sums (`tight` in plan.js): all columns of
 *
 *   t0 = x0 y0,  t1 = x1 y1,  t2 = (x0 + x1) (y0 + y1)
 *
 * are written out, then t0 - k t1 and t2 - t0 - t1 are reduced, interleaved and
 * column by column. Neither half needs more vectors than there are registers.
 *
 *   cost    5 n^2 + 2 limb products, where two sums of two products take 6 n^2 + 2
 *   memory  8 n vectors of scratch
 *   bounds  ../../msm_lane/proof.js
 *   source  Karatsuba, Ofman 1962
 * @module scripts/wasm/lane/fma/karatsuba
 */
/** @import { LaneModule } from "../module.js" */
/** @import { FmaField } from "./field.js" */
import { at, call, get } from "../../wat.js";
import { Columns } from "../columns.js";
import { fromBase } from "../module.js";
import { columnSchedule } from "../product.js";
import { FunctionText } from "../text.js";
import { fadd } from "../words.js";
import { columnCounts } from "./limbs.js";

/**
 * `columns(x, y, t)`: the 2n columns of x y, with the constant parts of their halves.
 * @param {LaneModule} module
 * @param {FmaField} F
 */
export function addColumns(module, F) {
    const fn = new FunctionText("columns", "x y t");
    const columns = new Columns(fn), { n } = F;
    const store = (/** @type {number} */ c) => fn.emit(F.store(get("t"), 0, c, columns.at(c)));
    for (let i = 0; i < n; i++) {
        fn.v128("xi", F.load(get("x"), 0, i));
        for (let j = 0; j < n; j++) F.times(columns, get("xi"), F.load(get("y"), 0, j), i + j);
        store(i);
    }
    for (let c = n; c < 2 * n; c++) store(c);
    fn.addTo(module);
}

/**
 * z = x y, one unit; `columns` is in the module.
 * @param {LaneModule} module
 * @param {FmaField} F
 * @param {FunctionText} fn
 * @returns {string[][]} two lists of statements to interleave, after those that are emitted
 */
export function productOfThree(module, F, fn) {
    const { n, unitBytes: U } = F, sums = module.scratch(2 * U);
    const lists = module.scratch(6 * U);
    ["x", "y"].forEach((ptr, k) => {
        for (let i = 0; i < n; i++) {
            const sum = fadd(F.load(get(ptr), 0, i), F.load(get(ptr), U, i));
            fn.emit(F.store(fromBase(sums), k * U, i, sum));
        }
    });
    [[get("x"), get("y")], [at(get("x"), U), at(get("y"), U)], [fromBase(sums), fromBase(sums + U)]]
        .forEach(([a, b], k) => fn.emit(call("columns", a, b, fromBase(lists + 2 * k * U))));
    fn.i32("t", fromBase(lists));
    return [reduced(fn, F, [1, Number(F.plan.nonResidue), 0], 0, "_0"), reduced(fn, F, [-1, -1, 1], U, "_1")];
}

/**
 * Reduces a sum of the three lists to z + offset.
 * @param {FunctionText} fn
 * @param {FmaField} F
 * @param {number[]} weights - of each list
 * @param {number} offset
 * @param {string} id - of this stream's locals
 */
function reduced(fn, F, weights, offset, id) {
    const { n } = F, columns = F.twoColumns(fn, id);
    const start = F.startTable(columnCounts(n, [], { more: weights.reduce((a, b) => a + b) }));
    return fn.capture(() => columnSchedule(n, [], {
        ...F.columnReduction(columns, id, offset),
        open(c) {
            columns.put(c, `(v128.load64_splat offset=${start + 8 * c} (global.get $base))`);
            weights.forEach((weight, k) => {
                if (weight) columns.add(c, times(fn, F.load(get("t"), 16 * 2 * n * k, c), Math.abs(weight)), weight < 0);
            });
        },
        product: () => {},
    }));
}

/**
 * Times a small number, in 64-bit lanes.
 * @param {FunctionText} fn
 * @param {string} e
 * @param {number} k
 */
function times(fn, e, k) {
    if (k === 1) return e;
    fn.v128("column", e);
    const places = Array.from(k.toString(2)).reverse().flatMap((bit, i) => (bit === "1" ? [i] : []));
    return places
        .map((i) => (i ? `(i64x2.shl ${get("column")} (i32.const ${i}))` : get("column")))
        .reduce((a, b) => `(i64x2.add ${a} ${b})`);
}
