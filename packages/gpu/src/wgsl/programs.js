/**
 * Straight-line programs over a field, as lines `t = a * b`, `a + b`, `a - b` and `t = k a`, and
 * what they become in WGSL. Bounds of all values are derived when the text is made; a program that
 * could overflow is refused.
 * @module gpu/wgsl/programs
 */
/** @import { FieldPlan } from "./field.js" */
import { checkRange } from "../../../../src/internal/gpu.js";
import { weakBound } from "./field.js";

/** @typedef {{ op: "mul" | "add" | "sub" | "times", to: string, a: string, b: string }} Step */

const OPS = /** @type {const} */ ({ "*": "mul", "+": "add", "-": "sub" });

/** @param {string} text - one line per step @returns {Step[]} */
export function parseProgram(text) {
    return text.trim().split(/\s*;\s*/).filter(Boolean).map((line) => {
        const [, to, a, sign, b] = /** @type {string[]} */ (/^(\w+) = (\w+) ([*+-]|) ?(\w+)$/.exec(line) ?? []);
        checkRange(Boolean(to) && (sign !== "" || a === "k"), "parseProgram", "a line like t = a * b or t = k a", line);
        return { op: sign === "" ? "times" : OPS[/** @type {keyof typeof OPS} */ (sign)], to, a: sign === "" ? b : a, b };
    });
}

/**
 * Bounds of the outputs, in multiples of p, from those of the inputs.
 * @param {FieldPlan} plan
 * @param {readonly Step[]} steps
 * @param {Record<string, number>} inputs
 * @param {{ k: number, multiple: number }} constants - of `k a`, and of differences
 * @returns {Record<string, number>} of every name at the end
 * @throws {RangeError} for a value that may not fit
 */
export function boundsOf(plan, steps, inputs, { k, multiple }) {
    const known = { ...inputs };
    const rules = {
        mul: (/** @type {number} */ a, /** @type {number} */ b) => 1 + (a * b) / plan.room,
        add: (/** @type {number} */ a, /** @type {number} */ b) => a + b,
        sub: (/** @type {number} */ a, /** @type {number} */ b) => {
            checkRange(b <= multiple, "boundsOf", `a difference of less than ${multiple} p`, b);
            return a + multiple;
        },
        times: (/** @type {number} */ a) => weakBound(plan, k, a),
    };
    for (const { op, to, a, b } of steps) {
        known[to] = rules[op](known[a], known[b]);
        // A product is below room p only if its factors are; a sum has limbs of W bits only below
        // room p.
        checkRange(known[to] < plan.room, "boundsOf", `${to} below ${plan.room} p`, known[to]);
    }
    return known;
}

/**
 * The WGSL statements of a program; its values are constants of the function.
 * @param {readonly Step[]} steps
 */
export function straightText(steps) {
    /** @type {Map<string, string>} */
    const names = new Map();
    const text = steps.map(({ op, to, a, b }, i) => {
        const [left, right] = [names.get(a) ?? a, names.get(b) ?? b];
        names.set(to, `v${i}`);
        return `let v${i} = ${op === "times" ? `times(${left})` : `${op}(${left}, ${right})`};`;
    });
    return { text: text.join("\n"), value: (/** @type {string} */ name) => names.get(name) ?? name };
}

/**
 * The same program as a table that a loop interprets, so that the text has only one product, one
 * sum and one difference: drivers that inline every call take seconds to compile the straight form.
 * @param {readonly Step[]} steps
 * @param {readonly string[]} inputs
 */
export function tableText(steps, inputs) {
    const names = [...new Set([...inputs, ...steps.map(({ to }) => to)])];
    checkRange(names.length <= 64, "tableText", "at most 64 names, which have six bits in a step", names.length);
    const at = (/** @type {string} */ name) => names.indexOf(name);
    const codes = { mul: 0, add: 1, sub: 2, times: 3 };
    const words = steps.map(({ op, to, a, b }) =>
        codes[op] | (at(to) << 2) | (at(a) << 8) | ((op === "times" ? 0 : at(b)) << 14));
    const text = `var v: array<BI, ${names.length}>; ${inputs.map((name, i) => `v[${i}] = ${name};`).join(" ")}
var program = array<u32, ${words.length}>(${words.map((word) => `${word}u`).join(", ")});
for (var i = 0u; i < ${words.length}u; i++) {
let step = program[i]; let a = v[(step >> 8u) & 63u]; let b = v[(step >> 14u) & 63u]; var r: BI;
switch (step & 3u) { case 0u: { r = mul(a, b); } case 1u: { r = add(a, b); } case 2u: { r = sub(a, b); } default: { r = times(a); } }
v[(step >> 2u) & 63u] = r; }`;
    return { text, value: (/** @type {string} */ name) => `v[${at(name)}]` };
}
