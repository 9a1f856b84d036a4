/**
 * The steps of a transform that is spread over several tasks: one level of butterflies,
 * joins of two halves, the extension to twice the largest size, and the last
 * pass of an inverse.
 * @module scripts/wasm/fft/join
 */
/** @import { WasmModule } from "../module.js" */
/** @import { FftSubject } from "./fft.js" */
import { inverse, pow } from "../../../src/bigint/modular.js";
import { leastNonResidue } from "../field/sqrt.js";
import { at, call, get, i32, set, when, whileLoop } from "../wat.js";
import { entry, rootsOfUnity, table } from "./roots.js";

/**
 * `{name}_fftMix(p, n, bits)`: one level: in each group of 2^bits elements,
 *     (x[j], x[j + h]) = (x[j] + t x[j + h], x[j] - t x[j + h]), t = omega^j, h = 2^(bits - 1)
 *
 *   in      p   n elements; elements beyond the last whole group stay
 *   cost    h products in Fr, n / 2 by Fr less n / 2h (t = 1)
 * @param {WasmModule} module
 * @param {FftSubject} subject
 */
function addMix(module, { name, n8, fr }) {
    const roots = rootsOfUnity(fr.p);
    const omega = module.data(table(fr, roots));
    const t = module.reserve(fr.n8);
    const column = (/** @type {string} */ butterfly) => [
        set("a", get("p")),
        whileLoop(`(i32.lt_u ${get("a")} ${get("stop")})`, [
            butterfly,
            set("a", at(get("a"), `(i32.shl ${get("half")} ${i32(1)})`)),
        ]),
        set("p", at(get("p"), n8)),
        set("stop", at(get("stop"), n8)),
    ];
    module.func({
        name: `${name}_fftMix`,
        params: "p n bits",
        i32: "half stop end a w",
        body: [
            when(`(i32.eqz ${get("bits")})`, "(return)"),
            when(`(i32.gt_u ${get("bits")} ${i32(roots.length - 1)})`, "(unreachable)"),
            set("w", entry(omega, "bits", fr.n8)),
            set("half", `(i32.shl ${i32(n8)} (i32.sub ${get("bits")} ${i32(1)}))`),
            set(
                "stop",
                at(get("p"), `(i32.mul ${i32(n8)} (i32.shl (i32.shr_u ${get("n")} ${get("bits")}) ${get("bits")}))`),
            ),
            set("end", at(get("p"), get("half"))),
            ...column(call(`${name}_butterfly1`, get("a"), at(get("a"), get("half")))),
            call(`${fr.name}_copy`, get("w"), t),
            whileLoop(`(i32.ne ${get("p")} ${get("end")})`, [
                ...column(call(`${name}_butterfly`, get("a"), at(get("a"), get("half")), t)),
                call(`${fr.name}_mul`, t, get("w"), t),
            ]),
        ],
    });
}

/**
 * Joins of p1[i] = x and p2[i] = y, q = first inc^i, i < n:
 * `{name}_fftJoin(p1, p2, n, first, inc)`: (x + q y, x - q y)
 * `{name}_fftJoinExt(p1, p2, n, first, inc, bits)`: (x + y, q (x + c y)), c = shift^(2^bits)
 * `{name}_fftJoinExtInv(...)`: its inverse where `first` and `inc` are inverted:
 *     ((c x - q y) / (c - 1), (q y - x) / (c - 1))
 * `{name}_prepareLagrangeEvaluation(...)`: ((c x - y) / (c - 1), q (x - y))
 *
 *   in      p1, p2   n elements each; first, inc in Fr; bits at most s, traps above
 *   out     the same places
 *   cost    per pair one product in Fr and one by Fr, two for the last three
 * @param {WasmModule} module
 * @param {FftSubject} subject
 */
function addJoins(module, { name, n8, fr, mulFr }) {
    const s = rootsOfUnity(fr.p).length - 1;
    const shift = leastNonResidue(fr.p) ** 2n;
    const cosets = Array.from({ length: s + 1 }, (_, bits) => pow(shift, 1n << BigInt(bits), fr.p));
    const c = module.data(table(fr, cosets));
    const k = module.data(table(fr, cosets.map((v) => inverse(v - 1n, fr.p))));
    const q = module.reserve(fr.n8);
    const d = module.reserve(n8);
    const e = module.reserve(n8);
    const x = get("x");
    const y = get("y");
    const add = `${name}_add`;
    const sub = `${name}_sub`;
    const pairs = (/** @type {string[]} */ body) => [
        call(`${fr.name}_copy`, get("first"), q),
        whileLoop(get("n"), [
            ...body, call(`${fr.name}_mul`, q, get("inc"), q),
            set("x", at(x, n8)), set("y", at(y, n8)), set("n", at(get("n"), -1)),
        ]),
    ];
    module.func({
        name: `${name}_fftJoin`,
        params: "x y n first inc",
        body: pairs([call(`${name}_butterfly`, x, y, i32(q))]),
    });
    const extended = (/** @type {string} */ as, /** @type {number} */ constants, /** @type {string[]} */ body) =>
        module.func({ name: `${name}_${as}`, params: "x y n first inc bits", i32: "c", body: [
            when(`(i32.gt_u ${get("bits")} ${i32(s)})`, "(unreachable)"),
            set("c", entry(constants, "bits", fr.n8)), ...pairs(body)] });
    extended("fftJoinExt", c, [
        call(mulFr, y, get("c"), d), call(add, x, d, d), call(add, x, y, x), call(mulFr, d, i32(q), y)]);
    // with k = 1 / (c - 1): y' = k (q y - x), x' = x - y'
    extended("fftJoinExtInv", k, [
        call(mulFr, y, i32(q), d), call(sub, d, x, d), call(mulFr, d, get("c"), y), call(sub, x, y, x)]);
    // (c x - y) k = x + k (x - y)
    extended("prepareLagrangeEvaluation", k, [
        call(sub, x, y, d), call(mulFr, d, get("c"), e), call(add, x, e, x), call(mulFr, d, i32(q), y)]);
}

/**
 * `{name}_fftFinal(p, n, factor)`: p[i] = factor p[n - 1 - i], any n
 * @param {WasmModule} module
 * @param {FftSubject} subject
 */
function addFinal(module, { name }) {
    module.func({ name: `${name}_fftFinal`, params: "p n factor", body: [
        call(`${name}_reverse`, get("p"), get("n")), call(`${name}_scale`, get("p"), get("n"), get("factor"))] });
}

/**
 * @param {WasmModule} module
 * @param {FftSubject} subject
 */
export function addSteps(module, subject) {
    addMix(module, subject);
    addJoins(module, subject);
    addFinal(module, subject);
}
