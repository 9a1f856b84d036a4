/**
 * Square roots in the tower. An element that has no root gives zero; no function
 * traps or loops forever.
 *
 * Which of the two roots comes out is part of the contract in Fp2. For p = 3 mod 4: the root y
 * with 2 y0 a square in Fp, or 2 y1 when y0 = 0. It is the root that the algorithm
 * of Adj and Rodriguez-Henriquez (2012, algorithm 9) gives, at half the cost. For p = 1 mod 4: the
 * root that is not negative, as in Fp.
 * In Fp12 it may be either root; callers normalise.
 * @module scripts/wasm/tower/sqrt
 */
/** @import { Field, Fp2Field } from "../types.js" */
/** @import { WasmModule } from "../module.js" */
import { bitLength, inverse, mod } from "../../../src/bigint/modular.js";
import { leBytes } from "../field/prime_field.js";
import { call, get, i32, set, when } from "../wat.js";
import { coefficient } from "./coefficients.js";
import { coefficients, formula } from "./formula.js";

/**
 * Adds isSquare and sqrt.
 * @param {WasmModule} module
 * @param {Fp2Field} field
 * @param {Field} base - prime field
 */
export function addFp2Sqrt(module, field, base) {
    if (base.p % 4n === 1n) return addByRoots(module, field, base);
    if (field.nonResidue !== -1n)
        throw new RangeError(`${field.name}: expected u^2 = -1 where p = 3 mod 4, got ${field.nonResidue}`);
    const norm = module.reserve(base.n8);
    const s = module.reserve(base.n8);
    module.func({ name: `${field.name}_isSquare`, params: "x", result: "i32", body: [
        call(`${field.name}_norm`, get("x"), norm),
        rootOf(module, base, norm, s),
        call(`${base.name}_sqr`, s, s), call(`${base.name}_eq`, s, norm)] });
    addSqrt(module, field, base, norm, s);
}

/**
 * p = 1 mod 4: isSquare, and z = the square root of x = a + b u that is not negative; zero when x
 * has none (callers square to see)
 *
 *   in      x   canonical
 *   out     z   canonical
 *   alias   z may be x
 *   cost    two or three roots in Fp
 *   source  complex method: s^2 = norm(x), y0^2 = (a + s) / 2 or (a - s) / 2, whichever is a
 *           square, y1 = b / (2 y0); where b = 0, a root of a in Fp or u times one of a / u^2
 *
 * @param {WasmModule} module
 * @param {Fp2Field} field
 * @param {Field} base
 */
function addByRoots(module, { name, nonResidue }, base) {
    const { n8, p, name: f } = base, norm = module.reserve(n8);
    module.func({ name: `${name}_isSquare`, params: "x", result: "i32", body: [
        call(`${name}_norm`, get("x"), norm), call(`${f}_isSquare`, norm)] });
    const [a, b, s, d, y0, y1] = Array.from({ length: 6 }, () => module.reserve(n8));
    const [half, inverseOfBeta] = [2n, nonResidue].map((k) => module.data(base.encode(inverse(mod(k, p), p))));
    const places = { a, b, s, d, y0, y1, half, inverseOfBeta }, isSquare = (/** @type {number} */ x) =>
        call(`${f}_isSquare`, x);
    const lines = (/** @type {string} */ text) => formula(module, base, places, text);
    module.func({ name: `${name}_sqrt`, params: "x z", body: [
        call(`${f}_copy`, get("x"), a), call(`${f}_copy`, coefficient("x", 1, n8), b),
        call(`${name}_norm`, get("x"), s), call(`${name}_zero`, get("z")),
        when(`(i32.eqz ${isSquare(s)})`, "(return)"),
        call(`${f}_zero`, y0), call(`${f}_zero`, y1),
        when(call(`${f}_isZero`, b), [
            when(isSquare(a), lines("y0 = sqrt(a)"), lines(`
                d = a * inverseOfBeta
                y1 = sqrt(d)`)),
        ], [
            ...lines(`
                s = sqrt(s)
                d = a + s
                d = d * half`),
            when(`(i32.eqz ${isSquare(d)})`, lines("d = d - s")),
            ...lines(`
                y0 = sqrt(d)
                y1 = dbl(y0)
                y1 = inv(y1)
                y1 = y1 * b`),
        ]),
        call(`${f}_copy`, y0, get("z")), call(`${f}_copy`, y1, coefficient("z", 1, n8)),
        when(call(`${name}_isNegative`, get("z")), call(`${name}_neg`, get("z"), get("z")))] });
}

/**
 * @param {WasmModule} module
 * @param {Field} base
 * @param {bigint} exponent
 * @returns {[number, number]} address and length of the exponent's bytes
 */
function exponentOf(module, base, exponent) {
    const size = Math.ceil(bitLength(exponent) / 8);
    return [module.data(leBytes(exponent, size)), size];
}

/**
 * z = x^((p + 1) / 4), the square root that is a square itself, if x has one.
 * @param {WasmModule} module
 * @param {Field} base
 * @param {number} x
 * @param {number} z
 */
const rootOf = (module, base, x, z) => call(`${base.name}_pow`, x, ...exponentOf(module, base, (base.p + 1n) / 4n), z);

/**
 * z = a square root of x = a + b u; zero when x has none (callers square to see)
 *
 *   in      x   canonical
 *   out     z   canonical
 *   alias   z may be x
 *   cost    2 pow of Fp; a third where d is no square
 *   source  complex method: s^2 = a^2 + b^2, d = (a + s) / 2, y0^2 = d, y1 = b / (2 y0).
 *           With t = d^((p-3)/4) and r = t d: r^2 = d and t = 1 / r if d is a square; else
 *           d (a - s) / 2 = -b^2 / 4 makes y0 = b t / 2, y1 = -r a root with no inversion
 *
 * @param {WasmModule} module
 * @param {Field} field
 * @param {Field} base
 * @param {number} norm
 * @param {number} s
 */
function addSqrt(module, field, base, norm, s) {
    const { n8, p, name: f } = base;
    const [a, b, d, t, r, y0, y1] = Array.from({ length: 7 }, () => module.reserve(n8));
    const half = module.data(base.encode((p + 1n) / 2n));
    const twoIsSquare = p % 8n === 7n ? 1 : 0;
    const square = (/** @type {number} */ x) => call(`${field.name}_baseIsSquare`, x);
    module.func({ name: `${field.name}_baseIsSquare`, params: "x", result: "i32", body: [
        call(`${f}_pow`, get("x"), ...exponentOf(module, base, (p - 1n) / 2n), norm),
        `(i32.or ${call(`${f}_isOne`, norm)} ${call(`${f}_isZero`, norm)})`] });
    module.func({ name: `${field.name}_sqrt`, params: "x z", i32: "good", body: [
        call(`${f}_copy`, get("x"), a), call(`${f}_copy`, coefficient("x", 1, n8), b),
        call(`${field.name}_norm`, get("x"), norm), rootOf(module, base, norm, s),
        call(`${f}_sqr`, s, d),
        when(`(i32.eqz ${call(`${f}_eq`, d, norm)})`, [call(`${field.name}_zero`, get("z")), "(return)"]),
        call(`${f}_add`, a, s, d), call(`${f}_mul`, d, half, d),
        // b = 0 and s = -a: the other sign of s gives d = a
        when(call(`${f}_isZero`, d), call(`${f}_copy`, a, d)),
        call(`${f}_pow`, d, ...exponentOf(module, base, (p - 3n) / 4n), t),
        call(`${f}_mul`, t, d, r), call(`${f}_sqr`, r, y0), call(`${f}_mul`, b, half, b), call(`${f}_mul`, b, t, y1),
        when(call(`${f}_eq`, y0, d), [
            // r is a square: 2 r is one exactly when 2 is; r = 0 only for x = 0
            call(`${f}_copy`, r, y0), set("good", i32(twoIsSquare)),
        ], [
            call(`${f}_copy`, y1, y0), call(`${f}_neg`, r, y1), call(`${f}_dbl`, y0, norm),
            when(call(`${f}_isZero`, y0), call(`${f}_dbl`, y1, norm)),
            set("good", square(norm)),
        ]),
        when(get("good"), [call(`${f}_copy`, y0, get("z")), call(`${f}_copy`, y1, coefficient("z", 1, n8))],
            [call(`${f}_neg`, y0, get("z")), call(`${f}_neg`, y1, coefficient("z", 1, n8))])] });
}

/**
 * Adds isSquare and sqrt to Fp6 and Fp12.
 *
 *   in      x   canonical
 *   out     z   canonical; zero when x has no root
 *   alias   z may be x
 *   cost    Fp6: a pow of twice the bits of Fp2, a sqrt of Fp2; Fp12: up to three of those
 *   source  Fp6, q the order of Fp2: x^(1 + q + q^2) = norm(x), so
 *           sqrt(x) = sqrt(norm(x)) / x^(q (q + 1) / 2).
 *           Fp12: complex method, s^2 = norm(x), d = (c0 + s) / 2, y0^2 = d, y1 = c1 / (2 y0)
 *
 * @param {WasmModule} module
 * @param {{ f2: Field, f6: Field, f12: Field }} tower
 */
export function addTowerSqrt(module, { f2, f6, f12 }) {
    const q = f2.p ** 2n;
    const [exponent, size] = exponentOf(module, f6, (q * (q + 1n)) / 2n);
    for (const [field, below] of [[f6, f2], [f12, f6]]) {
        const norm = module.reserve(below.n8);
        module.func({ name: `${field.name}_isSquare`, params: "x", result: "i32", body: [
            call(`${field.name}_norm`, get("x"), norm), call(`${below.name}_isSquare`, norm)] });
    }
    const n = module.reserve(f2.n8);
    const t = module.reserve(f6.n8);
    module.func({ name: `${f6.name}_sqrt`, params: "x z", body: [
        call(`${f6.name}_norm`, get("x"), n), call(`${f2.name}_sqrt`, n, n),
        call(`${f6.name}_pow`, get("x"), exponent, size, t), call(`${f6.name}_inv`, t, t),
        call(`${f6.name}_mulBase`, t, n, get("z"))] });
    addFp12Sqrt(module, f12, f6);
    // what the export of this name returns for every element: see exports.js
    module.func({ name: `${f12.name}_isSquareFrozen`, params: "x", result: "i32", body: i32(1) });
}

/**
 * @param {WasmModule} module
 * @param {Field} f12
 * @param {Field} f6
 */
function addFp12Sqrt(module, f12, f6) {
    const names = ["s", "d", "y0", "y1", "half"].map((name) => /** @type {const} */ ([name, module.reserve(f6.n8)]));
    const places = { ...coefficients(f6, { x: 2, z: 2 }), ...Object.fromEntries(names) };
    const { d } = places, root = (/** @type {string} */ lines) => formula(module, f6, places, lines);
    const one = (f6.p + 1n) / 2n, zero2 = [0n, 0n];
    const half = module.data(f6.encode([[one, 0n], zero2, zero2]));
    Object.assign(places, { half });
    module.func({ name: `${f12.name}_sqrtOf`, params: "x z", body: [
        call(`${f12.name}_norm`, get("x"), places.s), ...root(`
            s = sqrt(s)
            d = x0 + s
            d = d * half`),
        when(`(i32.eqz ${call(`${f6.name}_isSquare`, d)})`, root("d = d - s")),
        // d = 0: x = c0 with s = -c0, or x = beta y^2 with both choices tried
        when(call(`${f6.name}_isZero`, d), root("d = copy(x0)")),
        ...root(`
            y0 = sqrt(d)
            y1 = dbl(y0)
            y1 = inv(y1)
            z1 = x1 * y1
            z0 = copy(y0)`)] });
    addPureRoot(module, f12, f6);
    const saved = module.reserve(f12.n8);
    const found = module.reserve(f12.n8);
    module.func({ name: `${f12.name}_sqrt`, params: "x z", body: [
        call(`${f12.name}_copy`, get("x"), saved),
        call(`${f12.name}_sqrtOf`, saved, found), call(`${f12.name}_sqr`, found, get("z")),
        when(call(`${f12.name}_eq`, get("z"), saved), [call(`${f12.name}_copy`, found, get("z")), "(return)"]),
        call(`${f12.name}_sqrtPure`, saved, found), call(`${f12.name}_sqr`, found, get("z")),
        when(call(`${f12.name}_eq`, get("z"), saved), [call(`${f12.name}_copy`, found, get("z")), "(return)"]),
        call(`${f12.name}_zero`, get("z"))] });
}

/**
 * z = y w with y^2 v = c0, the root of an element of Fp6 that has none there.
 * @param {WasmModule} module
 * @param {Field} f12
 * @param {Field} f6
 */
function addPureRoot(module, f12, f6) {
    const v = module.data(f6.encode([[0n, 0n], [1n, 0n], [0n, 0n]]));
    module.func({ name: `${f12.name}_sqrtPure`, params: "x z", body: [
        ...formula(module, f6, { ...coefficients(f6, { x: 2, z: 2 }), v }, `
            t = inv(v)
            t = t * x0
            z1 = sqrt(t)`),
        call(`${f6.name}_zero`, get("z"))] });
}
