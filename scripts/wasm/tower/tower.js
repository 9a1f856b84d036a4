/**
 * The tower Fp2 = Fp[u] / (u^2 - nonResidue), Fp6 = Fp2[v] / (v^3 - xi),
 * Fp12 = Fp6[w] / (w^2 - v), xi = k + u: f2m, f6m, ftm of a base module.
 * @module scripts/wasm/tower/tower
 */
/** @import { Field, Fp2Field } from "../types.js" */
/** @import { WasmModule } from "../module.js" */
import { coefficients, formula } from "./formula.js";
import { addFp2MulXi, fp2Plan } from "./fp2_kernel.js";
import { addCubic } from "./cubic.js";
import { addCyclotomicSqr, addFrobenius, addSparseMul } from "./fp12.js";
import { addQuadratic } from "./quadratic.js";
import { addFp2Sqrt, addTowerSqrt } from "./sqrt.js";

/**
 * pOne: address of one of Fp12.
 * @typedef {{ f1: Field, f2: Fp2Field, f6: Field, f12: Field, mulXi: string, xi: [bigint, bigint],
 *   pOne: number }}
 *     Tower
 */

/**
 * Adds only f2m, with square roots.
 * @param {WasmModule} module
 * @param {Field} f1
 * @param {bigint} nonResidue - u^2: a small negative number
 * @returns {Fp2Field}
 */
export function addFp2(module, f1, nonResidue) {
    const mulNonResidue = addMulSmall(module, f1, nonResidue);
    const f2 = { ...addQuadratic(module, { name: "f2m", base: f1, mulNonResidue, nonResidue }), nonResidue };
    addFp2Sqrt(module, f2, f1);
    return f2;
}

/**
 * z = k x, by doublings
 *
 *   in      x   canonical
 *   out     z   canonical
 *   alias   z may be x
 *
 * @param {WasmModule} module
 * @param {Field} f1
 * @param {bigint} k - small, negative
 * @returns {string} name of the function
 */
function addMulSmall(module, f1, k) {
    if (k === -1n) return `${f1.name}_neg`;
    const name = `${f1.name}_mulNonResidue`;
    const lines = [...times("x", "t", -k), "z = neg(t)"].join("\n");
    module.func({ name, params: "x z", body: formula(module, f1, { x: "(local.get $x)", z: "(local.get $z)" }, lines) });
    return name;
}

/**
 * Lines of a formula for t = k x.
 * @param {string} x
 * @param {string} t
 * @param {bigint} k - positive
 */
const times = (x, t, k) => [
    `${t} = copy(${x})`,
    ...Array.from(k.toString(2).slice(1), (bit) => [
        `${t} = dbl(${t})`,
        ...(bit === "1" ? [`${t} = ${t} + ${x}`] : []),
    ]).flat(),
];

/**
 * Adds f6m and ftm over f2m.
 * @param {WasmModule} module
 * @param {Field} f1
 * @param {Fp2Field} f2 - from addFp2
 * @param {{ xi0: bigint }} params - xi = xi0 + u
 * @returns {Tower}
 */
export function addTower(module, f1, f2, { xi0 }) {
    /** @type {[bigint, bigint]} */
    const xi = [xi0, 1n];
    const mulXi = addMulXi(module, f1, f2, xi0);
    const f6 = addCubic(module, { name: "f6m", base: f2, mulNonResidue: mulXi });
    const f12 = addQuadratic(module, { name: "ftm", base: f6, mulNonResidue: "f6m_mulV" });
    addTowerSqrt(module, { f2, f6, f12 });
    addFrobenius(module, f12, f2, xi);
    addCyclotomicSqr(module, f12, f2, mulXi);
    addSparseMul(module, f12, f6, f2);
    const one2 = [1n, 0n], zero2 = [0n, 0n], zero6 = [zero2, zero2, zero2];
    return { f1, f2, f6, f12, mulXi, xi, pOne: module.data(f12.encode([[one2, zero2, zero2], zero6])) };
}

/**
 * z = (k + u) x, by doublings, or for k > 1 in one step (fp2_kernel.js)
 *
 *   in      x   canonical
 *   out     z   canonical
 *   alias   z may be x
 *
 * @param {WasmModule} module
 * @param {Field} f1
 * @param {Fp2Field} f2
 * @param {bigint} k - small, 0 or more
 * @returns {string} name of the function
 */
function addMulXi(module, f1, f2, k) {
    const name = `${f2.name}_mulXi`, { nonResidue } = f2;
    if (k > 1n && nonResidue === -1n) {
        addFp2MulXi(module, fp2Plan(f1), f2.name, Number(k));
        return name;
    }
    const beta = nonResidue === -1n ? [] : times("x1", "b", -nonResidue);
    const b = beta.length ? "b" : "x1";
    const lines = k > 0n
        ? [...times("x0", "s", k), ...times("x1", "t", k), ...beta, `s = s - ${b}`, "z1 = t + x0", "z0 = copy(s)"]
        : [...beta, `s = neg(${b})`, "z1 = copy(x0)", "z0 = copy(s)"];
    module.func({ name, params: "x z", body: formula(module, f1, coefficients(f1, { x: 2, z: 2 }), lines.join("\n")) });
    return name;
}
