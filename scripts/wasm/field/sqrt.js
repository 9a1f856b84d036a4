/**
 * Square roots in a prime field: Tonelli and Shanks, or one power where
 * p = 3 mod 4.
 * @module scripts/wasm/field/sqrt
 */
/** @import { WasmModule } from "../module.js" */
/** @import { Field } from "../types.js" */
import { pow } from "../../../src/bigint/modular.js";
import { call, get, i32, set, when, whileLoop } from "../wat.js";
import { addFixedPow } from "./pow.js";

/** Largest s such that 2^s divides p - 1. @param {bigint} p */
export function twoAdicity(p) {
    let s = 0;
    while (((p - 1n) >> BigInt(s)) % 2n === 0n) s++;
    return s;
}

/** Least quadratic non-residue. @param {bigint} p */
export function leastNonResidue(p) {
    for (let a = 2n; ; a++) if (pow(a, (p - 1n) / 2n, p) === p - 1n) return a;
}

/**
 * `{name}_isSquare(x)`: 1 if x is 0 or a square, else 0
 * `{name}_sqrt(x, z)`: z = the square root that is not negative; 0 if x is not a square
 *
 *   in      x   Fp, canonical
 *   out     z   Fp, canonical: at most (p - 1) / 2 as a plain value
 *   alias   z may be x
 *   cost    one power of (p - 1) / 2^(s+1) and at most s^2 / 2 squares, p - 1 = 2^s t
 *   source  Tonelli 1891, Shanks 1973
 *
 * A caller who must know that there was no root compares x != 0 with z == 0.
 * @param {WasmModule} module
 * @param {Field} field
 */
export function addSqrt(module, field) {
    const { name, n8, p, encode } = field;
    const s = twoAdicity(p);
    const t = (p - 1n) >> BigInt(s);
    addFixedPow(module, field, "powHalf", (p - 1n) / 2n);
    const tmp = module.reserve(n8);
    module.func({ name: `${name}_isSquare`, params: "x", result: "i32", body: [
        `(if ${call(`${name}_isZero`, get("x"))} (then (return ${i32(1)})))`,
        call(`${name}_powHalf`, get("x"), tmp), call(`${name}_isOne`, tmp)] });

    // root = x^((t+1)/2), rest = x^t, root^2 = x rest; rest has order 2^k, k < s, where x is a
    // square.
    addFixedPow(module, field, "powRoot", (t - 1n) / 2n || 1n);
    const root = module.reserve(n8),
        rest = module.reserve(n8),
        c = module.reserve(n8),
        b = module.reserve(n8),
        x0 = module.reserve(n8);
    const generator = module.data(encode(pow(leastNonResidue(p), t, p)));
    module.func({ name: `${name}_sqrt`, params: "x z", i32: "m k j", body: [
        `(if ${call(`${name}_isZero`, get("x"))} (then ${call(`${name}_zero`, get("z"))} (return)))`,
        call(`${name}_copy`, get("x"), x0),
        t === 1n ? call(`${name}_one`, b) : t === 3n ? call(`${name}_copy`, x0, b) : call(`${name}_powRoot`, x0, b),
        call(`${name}_mul`, b, x0, root), call(`${name}_mul`, b, root, rest),
        call(`${name}_copy`, generator, c), set("m", i32(s)),
        whileLoop(`(i32.eqz ${call(`${name}_isOne`, rest)})`, [
            // k = order of rest: rest^(2^k) = 1
            set("k", i32(0)), call(`${name}_copy`, rest, b),
            whileLoop(`(i32.eqz ${call(`${name}_isOne`, b)})`, [
                set("k", `(i32.add ${get("k")} ${i32(1)})`),
                // no square
                `(if (i32.eq ${get("k")} ${get("m")}) (then ${call(`${name}_zero`, get("z"))} (return)))`,
                call(`${name}_sqr`, b, b),
            ]),
            // b = c^(2^(m-k-1))
            call(`${name}_copy`, c, b), set("j", `(i32.sub (i32.sub ${get("m")} ${get("k")}) ${i32(1)})`),
            whileLoop(get("j"), [call(`${name}_sqr`, b, b), set("j", `(i32.sub ${get("j")} ${i32(1)})`)]),
            set("m", get("k")), call(`${name}_sqr`, b, c),
            call(`${name}_mul`, rest, c, rest), call(`${name}_mul`, root, b, root),
        ]),
        when(call(`${name}_isNegative`, root), call(`${name}_neg`, root, root)),
        call(`${name}_copy`, root, get("z"))] });
}
