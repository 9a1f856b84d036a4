/**
 * The kernels of transforms over the scalar field, and of what a proof does between them, one WGSL module each.
 *
 * Values stay in the form of the engine, x hostR, and what they are multiplied with is in the form of the device, w R,
 * so that their product is in the form of the engine again and nothing needs to be converted.
 * A transform is that of Stockham: each pass reads one buffer and writes another, both in natural order in the end.
 * @module gpu/wgsl/columns
 */
/** @import { FieldParams } from "../../params/types.js" */
/** @import { FieldPlan } from "./field.js" */
import { inverse, mod } from "../../bigint/modular.js";
import { checkRange } from "../../util/check.js";
import { accessText, fieldText, literal, planField, weak } from "./field.js";
import { boundsOf, parseProgram, straightText } from "./programs.js";

/** Names of the parameters of a dispatch, in the order of the uniform buffer. */
export const COLUMN_PARAMETERS = Object.freeze(/** @type {const} */ (["n", "stride", "source", "bits", "flip"]));
const UNIFORM = `struct U { ${COLUMN_PARAMETERS.map((name) => `${name}: u32`).join(", ")} };\n`;

/** Transforms of two and of four values; w, w2 and w3 are powers of a root of unity, and j is one of order four. */
const TWO = parseProgram("s = a + b; y0 = k s; d = a - b; y1 = d * w");
const FOUR = parseProgram(`s = a + c; d = a - c; t = b + e; u = b - e; v = j * u; f = s + t; y0 = k f; g = s - t;
    y2 = g * w2; h = d + v; y1 = h * w; w3 = w * w2; l = d - v; y3 = l * w3`);

/** The largest multiple of p that is tried for differences. */
const MOST = 8;

/** Values in memory are below this multiple of the modulus. */
const BOUND = 1.5;

/**
 * The least multiple of p that differences need.
 * @param {FieldPlan} plan
 */
function planBounds(plan) {
    const known = { a: BOUND, b: BOUND, c: BOUND, e: BOUND, j: 1, w: 1, w2: 1 };
    for (let multiple = 2; ; multiple++) {
        try {
            for (const program of [TWO, FOUR]) {
                const bounds = boundsOf(plan, program, known, { k: 1, multiple });
                for (const [name, bound] of Object.entries(bounds))
                    if (name.startsWith("y")) checkRange(bound <= BOUND, "planBounds", `${name} below ${BOUND} p`, bound);
            }
            checkRange(BOUND < plan.stored, "planBounds", "values that fit the words of an element", plan.stored);
            return multiple;
        } catch (error) {
            if (multiple === MOST) throw error;
        }
    }
}

/** @param {[name: string, writable?: boolean][]} buffers */
const bindings = (...buffers) => `${UNIFORM}${buffers.map(([name, writable], i) =>
    `@group(0) @binding(${i}) var<storage, ${writable ? "read_write" : "read"}> ${name}: array<u32>;`).join("\n")}
@group(0) @binding(${buffers.length}) var<uniform> u: U;\n`;

/**
 * @param {Readonly<FieldParams>} field - the scalars of a curve
 * @param {{ limbBits: number, rows: boolean, workgroup: number }} options
 * @returns {{ sources: Record<string, string>, plan: FieldPlan }}
 */
export function columnKernelsOf({ p, n8 }, { workgroup, ...options }) {
    const plan = planField(p, n8, options), { words, R, hostR } = plan, multiple = planBounds(plan);
    const arithmetic = `${fieldText(plan, multiple)}\n${weak(plan, "times", 1)}`;
    const constant = (/** @type {string} */ name, /** @type {bigint} */ x) => `const ${name}: BI = ${literal(mod(x, p), plan)};`;
    const reading = (/** @type {string} */ name) => accessText(plan, name, name, false);
    const at = (/** @type {string} */ i) => `(${i}) * ${words}u`;
    const main = (/** @type {string} */ count) => `@compute @workgroup_size(${workgroup}) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
let t = id.x + id.y * u.source; if (t >= ${count}) { return; }`;
    const pass = (/** @type {typeof TWO} */ program, /** @type {string[]} */ inputs, /** @type {string} */ more) => {
        const { text, value } = straightText(program), parts = inputs.length;
        return `${bindings(["x"], ["y", true], ["roots"])}${arithmetic}
${reading("x")}\n${accessText(plan, "y", "y")}\n${reading("roots")}
${main(`u.n / ${parts}u`)}
let q = t & (u.stride - 1u); let p = t - q; let w = read_roots(${at("p")}); ${more}
${inputs.map((name, i) => `let ${name} = read_x(${at(`t + ${i}u * (u.n / ${parts}u)`)});`).join("\n")}
${text}
let to = q + ${parts}u * p;
${inputs.map((_, i) => `write_y(${at(`to + ${i}u * u.stride`)}, ${value(`y${i}`)});`).join("\n")} }`;
    };
    const sources = {
        /** y = two transforms of x become one. */
        two: pass(TWO, ["a", "b"], ""),
        four: pass(FOUR, ["a", "b", "c", "e"], `let w2 = read_roots(${at("2u * p")}); let j = read_roots(${at("u.n / 4u")});`),
        /** table_i = first base^i, from first, base, base^2, base^4 and so on: all in the form of the device. */
        powers: `${bindings(["bases"], ["y", true])}${arithmetic}
${reading("bases")}\n${accessText(plan, "y", "y")}
${main("u.n")}
var v = read_bases(0u);
for (var k = 0u; k < u.bits; k++) { if (((t >> k) & 1u) != 0u) { v = mul(v, read_bases(${at("k + 1u")})); } }
write_y(${at("t")}, canonical(v)); }`,
        /** y_i = x_i f_i, reduced; flip: x_(n - i), whose transform is that with the inverse root. */
        scale: `${bindings(["x"], ["y", true], ["factors"])}${arithmetic}
${reading("x")}\n${accessText(plan, "y", "y")}\n${reading("factors")}
${main("u.n")}
var source = t; if (u.flip != 0u) { source = (u.n - t) & (u.n - 1u); }
write_y(${at("t")}, canonical(mul(read_x(${at("source")}), read_factors(${at("t")})))); }`,
        /** y = a b - c, not in Montgomery form, reduced. */
        join: `${bindings(["a"], ["b"], ["c"], ["y", true])}${arithmetic}
${constant("PLAIN_PRODUCT", R * R * inverse(mod(hostR * hostR, p), p))}
${constant("PLAIN", R * inverse(mod(hostR, p), p))}
${["a", "b", "c"].map(reading).join("\n")}\n${accessText(plan, "y", "y")}
${main("u.n")}
let i = ${at("t")}; let product = mul(mul(read_a(i), read_b(i)), PLAIN_PRODUCT);
write_y(i, canonical(sub(product, mul(read_c(i), PLAIN)))); }`,
    };
    return { sources, plan };
}
