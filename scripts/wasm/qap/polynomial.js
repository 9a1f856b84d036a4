/**
 * Linear combinations of sparse polynomials.
 * @module scripts/wasm/qap/polynomial
 */
/** @import { WasmModule } from "../module.js" */
/** @import { Field } from "../types.js" */
import { at, call, get, i32, set, whileLoop } from "../wat.js";

/**
 * `pol_zero(p, n)`: p[i] = 0, i < n
 * `pol_constructLC(polynomials, signals, n, z)`: z[k] += c R^-1 signals[i] for every term c X^k of
 * polynomial i
 *
 *   in      polynomials   n lists, one after the other: { u32 terms, terms * { u32 k, Fr c } }
 *           signals       n elements of Fr
 *   in/out  z             elements of Fr, one more than the largest k
 * @param {WasmModule} module
 * @param {Field} fr
 */
export function addPolynomial(module, { name, n8 }) {
    const term = module.reserve(n8);
    module.func({ name: "pol_zero", params: "p n", body: whileLoop(get("n"), [
        call(`${name}_zero`, get("p")), set("p", at(get("p"), n8)), set("n", at(get("n"), -1))]) });
    module.func({
        name: "pol_constructLC",
        params: "polynomials signals n z",
        i32: "terms at",
        body: whileLoop(get("n"), [
            set("terms", `(i32.load ${get("polynomials")})`),
            set("polynomials", at(get("polynomials"), 4)),
            whileLoop(get("terms"), [
                set("at", `(i32.add ${get("z")} (i32.mul (i32.load ${get("polynomials")}) ${i32(n8)}))`),
                call(`${name}_mul`, get("signals"), at(get("polynomials"), 4), term),
                call(`${name}_add`, get("at"), term, get("at")),
                set("polynomials", at(get("polynomials"), 4 + n8)),
                set("terms", at(get("terms"), -1)),
            ]),
            set("signals", at(get("signals"), n8)),
            set("n", at(get("n"), -1)),
        ]),
    });
}
