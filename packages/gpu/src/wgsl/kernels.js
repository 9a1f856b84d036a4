/**
 * The kernels of a sum, one WGSL module each, generated from the record of a group.
 *
 * All lists are per window: window w has its counters from w half, its sorted entries from w n, its
 * partial sums from w partials. A dispatch has one row of workgroups (y) per window, from the
 * window `first` on.
 * @module gpu/wgsl/kernels
 */
/** @import { GpuGroup, CurveModel, GroupModel, KernelOptions } from "./types.js" */
/** @import { FieldPlan } from "./field.js" */
/** @import { Step } from "./programs.js" */
import { checkRange, inverse, mod } from "../../../../src/internal/gpu.js";
import { accessText, fieldText, literal, planField, weak } from "./field.js";
import { boundsOf, parseProgram, straightText, tableText } from "./programs.js";
import { edwards } from "./edwards.js";
import { overFp2 } from "./fp2.js";
import { weierstrass } from "./weierstrass.js";

/** @type {Readonly<Record<string, Readonly<CurveModel>>>} */
const MODELS = Object.freeze({ weierstrass, edwards });

/**
 * The model over Fp.
 * @param {Readonly<CurveModel>} model
 * @param {Readonly<GpuGroup>} group
 * @returns {GroupModel}
 */
function overFp(model, { params }) {
    const [full, mixed, leaving] = [model.full, model.mixed, model.leaving].map(parseProgram);
    const k = Number(model.k(params));
    const constants = model.constants(params);
    return { ...model, full, mixed, leaving, k, constants, y: ["y"], z: ["z"] };
}

/**
 * What the kernels need of a group.
 * @param {Readonly<GpuGroup>} group
 * @returns {Readonly<GroupModel>}
 * @throws {RangeError} for a curve model that is not known
 */
export function modelOf(group) {
    const { model: name, degree } = group.params, model = MODELS[name];
    checkRange(Boolean(model), "gpuKernels", `a curve model among ${Object.keys(MODELS).join(", ")}`, name);
    return degree === 1 ? overFp(model, group) : overFp2(model, group);
}

/** No bucket. */
const NONE = "0xffffffffu";

/** Names of the parameters of a dispatch, in the order of the uniform buffer. */
export const PARAMETERS = Object.freeze(/** @type {const} */ ([
    "n", "bits", "half", "first", "span", "threads", "source", "words",
]));
const UNIFORM = `struct U { ${PARAMETERS.map((name) => `${name}: u32`).join(", ")} };\n`;

/** Invocations of the scan, which has one workgroup per window: fixed by its tree. */
const SCAN = 256;

/**
 * The least multiple of p that differences need. It is found by search, because the bounds of their
 * operands and results depend on it.
 * @param {FieldPlan} plan
 * @param {Readonly<GroupModel>} model
 */
function planBounds(plan, { coordinates, affine, full, mixed, leaving, lifted, k, constants }) {
    for (let multiple = 2; multiple < 9; multiple++) {
        try {
            // A sum becomes an operand again: start from reduced values, and let the bounds grow
            // until they are stable.
            let point = Object.fromEntries(coordinates.map((c) => [c, 1]));
            for (let round = 0; ; round++) {
                const named = (/** @type {1 | 2} */ i, /** @type {any} */ of) =>
                    Object.fromEntries(Object.entries(of).map(([c, bound]) => [`${c}${i}`, bound]));
                const fixed = Object.fromEntries(Object.keys(constants).map((c) => [c, 1]));
                const flat = Object.fromEntries([...affine, ...Object.keys(lifted)].map((c) => [c, 1]));
                const sumOf = (/** @type {readonly Step[]} */ program, /** @type {Record<string, number>} */ second) =>
                    boundsOf(plan, program, { ...named(1, point), ...named(2, second), ...fixed }, { k, multiple });
                const sums = [sumOf(full, point), sumOf(mixed, flat)];
                const next = Object.fromEntries(coordinates.map((c) =>
                    [c, Math.max(point[c], ...sums.map((sum) => sum[`${c}3`]))]));
                for (const c of coordinates) checkRange(next[c] < plan.stored, "planBounds", `${c} in memory`, next[c]);
                if (coordinates.every((c) => next[c] - point[c] < 1e-9)) {
                    boundsOf(plan, leaving, next, { k, multiple });
                    return { multiple, point: next };
                }
                checkRange(round < 100, "planBounds", "bounds that settle", next);
                point = next;
            }
        } catch (error) {
            if (multiple === 8) throw error;
        }
    }
    throw new RangeError("planBounds: expected bounds that fit, got none");
}

/** @param {string} name @param {boolean} [writable] */
const storage = (name, writable = false, of = "u32") =>
    (/** @type {number} */ binding) =>
        `@group(0) @binding(${binding}) var<storage, ${writable ? "read_write" : "read"}> ${name}: array<${of}>;`;

/** @param {((binding: number) => string)[]} buffers */
const bindings = (...buffers) =>
    `${UNIFORM}${buffers.map((one, i) => one(i)).join("\n")}
@group(0) @binding(${buffers.length}) var<uniform> u: U;\n`;

/**
 * The text that all kernels of a group share.
 * @param {Readonly<GpuGroup>} group
 * @param {KernelOptions} options
 */
function partsOf(group, options) {
    const model = modelOf(group), { constants } = model;
    const names = Object.keys(constants);
    const plan = planField(group.fp.p, group.fp.n8, options), { p, R, hostR, words } = plan;
    const { multiple } = planBounds(plan, model);
    const size = model.coordinates.length * words;
    const field = `${fieldText(plan, multiple)}\n${weak(plan, "times", model.k)}`;
    const constant = (/** @type {string} */ name, /** @type {bigint} */ x) =>
        `const ${name}: BI = ${literal(mod(x, p), plan)};`;
    const fields = model.coordinates.map((c) => `${c}: BI`).join(", ");
    const point = `struct PT { ${fields} };
fn zero() -> PT { return PT(${model.coordinates.map((c) => literal(mod(model.zero[c] * R, p), plan)).join(", ")}); }`;
    const pointAccess = (/** @type {string} */ name, /** @type {string} */ buffer) => `${accessText(plan, name, buffer)}
fn load_${name}(i: u32) -> PT { let at = i * ${size}u; return PT(${model.coordinates.map((_, j) => `read_${name}(at + ${j * words}u)`).join(", ")}); }
fn store_${name}(i: u32, v: PT) { let at = i * ${size}u; ${model.coordinates.map((c, j) => `write_${name}(at + ${j * words}u, v.${c});`).join(" ")} }`;
    const addition = (/** @type {string} */ name, /** @type {readonly Step[]} */ steps, busy = false) => {
        const inputs = [1, 2].flatMap((i) => model.coordinates.map((c) => `${c}${i}`));
        const { text, value } = options.form === "table" || (options.form === "mixed" && !busy)
            ? tableText(steps, [...inputs, ...names]) : straightText(steps);
        return `${names.map((one) => constant(one, constants[one] * R)).join("\n")}
fn ${name}(a: PT, b: PT) -> PT {
${inputs.map((one) => `let ${one} = ${one.endsWith("1") ? "a" : "b"}.${one.slice(0, -1)};`).join(" ")}
${text}
return PT(${model.coordinates.map((c) => value(`${c}3`)).join(", ")}); }`;
    };
    const toHere = (R * R * inverse(mod(hostR, p), p)) % p;
    return { model, plan, words, size, field, point, constant, pointAccess, addition, toHere };
}

/** Where an invocation is: `t` within its window `w`. @param {number} workgroup */
const main = (workgroup) => `@compute @workgroup_size(${workgroup}) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
let t = id.x; let w = u.first + id.y;`;

/**
 * The digit of window w of scalar i, by Booth: d in [-half, half], which depends on the bits of its
 * window and on the bit below them. `at(word)` is 0 out of bounds.
 */
const DIGIT = `fn word(i: u32, k: u32) -> u32 { if (k < u.words) { return scalars[i * u.words + k]; } return 0u; }
fn digit(i: u32, w: u32) -> i32 {
let at = w * u.bits; let k = at >> 5u; let s = at & 31u;
var v = word(i, k) >> s; if (s + u.bits > 32u) { v |= word(i, k + 1u) << (32u - s); }
v &= (1u << u.bits) - 1u;
var below = 0u; if (at > 0u) { below = (word(i, (at - 1u) >> 5u) >> ((at - 1u) & 31u)) & 1u; }
let d = i32(v + below); if (v >= u.half) { return d - i32(2u * u.half); } return d; }`;

/**
 * The kernels that sort: they read scalars, and of points only whether they are infinite.
 * @param {any} parts
 * @param {KernelOptions} options
 */
function sortingKernels({ words, model }, { workgroup }) {
    const pointWords = model.affine.length * words;
    return {
        /**
         * Counts the entries of each bucket; the new count is the entry's place in its bucket, and
         * 0 means none.
         */
        count: `${bindings(storage("scalars"), storage("points"), storage("counts", true, "atomic<u32>"), storage("places", true))}${DIGIT}
${main(workgroup)}
if (t >= u.n) { return; }
var any = 0u; for (var j = 0u; j < ${pointWords}u; j++) { any |= points[t * ${pointWords}u + j]; }
for (var v = w; v < w + u.span; v++) {
let d = digit(t, v); var place = 0u;
if (d != 0i && any != 0u) { place = atomicAdd(&counts[v * u.half + u32(abs(d)) - 1u], 1u) + 1u; }
places[v * u.n + t] = place; } }`,
        /**
         * Where each bucket begins among the sorted entries, and where the last one ends; one
         * workgroup per window.
         */
        scan: `${bindings(storage("counts"), storage("starts", true))}var<workgroup> sums: array<u32, ${SCAN}>;
@compute @workgroup_size(${SCAN}) fn main(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) group: vec3<u32>) {
let w = u.first + group.y; let begin = w * u.half; let end = w * (u.half + 1u); var before = w * u.n;
for (var tile = 0u; tile < u.half; tile += ${SCAN}u) {
let i = tile + t; var c = 0u; if (i < u.half) { c = counts[begin + i]; }
sums[t] = c; workgroupBarrier();
for (var step = 1u; step < ${SCAN}u; step <<= 1u) {
var left = 0u; if (t >= step) { left = sums[t - step]; }
workgroupBarrier(); sums[t] += left; workgroupBarrier(); }
if (i < u.half) { starts[end + i] = before + sums[t] - c; }
before += sums[${SCAN - 1}]; workgroupBarrier(); }
if (t == 0u) { starts[end + u.half] = before; } }`,
        /** Puts the entries in order: the number of the point, and the sign in the top bit. */
        scatter: `${bindings(storage("scalars"), storage("starts"), storage("places"), storage("entries", true))}${DIGIT}
${main(workgroup)}
if (t >= u.n) { return; }
for (var v = w; v < w + u.span; v++) {
let place = places[v * u.n + t]; if (place == 0u) { continue; }
let d = digit(t, v); let b = u32(abs(d)) - 1u;
entries[starts[v * (u.half + 1u) + b] + place - 1u] = t | select(0u, 0x80000000u, d < 0i); } }`,
    };
}

/**
 * Sums of buckets. An invocation takes `span` sorted entries, wherever buckets begin and end, so it
 * does not matter how full they are. Buckets that begin and end within its entries are done; its
 * first and last sums are partial.
 * @param {any} parts
 * @param {KernelOptions} options
 */
function summingKernels({ model, plan, words, size, field, point, constant, pointAccess, addition }, { workgroup }) {
    const flat = model.affine.length * words;
    const lifted = Object.keys(model.lifted);
    const lift = lifted.map((c) => constant(`LIFTED_${c}`, model.lifted[c] * plan.R)).join("\n");
    const operand = model.coordinates.map((/** @type {string} */ c) => (lifted.includes(c) ? `LIFTED_${c}` : c)).join(", ");
    const odd = model.odd.map((/** @type {string} */ c) => `${c} = negate(${c});`).join(" ");
    const sumOf = (/** @type {readonly Step[]} */ program, busy = false) => `${field}\n${point}\n${addition("plus", program, busy)}`;
    return {
        accumulate: `${bindings(storage("points"), storage("entries"), storage("starts"), storage("buckets", true), storage("parts", true), storage("keys", true))}
${sumOf(model.mixed, true)}\n${lift}
${accessText(plan, "q", "points", false)}\n${pointAccess("bucket", "buckets")}\n${pointAccess("part", "parts")}
${main(workgroup)}
if (t >= u.threads) { return; }
let mine = 2u * (w * u.threads + t); keys[mine] = ${NONE}; keys[mine + 1u] = ${NONE};
let table = w * (u.half + 1u); let begin = w * u.n + t * u.span; let end = min(begin + u.span, starts[table + u.half]);
if (begin >= end) { return; }
var b = 0u; var above = u.half;
while (above - b > 1u) { let middle = (b + above) >> 1u; if (starts[table + middle] <= begin) { b = middle; } else { above = middle; } }
var next = starts[table + b + 1u]; var first = true; var sum = zero();
for (var i = begin; i < end; i++) {
if (i == next) {
if (first) { store_part(mine, sum); keys[mine] = b; first = false; } else { store_bucket(w * u.half + b, sum); }
sum = zero(); while (next == i) { b++; next = starts[table + b + 1u]; } }
let entry = entries[i]; let at = (entry & 0x7fffffffu) * ${flat}u;
${model.affine.map((/** @type {string} */ c, /** @type {number} */ j) => `var ${c} = read_q(at + ${j * words}u);`).join(" ")}
if ((entry >> 31u) != 0u) { ${odd} }
sum = plus(sum, PT(${operand})); }
let last = select(mine + 1u, mine, first); store_part(last, sum); keys[last] = b; }`,
        /**
         * The same for `source` partial sums per window; where one invocation takes a whole window,
         * it is done.
         */
        merge: `${bindings(storage("from_parts", true), storage("from_keys"), storage("buckets", true), storage("parts", true), storage("keys", true))}
${sumOf(model.full)}
${pointAccess("given", "from_parts")}\n${pointAccess("bucket", "buckets")}\n${pointAccess("part", "parts")}
${main(workgroup)}
if (t >= u.threads) { return; }
let whole = u.threads == 1u; let mine = 2u * (w * u.threads + t); keys[mine] = ${NONE}; keys[mine + 1u] = ${NONE};
let base = w * u.source; let begin = t * u.span; let end = min(begin + u.span, u.source);
var sum = zero(); var b = ${NONE}; var first = true;
for (var i = begin; i <= end; i++) {
var key = ${NONE}; if (i < end) { key = from_keys[base + i]; if (key == ${NONE}) { continue; } }
if (key != b && b != ${NONE}) {
if (!whole && (first || i >= end)) { let at = select(mine + 1u, mine, first); store_part(at, sum); keys[at] = b; }
else { store_bucket(w * u.half + b, sum); }
sum = zero(); first = false; }
if (i < end) { b = key; sum = plus(sum, load_given(base + i)); } } }`,
        /**
         * For `span` neighbouring buckets: S = their sum, A = the sum of (j + 1) bucket_j, j from
         * 0.
         */
        reduce: `${bindings(storage("buckets", true), storage("starts"), storage("sums", true))}
${sumOf(model.full)}\n${pointAccess("bucket", "buckets")}\n${pointAccess("sum", "sums")}
${main(workgroup)}
if (t >= u.threads) { return; }
var s = zero(); var a = zero(); let table = w * (u.half + 1u);
for (var k = 0u; k < 2u * u.span; k++) {
let b = (t + 1u) * u.span - 1u - (k >> 1u); let even = (k & 1u) == 0u;
var left = a; var right = s;
if (even) { if (starts[table + b] == starts[table + b + 1u]) { continue; } left = s; right = load_bucket(w * u.half + b); }
let r = plus(left, right); if (even) { s = r; } else { a = r; } }
let at = 2u * (w * u.threads + t); store_sum(at, s); store_sum(at + 1u, a); }`,
        /** For `span` neighbouring pairs S, A: the sums of S_j, of (j + 1) S_j and of A_j. */
        gather: `${bindings(storage("sums", true), storage("outs", true))}
${sumOf(model.full)}\n${pointAccess("sum", "sums")}\n${pointAccess("out", "outs")}
${main(workgroup)}
if (t >= u.threads) { return; }
var s = zero(); var j = zero(); var a = zero();
for (var k = 0u; k < 3u * u.span; k++) {
let at = 2u * (w * u.source + (t + 1u) * u.span - 1u - k / 3u); let which = k % 3u;
var left = s; var right = s;
if (which == 0u) { right = load_sum(at); } else if (which == 1u) { left = j; } else { left = a; right = load_sum(at + 1u); }
let r = plus(left, right); if (which == 0u) { s = r; } else if (which == 1u) { j = r; } else { a = r; } }
let at = 3u * (w * u.threads + t); store_out(at, s); store_out(at + 1u, j); store_out(at + 2u, a); }`,
        size,
    };
}

/**
 * The kernels that change the form of elements.
 * @param {any} parts
 * @param {KernelOptions} options
 */
function convertingKernels({ model, plan, field, point, constant, pointAccess, toHere }, { workgroup }) {
    const { text, value } = straightText(model.leaving);
    const any = model.z.map((/** @type {string} */ c) => `q.${c}[i]`).join(" | ");
    const kept = model.y.map((/** @type {string} */ c) => `q.${c} = canonical(mul(p.${c}, BACK));`).join(" ");
    return {
        /**
         * Converts coordinates from the engine's Montgomery form to that of the device, in place,
         * reduced.
         */
        convert: `${bindings(storage("points", true))}${field}\n${constant("HERE", toHere)}
${accessText(plan, "c", "points")}
${main(workgroup)}
let i = t + id.y * u.source; if (t >= u.source || i >= u.n) { return; }
let at = i * ${plan.words}u; write_c(at, canonical(mul(read_c(at), HERE))); }`,
        /**
         * Converts points to the coordinates and the form of the engine, in place. Infinity keeps
         * its y, which is not zero: all zeros is not a point, but what the formulas return for a
         * pair that they do not cover, and for every sum with it.
         */
        leave: `${bindings(storage("outs", true))}${field}\n${point}\n${constant("BACK", plan.hostR)}
${pointAccess("out", "outs")}
${main(workgroup)}
if (t >= u.n) { return; }
let p = load_out(t); ${model.coordinates.map((/** @type {string} */ c) => `let ${c} = p.${c};`).join(" ")}
${text}
var q = PT(${model.coordinates.map((/** @type {string} */ c) => `canonical(mul(${value(c)}, BACK))`).join(", ")});
var any = 0u; for (var i = 0u; i < ${plan.N}u; i++) { any |= ${any}; }
if (any == 0u) { ${kept} }
store_out(t, q); }`,
    };
}

/**
 * @param {Readonly<GpuGroup>} group - of one of the known models
 * @param {KernelOptions} options
 * @returns {{ sources: Record<string, string>, pointWords: number, sumWords: number,
 *   coordinateWords: number }}
 */
export function kernelsOf(group, options) {
    const parts = partsOf(group, options);
    const { size, ...sums } = summingKernels(parts, options);
    return {
        sources: { ...convertingKernels(parts, options), ...sortingKernels(parts, options), ...sums },
        pointWords: parts.model.affine.length * parts.words,
        sumWords: size,
        coordinateWords: parts.words,
    };
}
