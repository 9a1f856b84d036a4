/**
 * Operations that treat each index alone.
 * @module scripts/wasm/fr_ops/pointwise
 */
/** @import { LaneModule } from "../lane/module.js" */
import { call, get } from "../wat.js";
import { operation } from "./operation.js";

/**
 * `mulEach(n, t, z, zStep, x, xStep, y, yStep)`: z[i] = x[i] y[i]; `addEach`, `subEach` likewise
 * `mulAddEach(n, t, z, zStep, x, xStep, y, yStep, c, cStep)`: z[i] = x[i] y[i] + c[i]
 *
 *   in      x, y, c  n elements of Fr, canonical; where the step is 0, one that is taken for every
 *                    index
 *           t        room for an element
 *   out     z        n elements, canonical
 *   alias   z may be x, y or c with the same step; it overlaps no operand of step 0
 *   bounds  those of frm_mul, frm_add and frm_sub, which alone touch elements
 *   cost    per index what the functions that are named cost
 * @param {LaneModule} module
 */
export function addPointwise(module) {
    const [x, y, c, t, z] = ["x", "y", "c", "t", "z"].map(get);
    for (const op of ["mul", "add", "sub"])
        operation(module, `${op}Each`, ["z", "x", "y"], (fn) => fn.emit(call(`frm_${op}`, x, y, z)));
    operation(module, "mulAddEach", ["z", "x", "y", "c"], (fn) =>
        fn.emit(call("frm_mul", x, y, t), call("frm_add", t, c, z)));
}
