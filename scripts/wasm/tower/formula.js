/**
 * Straight-line formulas over a field, written as in a paper and turned into
 * calls. One line per operation:
 *
 *     t = a * b      t = a + b      t = a - b      t = op(a)      t = op(a, b)
 *
 * A name is an operand that the caller placed (`places`), or else a temporary
 * with static scratch of its own. `op` is a function of the field (`sqr`, `dbl`,
 * `neg`, ...) or one from `functions`; outputs are last, as everywhere.
 * @module scripts/wasm/tower/formula
 */
/** @import { Field } from "../types.js" */
/** @import { WasmModule } from "../module.js" */
import { call } from "../wat.js";
import { coefficient } from "./coefficients.js";

/**
 * @typedef {Record<string, string | number>} Places - name of an operand -> its address: a WAT
 *   expression or a static address
 */

const BINARY = /** @type {Record<string, string>} */ ({ "*": "mul", "+": "add", "-": "sub" });

/**
 * Places of the coefficients of an element: x -> x0, x1, ...
 * @param {Pick<Field, "n8">} field - of the coefficients
 * @param {Record<string, number>} elements - name of the pointer local -> how many coefficients
 * @returns {Places}
 */
export function coefficients(field, elements) {
    return Object.fromEntries(Object.entries(elements).flatMap(([ptr, count]) =>
        Array.from({ length: count }, (_, k) => [`${ptr}${k}`, coefficient(ptr, k, field.n8)])));
}

/**
 * Calls that compute the lines in order.
 * @param {WasmModule} module
 * @param {Pick<Field, "name" | "n8">} field
 * @param {Places} places
 * @param {string} lines
 * @param {Record<string, string>} [functions] - word in a line -> function of the module
 * @returns {string[]}
 */
export function formula(module, field, places, lines, functions = {}) {
    /** @type {Map<string, string | number>} */
    const known = new Map(Object.entries(places));
    const place = (/** @type {string} */ name) => {
        if (!known.has(name)) known.set(name, module.reserve(field.n8));
        return /** @type {string | number} */ (known.get(name));
    };
    return lines.split("\n").map((line) => line.replace(/\/\/.*/, "").trim()).filter(Boolean).map((line) => {
        const [, out, op, operands] = parse(line);
        return call(functions[op] ?? `${field.name}_${op}`, ...operands.split(/, */).map(place), place(out));
    });
}

/**
 * @param {string} line
 * @returns {string[]} line, output, operation, operands with commas
 */
function parse(line) {
    const infix = /^(\w+) = (\w+) ([*+-]) (\w+)$/.exec(line);
    if (infix) return [line, infix[1], BINARY[infix[3]], `${infix[2]},${infix[4]}`];
    const prefix = /^(\w+) = (\w+)\((\w+(?:, *\w+)*)\)$/.exec(line);
    if (!prefix) throw new SyntaxError(`formula: expected "t = a * b" or "t = op(a, b)", got "${line}"`);
    return prefix;
}
