/**
 * The kernels of programs over columns of scalars (batch/program), one WGSL module each.
 *
 * Values stay in the form of the engine, x hostR, and what they are multiplied with is in the form
 * of the device, w R, so that their product is in the form of the engine again and nothing needs to
 * be converted. A product of two columns takes a second one, by R^2 / hostR.
 * An FFT is that of Stockham: each pass reads one buffer and writes another, both in natural
 * order in the end.
 * @module gpu/wgsl/columns
 */
/** @import { FieldParams } from "../../../../src/internal/gpu.js" */
/** @import { FieldPlan } from "./field.js" */
import { checkRange, inverse, mod } from "../../../../src/internal/gpu.js";
import { accessText, fieldText, literal, planField, weak } from "./field.js";
import { boundsOf, parseProgram, straightText } from "./programs.js";

/**
 * Names of the parameters of a dispatch, in the order of the uniform buffer. n: of the columns, or
 * of a table; source: invocations of a row; stride: of a pass; bits: of an index, or of the low
 * part of one; flip: read backwards; op: of OPS; a, b, c: operands of `each`, 0 for a column, or 1
 * more than the number of an element; in `powers` a is where the bases begin.
 */
export const COLUMN_PARAMETERS = Object.freeze(/** @type {const} */ (["n", "source", "stride", "bits", "op", "a", "b", "c"]));
const UNIFORM = `struct U { ${COLUMN_PARAMETERS.map((name) => `${name}: u32`).join(", ")} };\n`;

/** What `each` does: b is an element or a column. */
export const OPS = Object.freeze({ scaled: 0, mul: 1, scaledAdd: 2, mulAdd: 3, add: 4, sub: 5 });

/**
 * FFTs of two and of four values; w, w2 and w3 are powers of a root of unity, and j is one of
 * order four.
 */
const TWO = parseProgram("s = a + b; y0 = k s; d = a - b; y1 = d * w");
const FOUR = parseProgram(`s = a + c; d = a - c; t = b + e; u = b - e; v = j * u; f = s + t; y0 = k f; g = s - t;
    y2 = g * w2; h = d + v; y1 = h * w; w3 = w * w2; l = d - v; y3 = l * w3`);

/** What `each`, `progress` and `fold` calculate, up to the reduction: only for their bounds. */
const OTHERS = parseProgram(`m = a * b; q = m * w; y0 = k q; o = q + c; y1 = k o; t = a + b; y2 = k t; d = a - b;
    y3 = k d; r = a * w; z = r * w2; y4 = k z; e = r + b; y5 = k e`);

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
            for (const program of [TWO, FOUR, OTHERS]) {
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
    const plan = planField(p, n8, options), { words, R, hostR } = plan;
    const multiple = planBounds(plan);
    const arithmetic = `${fieldText(plan, multiple)}\n${weak(plan, "times", 1)}`;
    const constant = (/** @type {string} */ name, /** @type {bigint} */ x) => `const ${name}: BI = ${literal(mod(x, p), plan)};`;
    const reading = (/** @type {string} */ name) => accessText(plan, name, name, false);
    const at = (/** @type {string} */ i) => `(${i}) * ${words}u`;
    const main = (/** @type {string} */ count) => `@compute @workgroup_size(${workgroup}) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
let t = id.x + id.y * u.source; if (t >= ${count}) { return; }`;
    /** A kernel that reads some buffers and writes y. */
    const kernel = (/** @type {string[]} */ inputs, /** @type {string} */ body, more = "") =>
        `${bindings(...inputs.map((name) => /** @type {[string]} */ ([name])), ["y", true])}${arithmetic}
${more}${inputs.map(reading).join("\n")}\n${accessText(plan, "y", "y")}
${body} }`;
    const pass = (/** @type {typeof TWO} */ program, /** @type {string[]} */ inputs, /** @type {string} */ more) => {
        const { text, value } = straightText(program), parts = inputs.length;
        return kernel(["x", "roots"], `${main(`u.n / ${parts}u`)}
let q = t & (u.stride - 1u); let p = t - q; let w = read_roots(${at("p")}); ${more}
${inputs.map((name, i) => `let ${name} = read_x(${at(`t + ${i}u * (u.n / ${parts}u)`)});`).join("\n")}
${text}
let to = q + ${parts}u * p;
${inputs.map((_, i) => `write_y(${at(`to + ${i}u * u.stride`)}, ${value(`y${i}`)});`).join("\n")}`);
    };
    const operand = (/** @type {string} */ name) => `read_${name}(${at(`select(u.${name} - 1u, t, u.${name} == 0u)`)})`;
    const low = `read_low(${at("t & ((1u << u.bits) - 1u)")})`;
    const high = `read_high(${at("t >> u.bits")})`;
    const sources = {
        /** y = two FFTs of x become one. */
        two: pass(TWO, ["a", "b"], ""),
        four: pass(FOUR, ["a", "b", "c", "e"], `let w2 = read_roots(${at("2u * p")}); let j = read_roots(${at("u.n / 4u")});`),
        /**
         * table_i = first base^i, from first, base, base^2, base^4 and so on; base in the form of
         * the device.
         */
        powers: kernel(["bases"], `${main("u.n")}
var v = read_bases(${at("u.a")});
for (var k = 0u; k < u.bits; k++) { if (((t >> k) & 1u) != 0u) { v = mul(v, read_bases(${at("u.a + k + 1u")})); } }
write_y(${at("t")}, canonical(v));`),
        /**
         * y_i = low_(i mod 2^bits) high_(i / 2^bits), reduced: an element of a geometric
         * progression.
         */
        progression: kernel(["low", "high"], `${main("u.n")}
write_y(${at("t")}, canonical(mul(${low}, ${high})));`),
        /**
         * y_i = x_i times that, reduced; op: x_(n - i), whose FFT is that with the inverse
         * root.
         */
        progress: kernel(["x", "low", "high"], `${main("u.n")}
var source = t; if (u.op != 0u) { source = (u.n - t) & (u.n - 1u); }
write_y(${at("t")}, canonical(mul(mul(read_x(${at("source")}), ${low}), ${high})));`),
        /** y_i = x_(i + 1), and x_0 at the end, reduced. */
        next: kernel(["x"], `${main("u.n")}
write_y(${at("t")}, canonical(read_x(${at("(t + 1u) & (u.n - 1u)")})));`),
        /** y_i += b x_i, reduced. */
        fold: kernel(["x", "b"], `${main("u.n")}
write_y(${at("t")}, canonical(add(read_y(${at("t")}), mul(read_x(${at("t")}), ${operand("b")}))));`),
        /** y_i = what OPS says of a_i, b_i and c_i, reduced. */
        each: kernel(["a", "b", "c"], `${main("u.n")}
let a = ${operand("a")}; let b = ${operand("b")}; var r: BI;
if (u.op == ${OPS.add}u) { r = add(a, b); } else if (u.op == ${OPS.sub}u) { r = sub(a, b); } else {
r = mul(a, b); if ((u.op & ${OPS.mul}u) != 0u) { r = mul(r, PRODUCT); }
if (u.op >= ${OPS.scaledAdd}u) { r = add(r, ${operand("c")}); } }
write_y(${at("t")}, canonical(r));`, `${constant("PRODUCT", R * R * inverse(mod(hostR, p), p))}\n`),
    };
    return { sources, plan };
}
