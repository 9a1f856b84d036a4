/**
 * @module scripts/wasm/field/inv
 */
/** @import { WasmModule } from "../module.js" */
/** @import { Field } from "../types.js" */
import { addFixedPow } from "./pow.js";
/** @param {WasmModule} module @param {Field} field */
export function addInv(module, field) {
    addFixedPow(module, field, "inv", field.p - 2n);
}
