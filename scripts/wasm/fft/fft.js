/**
 * Fourier transform in place, over Fr or over a group on which Fr acts.
 * @module scripts/wasm/fft/fft
 */
/** @import { WasmModule } from "../module.js" */
/** @import { Field } from "../types.js" */
import { inverse } from "../../../src/bigint/modular.js";
import { at, call, get, i32, set, when, whileLoop } from "../wat.js";
import { addApplyKey } from "./apply_key.js";
import { addBlocks } from "./blocks.js";
import { addSteps } from "./join.js";
import { entry, rootsOfUnity, table } from "./roots.js";

/**
 * @typedef {object} FftSubject
 * @property {string} name - prefix: frm, g1m, g2m; has `_add _sub _copy`
 * @property {number} n8 - bytes per element
 * @property {Field} fr
 * @property {string} mulFr - name of (x, s, z): z = s x, s in Fr, Montgomery
 */

/**
 * Order of elements and the transform itself:
 * `{name}_butterfly(a, b, t)`: (a, b) = (a + t b, a - t b)
 * `{name}_swap(a, b)`
 * `{name}_bitReverse(p, bits)`: element i goes to the place of i with its bits reversed
 * `{name}_twiddles(t, bits)`: t[k] = omega^(k with its bits reversed), k < 2^(bits - 1)
 * `{name}_rawfft(p, bits, reverse, factor)`: X[k] = factor * sum x[j] omega^(j k); with
 *     `reverse`, X[-k mod n]
 * `{name}_fft(p, n)` `{name}_ifft(p, n)`: natural order in and out; ifft divides by n
 *
 *   in      p   n = 2^bits elements; traps unless n is a power of two, at most 2^s
 *   out     the same place
 *   memory  n / 2 elements of Fr above the allocator's mark, which is not moved
 *   cost    n / 2 * (bits - 2) + 1 products by Fr and n bits additions; n / 2 products
 *           in Fr for the twiddles. ifft: another n products
 *   source  Cooley, Tukey 1965, as a division of a polynomial by X^h - c and X^h + c:
 *           a block of a stage has one twiddle, the first block has 1 and needs none
 * @param {WasmModule} module
 * @param {FftSubject} subject
 */
function addTransform(module, subject) {
    const { name, n8, fr } = subject, { p } = fr, roots = rootsOfUnity(p);
    const omega = module.data(table(fr, roots));
    const inverses = module.data(table(fr, roots.map((_, i) => inverse(1n << BigInt(i), p))));
    addBlocks(module, name, n8);
    addButterflies(module, subject);
    addTwiddles(module, subject, omega);
    addStages(module, subject, roots.length - 1);
    addOrders(module, subject, inverses);
}

/**
 * `_butterfly`, and `_butterfly1` for the twiddle 1.
 * @param {WasmModule} module
 * @param {FftSubject} subject
 */
function addButterflies(module, { name, n8, mulFr }) {
    const product = module.reserve(n8);
    module.func({ name: `${name}_butterfly`, params: "a b t", body: [
        call(mulFr, get("b"), get("t"), product),
        call(`${name}_sub`, get("a"), product, get("b")), call(`${name}_add`, get("a"), product, get("a"))] });
    const before = module.reserve(n8);
    module.func({ name: `${name}_butterfly1`, params: "a b", body: [
        call(`${name}_copy`, get("a"), before),
        call(`${name}_add`, before, get("b"), get("a")), call(`${name}_sub`, before, get("b"), get("b"))] });
}

/**
 * `_twiddles`: t[2^k + j] = t[j] omega[k + 2]
 * @param {WasmModule} module
 * @param {FftSubject} subject
 * @param {number} omega - address of the roots of unity of order 1, 2, 4, ...
 */
function addTwiddles(module, { name, fr }, omega) {
    module.func({ name: `${name}_twiddles`, params: "t bits", i32: "k j w from to", body: [
        call(`${fr.name}_copy`, omega, get("t")), set("to", at(get("t"), fr.n8)),
        set("k", i32(0)),
        whileLoop(`(i32.lt_s ${get("k")} (i32.sub ${get("bits")} ${i32(1)}))`, [
            set("w", `(i32.add ${i32(omega + 2 * fr.n8)} (i32.mul ${get("k")} ${i32(fr.n8)}))`),
            set("from", get("t")), set("j", get("to")),
            whileLoop(`(i32.ne ${get("from")} ${get("j")})`, [
                call(`${fr.name}_mul`, get("from"), get("w"), get("to")),
                set("from", at(get("from"), fr.n8)), set("to", at(get("to"), fr.n8)),
            ]),
            set("k", at(get("k"), 1)),
        ])] });
}

/** One stage, for the locals of `_dft`. @param {FftSubject} subject */
function stageOf({ name, n8, fr }) {
    return [
        // block 0: twiddle 1
        set("a", get("p")),
        set("end", at(get("p"), get("half"))),
        whileLoop(`(i32.ne ${get("a")} ${get("end")})`, [
            call(`${name}_butterfly1`, get("a"), at(get("a"), get("half"))),
            set("a", at(get("a"), n8)),
        ]),
        set("a", at(get("a"), get("half"))),
        set("w", at(get("t"), fr.n8)),
        whileLoop(`(i32.ne ${get("a")} ${get("stop")})`, [
            set("end", at(get("a"), get("half"))),
            whileLoop(`(i32.ne ${get("a")} ${get("end")})`, [
                call(`${name}_butterfly`, get("a"), at(get("a"), get("half")), get("w")),
                set("a", at(get("a"), n8)),
            ]),
            set("a", at(get("a"), get("half"))),
            set("w", at(get("w"), fr.n8)),
        ]),
    ];
}

/**
 * `_dft(p, bits)`: all stages, then natural order.
 * @param {WasmModule} module
 * @param {FftSubject} subject
 * @param {number} s - most bits
 */
function addStages(module, subject, s) {
    const { name, n8, fr } = subject;
    module.func({
        name: `${name}_dft`,
        params: "p bits",
        i32: "t half stop a end w",
        body: [
            when(`(i32.gt_u ${get("bits")} ${i32(s)})`, "(unreachable)"),
            when(`(i32.eqz ${get("bits")})`, "(return)"),
            set("t", `(i32.and (i32.add (i32.load ${i32(0)}) ${i32(7)}) ${i32(-8)})`),
            set("half", `(i32.shl ${i32(n8)} (i32.sub ${get("bits")} ${i32(1)}))`),
            set("stop", at(get("p"), `(i32.shl ${i32(n8)} ${get("bits")})`)),
            call("ensureMemory", at(get("t"), `(i32.shl ${i32(fr.n8)} (i32.sub ${get("bits")} ${i32(1)}))`)),
            call(`${name}_twiddles`, get("t"), get("bits")),
            whileLoop(`(i32.ge_u ${get("half")} ${i32(n8)})`, [
                ...stageOf(subject),
                set("half", `(i32.shr_u ${get("half")} ${i32(1)})`),
            ]),
            call(`${name}_bitReverse`, get("p"), get("bits")),
        ],
    });
}

/**
 * What callers see: `_rawfft`, `_fft`, `_ifft`, and `_scale(p, n, factor)`.
 * @param {WasmModule} module
 * @param {FftSubject} subject
 * @param {number} inverses - address of 1 / 2^bits for each number of bits
 */
function addOrders(module, { name, n8, fr, mulFr }, inverses) {
    module.func({
        name: `${name}_rawfft`,
        params: "p bits reverse factor",
        body: [
            call(`${name}_dft`, get("p"), get("bits")),
            `(if (i32.and ${get("reverse")} (i32.gt_u ${get("bits")} ${i32(0)}))
            (then ${call(`${name}_reverse`, at(get("p"), n8), `(i32.sub (i32.shl ${i32(1)} ${get("bits")}) ${i32(1)})`)}))`,
            call(`${name}_scale`, get("p"), `(i32.shl ${i32(1)} ${get("bits")})`, get("factor")),
        ],
    });
    module.func({ name: `${name}_scale`, params: "p n factor", body: whileLoop(get("n"), [
        call(mulFr, get("p"), get("factor"), get("p")), set("p", at(get("p"), n8)), set("n", at(get("n"), -1))]) });
    const bits = [
        when(`(i32.ne (i32.popcnt ${get("n")}) ${i32(1)})`, "(unreachable)"), set("bits", `(i32.ctz ${get("n")})`)];
    module.func({
        name: `${name}_fft`,
        params: "p n",
        i32: "bits",
        body: [...bits, call(`${name}_dft`, get("p"), get("bits"))],
    });
    module.func({ name: `${name}_ifft`, params: "p n", i32: "bits", body: [
        ...bits, call(`${name}_rawfft`, get("p"), get("bits"), i32(1), entry(inverses, "bits", fr.n8))] });
}

/**
 * All functions of the family for one subject, batchApplyKey included.
 * @param {WasmModule} module
 * @param {FftSubject} subject
 */
export function addFft(module, subject) {
    addTransform(module, subject);
    addSteps(module, subject);
    const { name, n8, fr, mulFr } = subject;
    addApplyKey(module, { as: `${name}_batchApplyKey`, fr, mulFr, n8In: n8, n8Out: n8 });
}

/**
 * The same for a group: jacobian points, and batchApplyKeyMixed from affine to jacobian.
 * @param {WasmModule} module
 * @param {{ name: string, field: Field }} group
 * @param {Field} fr
 */
export function addGroupFft(module, { name, field }, fr) {
    addFft(module, { name, n8: 3 * field.n8, fr, mulFr: `${name}_mulFr` });
    addApplyKey(module, {
        as: `${name}_batchApplyKeyMixed`,
        fr,
        mulFr: `${name}_mulFrAffine`,
        n8In: 2 * field.n8,
        n8Out: 3 * field.n8,
    });
}
