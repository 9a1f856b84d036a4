/**
 * Operations that treat each index alone. Every operand is a list, or one element for all indices: then its step is 0.
 * @module scripts/wasm/fr_ops/pointwise
 */
/** @import { LaneModule } from "../lane/module.js" */
import { FunctionText } from "../lane/text.js";
import { call, get, i32 } from "../wat.js";

/**
 * `{name}(x, xStep, y, yStep, …, n, [t,] z, zStep)`: `write` for n indices.
 * @param {LaneModule} module
 * @param {string} name
 * @param {string[]} lists - of them z is the last
 * @param {string} scratch - further parameters, after n
 * @param {string[]} body - what is done for an index
 */
function addEach(module, name, lists, scratch, body) {
    const inputs = lists.slice(0, -1).map((list) => `${list} ${list}Step`).join(" ");
    const fn = new FunctionText(name, `${inputs} n ${scratch}z zStep`);
    fn.loop("i", i32(0), get("n"), 1, () => {
        fn.emit(...body);
        for (const list of lists) fn.advance(list, get(`${list}Step`));
    });
    fn.addTo(module);
}

/**
 * `mulEach(x, xStep, y, yStep, n, z, zStep)`: z[i] = x[i] y[i]; `addEach`, `subEach` likewise
 * `mulAddEach(x, xStep, y, yStep, c, cStep, n, t, z, zStep)`: z[i] = x[i] y[i] + c[i]
 *
 *   in      x, y, c  n elements of Fr, canonical; element i is `step` bytes after element i - 1
 *           t        room for an element
 *   out     z        n elements, canonical
 *   alias   z may be x, y or c with the same step; it overlaps no operand of step 0
 *   bounds  those of frm_mul, frm_add and frm_sub, which alone touch elements
 *   cost    per index what the functions that are named cost
 * @param {LaneModule} module
 */
export function addPointwise(module) {
    const [x, y, c, t, z] = ["x", "y", "c", "t", "z"].map(get);
    for (const op of ["mul", "add", "sub"]) addEach(module, `${op}Each`, ["x", "y", "z"], "", [call(`frm_${op}`, x, y, z)]);
    addEach(module, "mulAddEach", ["x", "y", "c", "z"], "t ", [call("frm_mul", x, y, t), call("frm_add", t, c, z)]);
}
