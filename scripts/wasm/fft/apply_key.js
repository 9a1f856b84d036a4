/**
 * A geometric progression of factors applied to a list.
 * @module scripts/wasm/fft/apply_key
 */
/** @import { WasmModule } from "../module.js" */
/** @import { Field } from "../types.js" */
import { at, call, get, set, whileLoop } from "../wat.js";

/**
 * `{as}(in, n, first, inc, out)`: out[i] = first inc^i in[i]
 *
 *   in      n elements; first, inc in Fr, Montgomery
 *   out     n elements
 *   alias   out may be in where the sizes are equal
 *   cost    per element one product in Fr and one by Fr
 * @param {WasmModule} module
 * @param {{ as: string, fr: Field, mulFr: string, n8In: number, n8Out: number }} options -
 *     mulFr(x, s, z): z = s x
 */
export function addApplyKey(module, { as, fr, mulFr, n8In, n8Out }) {
    const q = module.reserve(fr.n8);
    module.func({ name: as, params: "in n first inc out", body: [
        call(`${fr.name}_copy`, get("first"), q),
        whileLoop(get("n"), [
            call(mulFr, get("in"), `(i32.const ${q})`, get("out")), call(`${fr.name}_mul`, q, get("inc"), q),
            set("in", at(get("in"), n8In)), set("out", at(get("out"), n8Out)), set("n", at(get("n"), -1)),
        ])] });
}
