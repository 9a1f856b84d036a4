/**
 * Scratch whose size is known only at run time: above the bump allocator's
 * mark, which is not moved.
 * @module scripts/wasm/memory
 */
/** @import { WasmModule } from "./module.js" */
import { get, i32, set, when } from "./wat.js";

/**
 * `ensureMemory(end)`: memory reaches up to byte `end`, or the call traps
 *
 *   in      end   address, at most 2^31
 * @param {WasmModule} module
 */
export function addMemory(module) {
    if (module.names.has("ensureMemory")) return;
    module.func({ name: "ensureMemory", params: "end", i32: "pages", body: [
        set("pages", `(i32.sub (i32.shr_u (i32.add ${get("end")} ${i32(65535)}) ${i32(16)}) (memory.size))`),
        when(`(i32.gt_s ${get("pages")} ${i32(0)})`, when(`(i32.lt_s (memory.grow ${get("pages")}) ${i32(0)})`, "(unreachable)")),
    ] });
}
