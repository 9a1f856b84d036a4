/**
 * Arithmetic on many coordinates: they enter as units, a row of units at a time is added,
 * subtracted, multiplied and squared as the driver says (src/kernels/points/rows.js), and goes out.
 * @module scripts/wasm/msm_lane/rows
 */
/** @import { LanePoints } from "./points.js" */
import { at, call, get, i32 } from "../wat.js";
import { togetherKernel } from "../lane/kernels.js";
import { FunctionText } from "../lane/text.js";
import { vectors } from "../lane/kernels.js";
import { area, degreesOf, global, isCrowded, loadUnit, storeUnit, times, zip } from "./points.js";

/** What the driver calls. */
export const ROWS = Object.freeze(["enterRow", "mulRow", "sqrRow", "addRow", "subRow", "leaveRow"]);

/**
 * `enterRow(from, step, count, row)`: coordinates in the base module's form, `step` bytes apart.
 * `mulRow(x, y, count, z)`: z = x y; `sqrRow(x, count, z)`: z = x^2, unit by unit.
 * `addRow(x, y, count, z)`, `subRow(x, y, count, z)`: z = x + y, z = x - y.
 * `leaveRow(row, count, to, step)`: back into the base module's form.
 *
 *   in      count  units of coordinates, above 0; x, y rows that entered or results of this
 *   out     z      count units
 *   alias   z must not overlap an operand of a product; of a sum it may be one
 *   bounds  proof.js: a row stays within what `rows` of it closes, however often all of this is
 *           done
 * @param {LanePoints} L
 */
export function addRows(L) {
    addEnterRow(L);
    addProductRow(L, "mulRow", "x y count z");
    addProductRow(L, "sqrRow", "x count z");
    addSumRow(L, "addRow", L.F.add);
    addSumRow(L, "subRow", L.F.sub);
    addLeaveRow(L);
}

/**
 * Products are factors again: those of Fp2, and where limbs are crowded, only once they are
 * normalised.
 */
const settleRow = (/** @type {FunctionText} */ fn, /** @type {LanePoints} */ { F }, /** @type {string} */ row) => {
    const loop = () => fn.loop("i", i32(0), get("count"), 1, () => {
        fn.emit(call("normal", get(row)));
        fn.i32(row, at(get(row), global("unit")));
    });
    if (isCrowded(F)) loop();
    else if (degreesOf(F).length > 1) fn.when(`(i32.eq ${global("degree")} ${i32(2)})`, loop);
};

/** @param {LanePoints} L */
function addEnterRow(L) {
    const { F, module } = L, fn = new FunctionText("enterRow", "from step count row");
    fn.i32("z", get("row"));
    fn.loop("k", i32(0), get("count"), 1, () => {
        const lanes = Array.from({ length: F.lanes }, (_, l) => at(get("from"), l ? times(get("step"), l) : 0));
        fn.emit(
            call("unpack", ...lanes, area(L, "t")),
            `(call $f1_mul ${area(L, "t")} ${area(L, "toLane")} ${global("degree")} ${get("z")})`,
        );
        fn.i32("from", at(get("from"), times(get("step"), F.lanes)));
        fn.i32("z", at(get("z"), global("unit")));
    });
    settleRow(fn, L, "row");
    fn.addTo(module);
}

/** @param {LanePoints} L @param {string} name @param {string} params */
function addProductRow(L, name, params) {
    const { F, module } = L, fn = new FunctionText(name, params);
    const square = name === "sqrRow";
    const args = params.split(" ").map(get).join(" ");
    const twice = `${get("x")} ${args}`;
    const run = (/** @type {1 | 2} */ degree) => {
        const alone = `(call $f${degree}_${square ? "sqr" : "mul"} ${args})`;
        const other = togetherKernel(F, degree);
        // V8 before 13 keeps the unrolled square of tier fma in memory, see `square` in points.js
        if (square)
            return degree === 1 && F.bothWays && !F.kernel1
                ? `(if ${global("together")} (then ${alone}) (else (call $f1_mul ${twice})))` : alone;
        if (degree === 1 && F.kernel1) return `(call $${other} ${args})`;
        return other ? `(if ${global("together")} (then (call $${other} ${args})) (else ${alone}))` : alone;
    };
    fn.emit(degreesOf(F).length === 1
        ? run(1)
        : `(if (i32.eq ${global("degree")} ${i32(1)}) (then ${run(1)}) (else ${run(2)}))`);
    settleRow(fn, L, "z");
    fn.addTo(module);
}

/** @param {LanePoints} L @param {string} name @param {(a: string, b: string) => string} sum */
function addSumRow(L, name, sum) {
    const { F, module } = L, fn = new FunctionText(name, "x y count z");
    fn.loop("i", i32(0), times(get("count"), global("degree")), 1, () => {
        loadUnit(fn, F, "a", get("x"));
        loadUnit(fn, F, "b", get("y"));
        zip(F, sum, "a", "b").forEach((e, j) => fn.set(`a${j}`, e, F.local));
        F.norm(fn, vectors(F, "a"));
        storeUnit(fn, F, vectors(F, "a").map(get), get("z"));
        for (const row of ["x", "y", "z"]) fn.i32(row, at(get(row), F.unitBytes));
    });
    fn.addTo(module);
}

/** @param {LanePoints} L */
function addLeaveRow(L) {
    const { F, module } = L, fn = new FunctionText("leaveRow", "row count to step");
    fn.loop("k", i32(0), get("count"), 1, () => {
        fn.emit(call("out", get("row"), get("to"), get("step")));
        fn.i32("row", at(get("row"), global("unit")));
        fn.i32("to", at(get("to"), times(get("step"), F.lanes)));
    });
    fn.addTo(module);
}
