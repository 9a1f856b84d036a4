/**
 * A quadratic extension F = B[X] / (X^2 - beta) of any field B in the module:
 * elements are c0 + c1 X, stored c0 then c1. The tower uses it twice, for
 * Fp2 = Fp[u] / (u^2 - nonResidue) and for Fp12 = Fp6[w] / (w^2 - v).
 * @module scripts/wasm/tower/quadratic
 */
/** @import { Field, FieldValue } from "../types.js" */
/** @import { WasmModule } from "../module.js" */
import { call, get } from "../wat.js";
import { addCoefficients, coefficient } from "./coefficients.js";
import { addFp2Mul, addFp2Sqr, fp2Plan } from "./fp2_kernel.js";
import { addPowers } from "./powers.js";

/**
 * @typedef {object} QuadraticPlan
 * @property {string} name - prefix of the functions: f2m, ftm
 * @property {Field} base
 * @property {string} mulNonResidue - function (x, z) of the base, z = beta x, aliasing-safe
 * @property {bigint} [nonResidue] - beta, over a prime field: small and negative
 */

/**
 * Adds the field functions of `addCoefficients` and `addPowers`, and mul sqr
 * inv conj mul1. Square roots are in sqrt.js, they depend on the base.
 * @param {WasmModule} module
 * @param {QuadraticPlan} plan
 * @returns {Field}
 */
export function addQuadratic(module, plan) {
    const { name, base } = plan;
    const n8 = 2 * base.n8;
    addCoefficients(module, name, base, 2);
    module.func({ name: `${name}_mul1`, params: "x b z", body: call(`${name}_mulBase`, get("x"), get("b"), get("z")) });
    if (plan.nonResidue !== undefined) {
        const limbs = fp2Plan(base);
        addFp2Mul(module, limbs, name, plan.nonResidue);
        addFp2Sqr(module, limbs, name, plan.nonResidue);
    } else {
        addMul(module, plan);
        addSqr(module, plan);
    }
    addConj(module, plan);
    addInv(module, plan);
    addPowers(module, { name, n8 });
    return { name, n8, p: base.p, R: base.R, degree: 2 * base.degree, encode: encodeCoefficients(base, 2) };
}

/**
 * LEM bytes of an element given as its coefficients, c0 first.
 * @param {Field} base
 * @param {number} degree
 * @returns {(value: FieldValue) => Uint8Array}
 */
export function encodeCoefficients(base, degree) {
    return (value) => {
        if (!Array.isArray(value) || value.length !== degree)
            throw new TypeError(`encode: expected ${degree} coefficients, got ${String(value)}`);
        const bytes = new Uint8Array(degree * base.n8);
        value.forEach((c, k) => bytes.set(base.encode(c), k * base.n8));
        return bytes;
    };
}

/**
 * z = x y
 *
 *   in      x, y   canonical
 *   out     z      canonical
 *   alias   z may be x or y
 *   cost    3 mul, 5 add and 1 mulNonResidue of the base
 *   source  Karatsuba, Ofman 1962
 *
 * @param {WasmModule} module
 * @param {QuadraticPlan} plan
 */
function addMul(module, { name, base, mulNonResidue }) {
    const b = base.name, c = (/** @type {string} */ ptr, /** @type {number} */ k) => coefficient(ptr, k, base.n8);
    const [s, t, v0, v1] = Array.from({ length: 4 }, () => module.reserve(base.n8));
    module.func({ name: `${name}_mul`, params: "x y z", body: [
        call(`${b}_mul`, c("x", 0), c("y", 0), v0),
        call(`${b}_mul`, c("x", 1), c("y", 1), v1),
        call(`${b}_add`, c("x", 0), c("x", 1), s),
        call(`${b}_add`, c("y", 0), c("y", 1), t),
        call(`${b}_mul`, s, t, s),
        call(`${b}_sub`, s, v0, s),
        call(`${b}_sub`, s, v1, c("z", 1)),
        call(mulNonResidue, v1, v1),
        call(`${b}_add`, v0, v1, c("z", 0))] });
}

/**
 * z = x^2
 *
 *   in      x   canonical
 *   out     z   canonical
 *   alias   z may be x
 *   cost    2 mul, 5 add and 2 mulNonResidue of the base
 *   source  complex squaring: (c0 + c1)(c0 + beta c1) - (1 + beta) c0 c1 + 2 c0 c1 X;
 *           for beta = -1 that is (c0 + c1)(c0 - c1) + 2 c0 c1 X
 *
 * @param {WasmModule} module
 * @param {QuadraticPlan} plan
 */
function addSqr(module, { name, base, mulNonResidue }) {
    const b = base.name, c = (/** @type {string} */ ptr, /** @type {number} */ k) => coefficient(ptr, k, base.n8);
    const [s, t, v] = Array.from({ length: 3 }, () => module.reserve(base.n8));
    const minusOne = mulNonResidue === `${b}_neg`;
    module.func({ name: `${name}_sqr`, params: "x z", body: [
        call(`${b}_add`, c("x", 0), c("x", 1), s),
        ...(minusOne ? [call(`${b}_sub`, c("x", 0), c("x", 1), t)]
            : [call(mulNonResidue, c("x", 1), t), call(`${b}_add`, c("x", 0), t, t)]),
        call(`${b}_mul`, c("x", 0), c("x", 1), v),
        ...(minusOne ? [call(`${b}_mul`, s, t, c("z", 0))] : [
            call(`${b}_mul`, s, t, s), call(`${b}_sub`, s, v, s),
            call(mulNonResidue, v, t), call(`${b}_sub`, s, t, c("z", 0))]),
        call(`${b}_dbl`, v, c("z", 1))] });
}

/**
 * z = c0 - c1 X, the other root's image; in Fp2 and Fp12 also the inverse of an element of norm
 * one.
 *
 *   alias   z may be x
 *
 * @param {WasmModule} module
 * @param {QuadraticPlan} plan
 */
function addConj(module, { name, base }) {
    module.func({ name: `${name}_conj`, params: "x z", body: [
        call(`${base.name}_copy`, get("x"), get("z")),
        call(`${base.name}_neg`, coefficient("x", 1, base.n8), coefficient("z", 1, base.n8))] });
}

/**
 * norm: z = c0^2 - beta c1^2 in the base; inv: z = conj(x) / norm(x), 0 -> 0
 *
 *   in      x   canonical
 *   out     z   canonical
 *   alias   z may be x
 *   cost    1 inv, 2 sqr, 2 mul of the base
 *
 * @param {WasmModule} module
 * @param {QuadraticPlan} plan
 */
function addInv(module, { name, base, mulNonResidue }) {
    const b = base.name, c = (/** @type {string} */ ptr, /** @type {number} */ k) => coefficient(ptr, k, base.n8);
    const t = module.reserve(base.n8);
    const u = module.reserve(base.n8);
    module.func({ name: `${name}_norm`, params: "x z", body: [
        call(`${b}_sqr`, c("x", 1), t), call(mulNonResidue, t, t),
        call(`${b}_sqr`, get("x"), get("z")), call(`${b}_sub`, get("z"), t, get("z"))] });
    module.func({ name: `${name}_inv`, params: "x z", body: [
        call(`${name}_norm`, get("x"), u), call(`${b}_inv`, u, u),
        call(`${b}_mul`, c("x", 0), u, c("z", 0)),
        call(`${b}_mul`, c("x", 1), u, c("z", 1)),
        call(`${b}_neg`, c("z", 1), c("z", 1))] });
}
