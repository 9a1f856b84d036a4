/**
 * Whether relaxed madd rounds once. One shipping engine has the opcode without
 * the fusion; the limb products of tier fma are wrong there.
 * @module scripts/wasm/lane/fma/probe
 */
/** @import { LaneModule } from "../module.js" */
import { get } from "../../wat.js";
import { FunctionText } from "../text.js";

/**
 * `fused() -> i32`: 1 when a b - round(a b) is the exact, non-zero rest for both forms of madd.
 * @param {LaneModule} module
 * @returns {string} its name
 */
export function addFusedProbe(module) {
    const fn = new FunctionText("fused", "", "i32");
    // 1 + 2^-30 squared is 1 + 2^-29 + 2^-60: the last term is lost by a product that rounds
    fn.v128(
        "a",
        `(v128.load offset=${module.data(new Uint8Array(new Float64Array([1 + 2 ** -30, 1 + 2 ** -30]).buffer))} (global.get $base))`,
    );
    fn.v128("b", `(f64x2.mul ${get("a")} ${get("a")})`);
    const rest = "(v128.const f64x2 0x1p-60 0x1p-60)";
    const exact = [
        `(f64x2.eq (f64x2.relaxed_madd ${get("a")} ${get("a")} (f64x2.neg ${get("b")})) ${rest})`,
        `(f64x2.eq (f64x2.relaxed_nmadd ${get("a")} ${get("a")} ${get("b")}) (f64x2.neg ${rest}))`,
    ];
    fn.emit(`(i64x2.all_true (v128.and ${exact.join(" ")}))`);
    fn.addTo(module);
    return fn.name;
}
