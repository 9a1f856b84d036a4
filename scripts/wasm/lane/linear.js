/**
 * Sums of multiples of units with small coefficients, another in each lane, as lists say: what is
 * between the products of a formula over an extension. A formula is data for this kernel
 * (src/kernels/pairing), so that it takes no code.
 * @module scripts/wasm/lane/linear
 */
/** @import { LaneField } from "./types.js" */
/** @import { LaneModule } from "./module.js" */
import { at, get, i32 } from "../wat.js";
import { vectors } from "./kernels.js";
import { FunctionText } from "./text.js";
import { fma, lanes32 } from "./words.js";

/** Bytes of a list: what stands before the terms of a sum, and a term; what their numbers mean. */
export const LIST = Object.freeze({ head: 16, to: 0, count: 4, term: 32, from: 16, swapped: 20 });

/**
 * The sum of the absolute values of coefficients in a lane, at most: limbs stay below 2^53, and the
 * value below what one reduction takes to p / 2; proved in msm_lane/proof.js.
 */
export const MOST_WEIGHT = 24;

/** Has a field room for sums of that many values? @param {LaneField} F */
export const takesSums = ({ plan: { doubles, nonResidue }, tight }) => doubles && !tight && nonResidue === -1n;

/**
 * `linear(list, end)`: sums one after the other, so that a later one may read what an earlier one
 * wrote.
 *
 *   in      list    for each sum the address of a unit of Fp (i32), the number of its terms (i32),
 *                   8 bytes; then for each term two coefficients, of lane 0 and lane 1 (f64), the
 *                   address of a unit (i32), 1 where its lanes change places and else 0 (i32), 8
 *                   bytes
 *   out     units   normalised: of any products or results of this, with weights up to MOST_WEIGHT
 *   alias   a sum is written after its terms were read
 * @param {LaneModule} module
 * @param {LaneField} F
 */
export function addLinear(module, F) {
    const fn = new FunctionText("linear", "list end");
    const t = vectors(F, "t");
    const unit = get("unit");
    const add = (/** @type {(e: string) => string} */ placed) =>
        t.forEach((x, j) => fn.v128(x, fma(placed(F.load(unit, 0, j)), get("factor"), get(x))));
    fn.loop("list", get("list"), get("end"), 0, () => {
        fn.i32("to", `(i32.load offset=${LIST.to} ${get("list")})`);
        fn.i32("last", at(get("list"), `(i32.mul (i32.load offset=${LIST.count} ${get("list")}) ${i32(LIST.term)})`));
        for (const x of t) fn.v128(x, "(v128.const i64x2 0 0)");
        fn.loop("list", get("list"), get("last"), LIST.term, () => {
            fn.v128("factor", `(v128.load offset=${LIST.head} ${get("list")})`);
            fn.i32("unit", `(i32.load offset=${LIST.head + LIST.from} ${get("list")})`);
            fn.when(
                `(i32.load offset=${LIST.head + LIST.swapped} ${get("list")})`,
                () => add((e) => lanes32([2, 3, 0, 1], e, e)),
                () => add((e) => e),
            );
        });
        fn.i32("list", at(get("list"), i32(LIST.head)));
        F.norm(fn, t);
        t.forEach((x, j) => fn.emit(F.store(get("to"), 0, j, get(x))));
    });
    fn.addTo(module);
}
