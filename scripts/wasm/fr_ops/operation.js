/**
 * What the operations of this room have in common: their arguments, and the loop over indices.
 * @module scripts/wasm/fr_ops/operation
 */
/** @import { LaneModule } from "../lane/module.js" */
import { FunctionText } from "../lane/text.js";
import { get, i32 } from "../wat.js";

/**
 * `{name}(n, t, a, aStep, b, bStep, …)`: `turn` for n indices. Each operand is an address with the
 * bytes from one index to the next, so that one caller can cut any operation; of an operand that
 * all indices share the step is 0.
 * @param {LaneModule} module
 * @param {string} name
 * @param {string[]} operands
 * @param {(fn: FunctionText) => void} turn
 * @param {(fn: FunctionText) => void} [before]
 */
export function operation(module, name, operands, turn, before) {
    const fn = new FunctionText(name, ["n t", ...operands.map((operand) => `${operand} ${operand}Step`)].join(" "));
    before?.(fn);
    fn.loop("i", i32(0), get("n"), 1, () => {
        turn(fn);
        for (const operand of operands) fn.advance(operand, get(`${operand}Step`));
    });
    fn.addTo(module);
}
