/**
 * What Fp12 = Fp6[w] / (w^2 - v) has beyond a quadratic extension: Frobenius
 * maps, the cyclotomic subgroup (x^(p^4 - p^2 + 1) = 1, where x^-1 = conj(x)),
 * and products with the sparse elements that line functions are.
 *
 * Seen over Fp2, an element is the sum of c_j w^j, j = 0..5, w^6 = xi; in memory
 * the even j come first: c0 c2 c4 c1 c3 c5.
 * @module scripts/wasm/tower/fp12
 */
/** @import { Field, Fp2Field } from "../types.js" */
/** @import { WasmModule } from "../module.js" */
/** @import { Fp2 } from "./fp2_constants.js" */
import { call, get, i32 } from "../wat.js";
import { coefficient } from "./coefficients.js";
import { formula } from "./formula.js";
import { powFp2 } from "./fp2_constants.js";

/** Order in memory of the powers of w. */
const POWERS = [0, 2, 4, 1, 3, 5];

/**
 * Places of the six coefficients, by power of w: x -> x0 .. x5.
 * @param {Field} f2
 * @param {string[]} pointers
 */
const byPower = (f2, pointers) => Object.fromEntries(pointers.flatMap((ptr) =>
    POWERS.map((j, k) => [`${ptr}${j}`, coefficient(ptr, k, f2.n8)])));

/**
 * Adds frobenius0..9 (frobeniusK is x^(p^K)).
 *
 *   in      x   canonical
 *   out     z   canonical
 *   alias   z may be x: c_j of z depends on c_j of x alone
 *   cost    odd K: 5 mul of Fp2; even K: 10 mul of Fp; fewer where a factor is 1 or -1
 *   source  (c w^j)^(p^K) = conj^K(c) xi^(j (p^K - 1) / 6) w^j
 *
 * @param {WasmModule} module
 * @param {Field} ftm
 * @param {Fp2Field} f2
 * @param {Fp2} xi
 */
export function addFrobenius(module, ftm, f2, xi) {
    for (let k = 0; k < 10; k++) {
        module.func({ name: `${ftm.name}_frobenius${k}`, params: "x z", body: POWERS.flatMap((j, slot) => {
            const x = coefficient("x", slot, f2.n8);
            const z = coefficient("z", slot, f2.n8);
            const factor = powFp2(xi, (BigInt(j) * (f2.p ** BigInt(k) - 1n)) / 6n, f2);
            return [call(`${f2.name}_${k % 2 ? "conj" : "copy"}`, x, z), ...mulConstant(module, f2, z, factor)];
        }) });
    }
}

/**
 * z *= factor.
 * @param {WasmModule} module
 * @param {Field} f2
 * @param {string} z
 * @param {Fp2} factor
 */
export function mulConstant(module, f2, z, [c0, c1]) {
    if (c1 === 0n && c0 === 1n) return [];
    if (c1 === 0n && c0 === f2.p - 1n) return [call(`${f2.name}_neg`, z, z)];
    const bytes = f2.encode([c0, c1]);
    if (c1 === 0n) return [call(`${f2.name}_mul1`, z, module.data(bytes.slice(0, f2.n8 / 2)), z)];
    return [call(`${f2.name}_mul`, z, module.data(bytes), z)];
}

/**
 * cyclotomicSqr: z = x^2 for x in the cyclotomic subgroup. Elsewhere the value
 * is that of the same formulas, as callers of the frozen export know it.
 *
 *   in      x   canonical
 *   out     z   canonical
 *   alias   z may be x
 *   cost    9 sqr of Fp2
 *   source  Granger, Scott 2010: three squarings in Fp4 = Fp2[s] / (s^2 - xi),
 *           of (c0, c3), (c1, c4), (c2, c5)
 *
 * @param {WasmModule} module
 * @param {Field} ftm
 * @param {Field} f2
 * @param {string} mulXi
 */
export function addCyclotomicSqr(module, ftm, f2, mulXi) {
    const fp4 = (/** @type {number} */ i) => `
        a = sqr(x${i})
        b = sqr(x${i + 3})
        r${i} = xi(b)
        r${i} = r${i} + a
        a = a + b
        b = x${i} + x${i + 3}
        b = sqr(b)
        r${i + 3} = b - a`;
    // 3 r - 2 x or 3 r + 2 x
    const out = (/** @type {number} */ j, /** @type {string} */ r, /** @type {string} */ sign) => `
        a = ${r} ${sign} x${j}
        a = dbl(a)
        z${j} = a + ${r}`;
    module.func({ name: `${ftm.name}_cyclotomicSqr`, params: "x z", body: formula(module, f2, byPower(f2, ["x", "z"]), [
        fp4(0), fp4(1), fp4(2), "r5 = xi(r5)",
        out(0, "r0", "-"), out(2, "r1", "-"), out(4, "r2", "-"),
        out(3, "r3", "+"), out(5, "r4", "+"), out(1, "r5", "+"),
    ].join("\n"), { xi: mulXi }) });
}

/**
 * Sparse products, named for the positions in memory where the factor is not
 * zero (slots 0..5 hold w^0 w^2 w^4 w^1 w^3 w^5).
 *
 *   mul014: z = x (a + b v + c v w)        the lines of an M-twist
 *   mul034: z = x (a + b w + c v w)        the lines of a D-twist
 *   mul024: z = x (a + c v^2 + b v w)      the form of the frozen export
 *
 *   in      x; a, b, c in Fp2   canonical
 *   out     z                   canonical
 *   alias   z may be x; a, b, c may not lie in z
 *   cost    13 mul of Fp2
 *
 * @param {WasmModule} module
 * @param {Field} ftm
 * @param {Field} f6
 * @param {Field} f2
 */
export function addSparseMul(module, ftm, f6, f2) {
    const scratch = Object.fromEntries(["v0", "v1", "s"].map((t) => [t, module.reserve(f6.n8)]));
    const t = module.reserve(f2.n8), { v0, v1, s } = scratch;
    const x = [coefficient("x", 0, f6.n8), coefficient("x", 1, f6.n8)];
    const z = [coefficient("z", 0, f6.n8), coefficient("z", 1, f6.n8)];
    const [a, b, c] = ["a", "b", "c"].map(get);
    const join = [
        call(`${f6.name}_sub`, s, v0, s), call(`${f6.name}_sub`, s, v1, z[1]),
        call(`${f6.name}_mulV`, v1, v1), call(`${f6.name}_add`, v0, v1, z[0])];
    const start = call(`${f6.name}_add`, x[0], x[1], s);
    module.func({ name: `${ftm.name}_mul014`, params: "x a b c z", body: [
        start, call(`${f2.name}_add`, b, c, t),
        call(`${f6.name}_mul01`, x[0], a, b, v0), call(`${f6.name}_mul1`, x[1], c, v1),
        call(`${f6.name}_mul01`, s, a, i32(t), s), ...join] });
    module.func({ name: `${ftm.name}_mul034`, params: "x a b c z", body: [
        start, call(`${f2.name}_add`, a, b, t),
        call(`${f6.name}_mulBase`, x[0], a, v0), call(`${f6.name}_mul01`, x[1], b, c, v1),
        call(`${f6.name}_mul01`, s, i32(t), c, s), ...join] });
    module.func({ name: `${ftm.name}_mul024`, params: "x a b c z", body: [
        start, call(`${f6.name}_zero`, v0), call(`${f2.name}_copy`, a, v0), call(`${f2.name}_copy`, c, v0 + 2 * f2.n8),
        call(`${f6.name}_mul1`, x[1], b, v1),
        call(`${f6.name}_copy`, v0, z[1]), call(`${f2.name}_copy`, b, coefficient("z", 4, f2.n8)),
        call(`${f6.name}_mul`, s, z[1], s), call(`${f6.name}_mul`, x[0], v0, v0), ...join] });
}
