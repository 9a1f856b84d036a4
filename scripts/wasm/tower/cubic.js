/**
 * A cubic extension F = B[v] / (v^3 - xi) of a field B in the module: elements
 * are c0 + c1 v + c2 v^2, stored c0, c1, c2. The tower uses it for Fp6 over Fp2.
 * @module scripts/wasm/tower/cubic
 */
/** @import { Field } from "../types.js" */
/** @import { WasmModule } from "../module.js" */
import { addCoefficients } from "./coefficients.js";
import { coefficients, formula } from "./formula.js";
import { addPowers } from "./powers.js";
import { encodeCoefficients } from "./quadratic.js";

/**
 * @typedef {object} CubicPlan
 * @property {string} name - prefix of the functions: f6m
 * @property {Field} base
 * @property {string} mulNonResidue - function (x, z) of the base, z = xi x, aliasing-safe
 */

/**
 * Adds the field functions of `addCoefficients` and `addPowers`, and mul sqr
 * norm inv, the sparse products mul1 mul01, and mulV (times v).
 * @param {WasmModule} module
 * @param {CubicPlan} plan
 * @returns {Field}
 */
export function addCubic(module, plan) {
    const { name, base } = plan;
    const n8 = 3 * base.n8;
    addCoefficients(module, name, base, 3);
    addMul(module, plan);
    addSqr(module, plan);
    addInv(module, plan);
    addSparse(module, plan);
    addPowers(module, { name, n8 });
    return { name, n8, p: base.p, R: base.R, degree: 3 * base.degree, encode: encodeCoefficients(base, 3) };
}

/**
 * z = x y
 *
 *   in      x, y   canonical
 *   out     z      canonical
 *   alias   z may be x or y
 *   cost    6 mul, 15 add and 2 mulNonResidue of the base
 *   source  Devegili, O hEigeartaigh, Scott, Dahab 2006, section 4 (Karatsuba)
 *
 * @param {WasmModule} module
 * @param {CubicPlan} plan
 */
function addMul(module, { name, base, mulNonResidue }) {
    const places = coefficients(base, { x: 3, y: 3, z: 3 });
    module.func({ name: `${name}_mul`, params: "x y z", body: formula(module, base, places, `
        v0 = x0 * y0
        v1 = x1 * y1
        v2 = x2 * y2
        s0 = x1 + x2
        t = y1 + y2
        s0 = s0 * t
        s1 = x0 + x1
        t = y0 + y1
        s1 = s1 * t
        s2 = x0 + x2
        t = y0 + y2
        s2 = s2 * t
        t = v1 + v2
        s0 = s0 - t
        s0 = xi(s0)
        z0 = s0 + v0
        t = v0 + v1
        s1 = s1 - t
        t = xi(v2)
        z1 = s1 + t
        t = v0 + v2
        s2 = s2 - t
        z2 = s2 + v1`, { xi: mulNonResidue }) });
}

/**
 * z = x^2
 *
 *   in      x   canonical
 *   out     z   canonical
 *   alias   z may be x
 *   cost    2 mul, 3 sqr, 10 add and 2 mulNonResidue of the base
 *   source  Chung, Hasan 2007, SQR2
 *
 * @param {WasmModule} module
 * @param {CubicPlan} plan
 */
function addSqr(module, { name, base, mulNonResidue }) {
    const places = coefficients(base, { x: 3, z: 3 });
    module.func({ name: `${name}_sqr`, params: "x z", body: formula(module, base, places, `
        s0 = sqr(x0)
        s1 = x0 * x1
        s1 = dbl(s1)
        s2 = x0 - x1
        s2 = s2 + x2
        s2 = sqr(s2)
        s3 = x1 * x2
        s3 = dbl(s3)
        s4 = sqr(x2)
        t = xi(s3)
        z0 = s0 + t
        t = xi(s4)
        z1 = s1 + t
        s1 = s1 + s2
        s1 = s1 + s3
        s0 = s0 + s4
        z2 = s1 - s0`, { xi: mulNonResidue }) });
}

/**
 * norm: z = x x^(q) x^(q^2) in the base, q its order; inv: 0 -> 0
 *
 *   in      x   canonical
 *   out     z   canonical
 *   alias   z may be x
 *   cost    inv: 9 mul, 3 sqr and 1 inv of the base
 *   source  Beuchat, Gonzalez-Diaz, Mitsunari, Okamoto, Rodriguez-Henriquez, Teruya 2010, algorithm
 *           17
 *
 * @param {WasmModule} module
 * @param {CubicPlan} plan
 */
function addInv(module, { name, base, mulNonResidue }) {
    const shared = Object.fromEntries(["t0", "t1", "t2", "n"].map((t) => [t, module.reserve(base.n8)]));
    const functions = { xi: mulNonResidue };
    const adjoint = `
        t0 = sqr(x0)
        a = x1 * x2
        a = xi(a)
        t0 = t0 - a
        t1 = sqr(x2)
        t1 = xi(t1)
        a = x0 * x1
        t1 = t1 - a
        t2 = sqr(x1)
        a = x0 * x2
        t2 = t2 - a
        n = x2 * t1
        a = x1 * t2
        n = n + a
        n = xi(n)
        a = x0 * t0
        n = n + a`;
    module.func({ name: `${name}_norm`, params: "x z", body: formula(module, base,
        { ...shared, ...coefficients(base, { x: 3 }), z: "(local.get $z)" }, `${adjoint}
        z = copy(n)`, functions) });
    module.func({ name: `${name}_inv`, params: "x z", body: formula(module, base,
        { ...shared, ...coefficients(base, { x: 3, z: 3 }) }, `${adjoint}
        n = inv(n)
        z0 = t0 * n
        z1 = t1 * n
        z2 = t2 * n`, functions) });
}

/**
 * mulV: z = v x; mul1: z = b v x; mul01: z = (a + b v) x, with a, b in the base.
 *
 *   in      x, a, b   canonical
 *   out     z         canonical
 *   alias   z may be x; a and b may lie in z
 *   cost    mul1: 3 mul; mul01: 5 mul of the base
 *
 * @param {WasmModule} module
 * @param {CubicPlan} plan
 */
function addSparse(module, { name, base, mulNonResidue }) {
    const xz = coefficients(base, { x: 3, z: 3 }), functions = { xi: mulNonResidue };
    const ab = { a: "(local.get $a)", b: "(local.get $b)" };
    module.func({ name: `${name}_mulV`, params: "x z", body: formula(module, base, xz, `
        t = xi(x2)
        z2 = copy(x1)
        z1 = copy(x0)
        z0 = copy(t)`, functions) });
    module.func({ name: `${name}_mul1`, params: "x b z", body: formula(module, base, { ...xz, b: ab.b }, `
        t0 = x2 * b
        t1 = x0 * b
        z2 = x1 * b
        z0 = xi(t0)
        z1 = copy(t1)`, functions) });
    module.func({ name: `${name}_mul01`, params: "x a b z", body: formula(module, base, { ...xz, ...ab }, `
        v0 = x0 * a
        v1 = x1 * b
        s = x0 + x1
        t = a + b
        s = s * t
        t = x0 + x2
        t = t * a
        u = x2 * b
        z2 = t - v0
        z2 = z2 + v1
        s = s - v0
        z1 = s - v1
        u = xi(u)
        z0 = v0 + u`, functions) });
}
