/**
 * Operations on elements that a list of numbers names: the values of wires, and those of additions
 * of wires.
 * @module scripts/wasm/fr_ops/picked
 */
/** @import { LaneModule } from "../lane/module.js" */
import { at, call, get } from "../wat.js";
import { operation } from "./operation.js";

/** The address of the element of x that the number at `index`, or the next one, names. */
const named = (offset = "") => at(get("x"), `(i32.mul (i32.load${offset} ${get("index")}) ${get("zStep")})`);

/**
 * `pick(n, t, z, zStep, x, 0, index, indexStep)`: z[i] = x[index[i]]
 * `pickedSums(n, t, z, zStep, x, 0, index, indexStep)`: z[i] = f x[a] + g x[b], with the numbers a
 * and b at `index`, and f and g after them
 *
 *   in      x      elements of Fr, canonical, zStep bytes each
 *           index  numbers, u32, of elements of x; f, g: Fr, canonical
 *           t      room for an element
 *   out     z      n elements, canonical
 *   alias   z may be a part of x: then a and b name what is there already, such as earlier results
 *   bounds  those of frm_mul and frm_add, which alone touch elements; the caller checks the numbers
 *   cost    pick: a copy per index; pickedSums: two products and a sum
 * @param {LaneModule} module
 */
export function addPicked(module) {
    const operands = ["z", "x", "index"], [index, t, z] = ["index", "t", "z"].map(get);
    operation(module, "pick", operands, (fn) => fn.emit(call("frm_copy", named(), z)));
    operation(module, "pickedSums", operands, (fn) => {
        fn.emit(
            call("frm_mul", named(), at(index, 8), t),
            call("frm_mul", named(" offset=4"), `(i32.add ${at(index, 8)} ${get("zStep")})`, z),
            call("frm_add", t, z, z),
        );
    });
}
