/**
 * Scratch whose size is known only at run time. It is above the bump allocator's
 * mark, which is not moved. The word at address 4, after the mark, says how far
 * scratch has reached, so that what is left there can be cleared.
 * @module scripts/wasm/memory
 */
/** @import { WasmModule } from "./module.js" */
import { get, i32, set, when } from "./wat.js";

/** Address of that word. */
const REACHED = 4;

/**
 * `ensureMemory(end)`: makes memory reach up to byte `end` and notes this, or traps
 *
 *   in      end   address, at most 2^31
 * @param {WasmModule} module
 */
export function addMemory(module) {
    if (module.names.has("ensureMemory")) return;
    module.func({
        name: "ensureMemory",
        params: "end",
        i32: "pages",
        body: [
            set("pages", `(i32.sub (i32.shr_u (i32.add ${get("end")} ${i32(65535)}) ${i32(16)}) (memory.size))`),
            when(
                `(i32.gt_s ${get("pages")} ${i32(0)})`,
                when(`(i32.lt_s (memory.grow ${get("pages")}) ${i32(0)})`, "(unreachable)"),
            ),
            when(`(i32.gt_u ${get("end")} (i32.load ${i32(REACHED)}))`, `(i32.store ${i32(REACHED)} ${get("end")})`),
        ],
    });
}
