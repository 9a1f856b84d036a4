/**
 * Compiles curve formulas, written as in the Explicit-Formulas Database with one
 * operation per line, to calls of the field. A name that is not a coordinate is a
 * temporary in static scratch; formulas never interleave, so those of one group
 * share their temporaries by name.
 * @module scripts/wasm/group/formula
 */
/** @import { Field } from "../types.js" */
/** @import { WasmModule } from "../module.js" */
import { call } from "../wat.js";

/**
 * @typedef {object} Places
 * @property {Record<string, string>} [inputs] - coordinate -> address (WAT)
 * @property {Record<string, string>} [outputs] - coordinate -> address (WAT)
 */

/** @typedef {{ to: string, op: string, from: string[] }} Step */

/** Shapes of a line's right side, and the field function each one is. */
const SHAPES = /** @type {const} */ ([
    [/^(\w+) \* (\w+)$/, "mul"], [/^(\w+) \+ (\w+)$/, "add"], [/^(\w+) - (\w+)$/, "sub"],
    [/^(\w+)\^2$/, "sqr"], [/^2 (\w+)$/, "dbl"], [/^-(\w+)$/, "neg"], [/^([a-zA-Z]\w*)$/, "copy"],
]);

/**
 * @param {string} line - `T = A * B`, `A + B`, `A - B`, `A^2`, `2 A`, `-A` or `A`
 * @returns {Step}
 */
function parse(line) {
    const [to, right] = line.split(" = ");
    for (const [shape, op] of SHAPES) {
        const match = shape.exec(right ?? "");
        if (match) return { to, op, from: match.slice(1) };
    }
    throw new Error(`formula: expected T = A op B, got ${line}`);
}

/**
 * A compiler of formulas over one field.
 *
 *   alias   a formula may write over its inputs: it is refused when an input
 *           is read after an output was written
 *
 * @param {WasmModule} module
 * @param {Field} field
 */
export function formulas(module, field) {
    /** @type {Map<string, number>} */
    const temporaries = new Map();
    const temporary = (/** @type {string} */ name) => {
        if (!temporaries.has(name)) temporaries.set(name, module.reserve(field.n8));
        return /** @type {number} */ (temporaries.get(name));
    };

    /**
     * @param {Places} places
     * @param {string} text - steps, separated by semicolons
     * @returns {string[]}
     */
    function compile({ inputs = {}, outputs = {} }, text) {
        const written = new Set();
        return text.split(";").map((line) => line.trim()).filter(Boolean).map((line) => {
            const { to, op, from } = parse(line);
            for (const name of from) if (name in inputs && written.size > 0)
                throw new Error(`formula: expected inputs to be read before outputs are written, got ${line}`);
            if (to in inputs) throw new Error(`formula: expected an output or a temporary to be written, got ${line}`);
            if (to in outputs) written.add(to);
            const place = (/** @type {string} */ name) => inputs[name] ?? outputs[name] ?? temporary(name);
            return call(`${field.name}_${op}`, ...from.map(place), place(to));
        });
    }
    return { compile, temporary };
}
