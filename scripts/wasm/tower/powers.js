/**
 * Multiples, powers and shared inversion for any field with add, dbl, mul, sqr
 * and inv. Scalars and exponents are plain little-endian bytes of any length.
 * @module scripts/wasm/tower/powers
 */
/** @import { Field } from "../types.js" */
/** @import { WasmModule } from "../module.js" */
import { at, call, forLoop, get, i32, set, whileLoop, when } from "../wat.js";

/** Scratch of a shared inversion, in bytes and in elements: one inversion serves that many. */
const BATCH_BYTES = 16384, BATCH_MOST = 256;

/**
 * Adds pow, mulScalar and batchInv.
 * @param {WasmModule} module
 * @param {Pick<Field, "name" | "n8">} field
 */
export function addPowers(module, field) {
    addLadder(module, field, { name: "pow", start: "one", step: "sqr", join: "mul" });
    addLadder(module, field, { name: "mulScalar", start: "zero", step: "dbl", join: "add" });
    addBatchInv(module, field);
}

/**
 * pow: z = x^e; mulScalar: z = e x. From the top bit down.
 *
 *   in      x   canonical; e: `len` bytes, little-endian
 *   out     z   canonical
 *   alias   z may be x
 *   cost    8 len steps and a join per bit set
 *
 * @param {WasmModule} module
 * @param {Pick<Field, "name" | "n8">} field
 * @param {{ name: string, start: string, step: string, join: string }} words
 */
function addLadder(module, field, { name, start, step, join }) {
    const acc = module.reserve(field.n8);
    const base = module.reserve(field.n8);
    const bitSet = `(i32.and (i32.shr_u (i32.load8_u ${get("i")}) ${get("bit")}) ${i32(1)})`;
    module.func({ name: `${field.name}_${name}`, params: "x e len z", i32: "i bit started", body: [
        call(`${field.name}_copy`, get("x"), base), call(`${field.name}_${start}`, acc),
        set("i", at(get("e"), get("len"))),
        whileLoop(`(i32.ne ${get("i")} ${get("e")})`, [
            set("i", at(get("i"), -1)),
            forLoop("bit", 7, -1, [
                when(get("started"), call(`${field.name}_${step}`, acc, acc)),
                when(bitSet, [set("started", i32(1)), call(`${field.name}_${join}`, acc, base, acc)]),
            ], -1),
        ]),
        call(`${field.name}_copy`, acc, get("z"))] });
}

/**
 * out[i] = in[i]^-1, 0 -> 0.
 *
 *   in      in     n elements, inStep bytes apart
 *   out     out    n elements, outStep bytes apart
 *   alias   out may be in when outStep <= inStep
 *   cost    an inversion for every block, 3 mul for an element
 *   source  Montgomery 1987, simultaneous inversion
 *
 * @param {WasmModule} module
 * @param {Pick<Field, "name" | "n8">} field
 */
function addBatchInv(module, { name, n8 }) {
    const most = Math.max(2, Math.min(BATCH_MOST, Math.floor(BATCH_BYTES / n8)));
    const prefix = module.reserve(most * n8);
    const acc = module.reserve(n8);
    const tmp = module.reserve(n8);
    const advance = (/** @type {string} */ p, /** @type {string} */ step) => set(p, at(get(p), get(step)));
    const retreat = (/** @type {string} */ p, /** @type {string} */ step) => set(p, `(i32.sub ${get(p)} ${get(step)})`);
    module.func({ name: `${name}_batchInvBlock`, params: "in inStep n out outStep", i32: "i slot", body: [
        call(`${name}_one`, acc), set("slot", i32(prefix)),
        forLoop("i", 0, get("n"), [
            call(`${name}_copy`, acc, get("slot")),
            when(`(i32.eqz ${call(`${name}_isZero`, get("in"))})`, call(`${name}_mul`, acc, get("in"), acc)),
            advance("in", "inStep"), advance("out", "outStep"), set("slot", at(get("slot"), n8)),
        ]),
        call(`${name}_inv`, acc, acc),
        forLoop("i", 0, get("n"), [
            retreat("in", "inStep"), retreat("out", "outStep"), set("slot", at(get("slot"), -n8)),
            when(call(`${name}_isZero`, get("in")), call(`${name}_zero`, get("out")), [
                call(`${name}_mul`, acc, get("slot"), tmp),
                call(`${name}_mul`, acc, get("in"), acc),
                call(`${name}_copy`, tmp, get("out")),
            ]),
        ])] });
    module.func({ name: `${name}_batchInv`, params: "in inStep n out outStep", i32: "m", body: whileLoop(get("n"), [
        set("m", `(select ${get("n")} ${i32(most)} (i32.lt_u ${get("n")} ${i32(most)}))`),
        call(`${name}_batchInvBlock`, ...["in", "inStep", "m", "out", "outStep"].map(get)),
        set("in", at(get("in"), `(i32.mul ${get("m")} ${get("inStep")})`)),
        set("out", at(get("out"), `(i32.mul ${get("m")} ${get("outStep")})`)),
        set("n", `(i32.sub ${get("n")} ${get("m")})`),
    ]) });
}
