/**
 * Points as data: infinity, copies, comparison, negation, Montgomery form.
 * @module scripts/wasm/group/point
 */
/** @import { WasmModule } from "../module.js" */
/** @import { Group } from "./types.js" */
import { at, get, i32, when } from "../wat.js";

/**
 * Addresses of the coordinates of the point in a local.
 * @param {Group} group
 * @param {string} local
 */
export const coordinates = ({ n8 }, local) => [get(local), at(get(local), n8), at(get(local), 2 * n8)];

/** i32 conjunction that does not evaluate b when a is false. @param {string} a @param {string} b */
export const and = (a, b) => `(if (result i32) ${a} (then ${b}) (else ${i32(0)}))`;

/** @param {string} condition - i32 */
export const not = (condition) => `(i32.eqz ${condition})`;

/**
 * Adds zero isZero copy toMont fromMont neg, each with its Affine form, and
 * toJacobian eq eqMixed eqAffine.
 * @param {WasmModule} module
 * @param {Group} group
 */
export function addPoint(module, group) {
    addInfinity(group);
    addEachCoordinate(group);
    addNeg(group);
    addToJacobian(module, group);
    addEqual(group);
}

/**
 * zero: z = (0, 1, 0); zeroAffine: z = all zero bytes. isZero: Z = 0;
 * isZeroAffine: both coordinates 0, which is on no curve with b != 0.
 * @param {Group} group
 */
function addInfinity(group) {
    const { f, func } = group;
    const [x, y, z] = coordinates(group, "z");
    func({ name: "zero", params: "z", body: [f("zero", x), f("one", y), f("zero", z)] });
    func({ name: "zeroAffine", params: "z", body: [f("zero", x), f("zero", y)] });
    func({ name: "isZero", params: "x", result: "i32", body: f("isZero", coordinates(group, "x")[2]) });
    func({ name: "isZeroAffine", params: "x", result: "i32",
        body: and(f("isZero", get("x")), f("isZero", coordinates(group, "x")[1])) });
}

/**
 * copy, toMont and fromMont act on each coordinate.
 *
 *   alias   z may be x
 *
 * @param {Group} group
 */
export function addEachCoordinate(group) {
    const from = coordinates(group, "x");
    const to = coordinates(group, "z");
    for (const op of ["copy", "toMont", "fromMont"]) {
        const each = from.map((x, i) => group.f(op, x, to[i]));
        group.func({ name: op, params: "x z", body: each });
        group.func({ name: `${op}Affine`, params: "x z", body: each.slice(0, 2) });
    }
}

/**
 * z = -x
 *
 *   alias   z may be x
 *
 * @param {Group} group
 */
function addNeg(group) {
    const [x, y, z] = coordinates(group, "x");
    const [xz, yz, zz] = coordinates(group, "z");
    const { f, func } = group;
    func({ name: "neg", params: "x z", body: [f("copy", x, xz), f("neg", y, yz), f("copy", z, zz)] });
    func({ name: "negAffine", params: "x z", body: [f("copy", x, xz), f("neg", y, yz)] });
}

/**
 * z = x with Z = 1, or (0, 1, 0).
 *
 *   in      x   affine, 2 n8 bytes
 *   out     z   jacobian, 3 n8 bytes
 *   alias   z may overlap x in any way: the point goes through scratch
 *
 * @param {WasmModule} module
 * @param {Group} group
 */
function addToJacobian(module, group) {
    const { f, g, func, n8 } = group;
    const point = module.reserve(group.affine);
    const [xz, yz, zz] = coordinates(group, "z");
    func({ name: "toJacobian", params: "x z", body: [
        when(g("isZeroAffine", get("x")), [g("zero", get("z")), "(return)"]),
        g("copyAffine", get("x"), point),
        f("copy", point, xz), f("copy", point + n8, yz), f("one", zz)] });
}

/**
 * Are the points equal? Infinity is equal only to infinity.
 *
 *   cost    eq 6M 2S, eqMixed 3M 1S
 *
 * @param {Group} group
 */
function addEqual(group) {
    const { f, g, func, formula } = group;
    const [X1, Y1, Z1] = coordinates(group, "x");
    const [X2, Y2, Z2] = coordinates(group, "y");
    const inputs = { X1, Y1, Z1, X2, Y2, Z2 };
    const infinite = (/** @type {string} */ a, /** @type {string} */ b) => [
        when(a, `(return ${b})`), when(b, `(return ${i32(0)})`)];
    const same = (/** @type {string} */ a, /** @type {string} */ b) =>
        f("eq", formula.temporary(a), formula.temporary(b));
    func({ name: "eqAffine", params: "x y", result: "i32", body: and(f("eq", X1, X2), f("eq", Y1, Y2)) });
    func({ name: "eqMixed", params: "x y", result: "i32", body: [
        ...infinite(g("isZero", get("x")), g("isZeroAffine", get("y"))),
        ...formula.compile({ inputs }, "Z1Z1 = Z1^2; U2 = X2 * Z1Z1; U1 = X1; S1 = Y1"),
        when(not(same("U1", "U2")), `(return ${i32(0)})`),
        ...formula.compile({ inputs }, "T = Z1 * Z1Z1; S2 = Y2 * T"),
        same("S1", "S2")] });
    func({ name: "eq", params: "x y", result: "i32", body: [
        ...infinite(g("isZero", get("x")), g("isZero", get("y"))),
        ...formula.compile({ inputs }, "Z1Z1 = Z1^2; Z2Z2 = Z2^2; U1 = X1 * Z2Z2; U2 = X2 * Z1Z1"),
        when(not(same("U1", "U2")), `(return ${i32(0)})`),
        ...formula.compile({ inputs }, "T = Z2 * Z2Z2; S1 = Y1 * T; T = Z1 * Z1Z1; S2 = Y2 * T"),
        same("S1", "S2")] });
}
