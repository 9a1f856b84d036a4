/**
 * Inverses of many elements for the price of one, of any field.
 * @module scripts/wasm/field/batch_inv
 */
/** @import { WasmModule } from "../module.js" */
import { at, call, get, i32, set, when, whileLoop } from "../wat.js";

/**
 * `{name}_batchInv(in, inStep, n, out, outStep)`: out[i] = in[i]^-1, 0^-1 = 0
 *
 *   in      n elements, inStep bytes apart
 *   out     n elements, outStep bytes apart
 *   alias   out may be in, with the same step
 *   memory  n elements above the allocator's mark, which is not moved; grows the memory if needed
 *   cost    3 n products, one inversion
 *   source  Montgomery's trick
 * @param {WasmModule} module
 * @param {{ name: string, n8: number }} field
 */
export function addBatchInv(module, { name, n8 }) {
    const acc = module.reserve(n8);
    const next = module.reserve(n8);
    const forward = [
        set("in", at(get("in"), get("inStep"))),
        set("out", at(get("out"), get("outStep"))),
        set("before", at(get("before"), n8)),
    ];
    const back = [
        set("in", `(i32.sub ${get("in")} ${get("inStep")})`), set("out", `(i32.sub ${get("out")} ${get("outStep")})`),
        set("before", at(get("before"), -n8)), set("i", at(get("i"), -1)),
    ];
    module.func({ name: `${name}_batchInv`, params: "in inStep n out outStep", i32: "before i", body: [
        set("before", `(i32.and (i32.add (i32.load ${i32(0)}) ${i32(7)}) ${i32(-8)})`),
        call("ensureMemory", at(get("before"), `(i32.mul ${get("n")} ${i32(n8)})`)),
        // before[i] = product of the nonzero elements before i
        call(`${name}_one`, acc),
        whileLoop(`(i32.ne ${get("i")} ${get("n")})`, [
            call(`${name}_copy`, acc, get("before")),
            when(`(i32.eqz ${call(`${name}_isZero`, get("in"))})`, call(`${name}_mul`, acc, get("in"), acc)),
            ...forward, set("i", at(get("i"), 1)),
        ]),
        call(`${name}_inv`, acc, acc),
        whileLoop(get("i"), [
            ...back,
            when(call(`${name}_isZero`, get("in")), call(`${name}_zero`, get("out")), [
                call(`${name}_mul`, acc, get("in"), next),
                call(`${name}_mul`, acc, get("before"), get("out")),
                call(`${name}_copy`, next, acc),
            ]),
        ])] });
}
