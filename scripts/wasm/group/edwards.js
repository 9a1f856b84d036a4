/**
 * What a group is on a twisted Edwards curve a x^2 + y^2 = 1 + d x^2 y^2 with a a square and d
 * none: one formula adds any two points. Points are affine, or projective with x = X/Z and y = Y/Z:
 * of three coordinates, as everywhere, so that everything above the formulas is the same for all
 * models. With extended coordinates an addition would cost one product less and a doubling one
 * more, and a multiple has five doublings for each addition.
 *
 * Formulas from the Explicit-Formulas Database (Bernstein, Lange), twisted Edwards, projective
 * coordinates.
 * @module scripts/wasm/group/edwards
 */
/** @import { WasmModule } from "../module.js" */
/** @import { Group, GroupModel } from "./types.js" */
import { weierstrassOf } from "../../../src/bigint/edwards.js";
import { inverse as inverseOf, mod } from "../../../src/bigint/modular.js";
import { at, get, i32, set, when } from "../wat.js";
import { addBatch } from "./affine.js";
import { addEachCoordinate, and, coordinates, not } from "./point.js";

/** The sign of x, in the last byte of a compressed point. */
const SIGN = 0x80;

/**
 * `to` = a `from`, as a step of a formula.
 * @param {Group} group
 * @param {string} to
 * @param {string} from
 */
const timesA = ({ a }, to, from) => (a === -1n ? `${to} = -${from}` : `${to} = ${from} * a`);

/** Constants of the formulas. @param {Group} group */
const constantsOf = ({ aAt, dAt, oneAt }) => ({ a: i32(Number(aAt)), d: i32(Number(dAt)), one: i32(Number(oneAt)) });

/**
 * @param {Group} group
 * @param {string} k - number of the point
 * @param {string} local
 * @returns {Record<string, string>}
 */
const named = (group, k, local) =>
    Object.fromEntries(coordinates(group, local).map((place, i) => ["XYZ"[i] + k, place]));

/**
 * add-2008-bbjlp from A = Z1 Z2 and B = A^2 on: 10M 1S and two products by constants for projective
 * points.
 * @param {Group} group
 */
const sumOf = (group) => `
    C = X1 * X2; D = Y1 * Y2; E = C * D; E = E * d; F = B - E; G = B + E;
    T = X1 + Y1; U = X2 + Y2; T = T * U; T = T - C; T = T - D; T = T * F; T = T * A;
    ${timesA(group, "C", "C")}; U = D - C; U = U * G; U = U * A;
    X3 = T; Y3 = U; Z3 = F * G`;

/**
 * dbl-2008-bbjlp from H = Z1^2 on: 3M 4S and a product by a.
 * @param {Group} group
 */
const doubleOf = (group) => `
    B = X1 + Y1; B = B^2; C = X1^2; D = Y1^2; ${timesA(group, "E", "C")}; F = E + D; H = 2 H; J = F - H;
    B = B - C; B = B - D; E = E - D; X3 = B * J; Y3 = F * E; Z3 = F * J`;

/**
 * zero: z = (0, 1, 1); zeroAffine: z = (0, 1), a point like others. isZero: X = 0, Y = Z, and not
 * all of them 0, which is no point.
 * @param {Group} group
 */
function addZero(group) {
    const { f, func } = group, [x, y, z] = coordinates(group, "z");
    const [X, Y, Z] = coordinates(group, "x");
    func({ name: "zero", params: "z", body: [f("zero", x), f("one", y), f("one", z)] });
    func({ name: "zeroAffine", params: "z", body: [f("zero", x), f("one", y)] });
    func({ name: "isZero", params: "x", result: "i32", body: and(f("isZero", X), and(f("eq", Y, Z), not(f("isZero", Z)))) });
    func({ name: "isZeroAffine", params: "x", result: "i32", body: and(f("isZero", X), f("isOne", Y)) });
}

/**
 * Adds zero isZero copy toMont fromMont neg, each with its Affine form, and toJacobian (to
 * projective, the form of three coordinates) eq eqMixed eqAffine.
 * @param {WasmModule} module
 * @param {Group} group
 */
function addPoint(module, group) {
    const { f, g, func, formula } = group, [x, y, z] = coordinates(group, "x");
    const [xz, yz, zz] = coordinates(group, "z");
    addZero(group);
    addEachCoordinate(group);
    func({ name: "neg", params: "x z", body: [f("neg", x, xz), f("copy", y, yz), f("copy", z, zz)] });
    func({ name: "negAffine", params: "x z", body: [f("neg", x, xz), f("copy", y, yz)] });
    const scratch = module.reserve(group.affine); // z may overlap x in any way
    func({ name: "toJacobian", params: "x z", body: [
        g("copyAffine", get("x"), scratch), g("copyAffine", scratch, get("z")), f("one", zz)] });
    const inputs = { ...named(group, "1", "x"), ...named(group, "2", "y") };
    const same = () => f("eq", formula.temporary("U1"), formula.temporary("U2"));
    const equal = (/** @type {string} */ x1, /** @type {string} */ y1) => [
        ...formula.compile({ inputs }, x1), when(not(same()), `(return ${i32(0)})`),
        ...formula.compile({ inputs }, y1), same()];
    func({ name: "eqAffine", params: "x y", result: "i32", body: and(f("eq", inputs.X1, inputs.X2), f("eq", inputs.Y1, inputs.Y2)) });
    func({ name: "eqMixed", params: "x y", result: "i32", body: equal("U1 = X1; U2 = X2 * Z1", "U1 = Y1; U2 = Y2 * Z1") });
    func({ name: "eq", params: "x y", result: "i32",
        body: equal("U1 = X1 * Z2; U2 = X2 * Z1", "U1 = Y1 * Z2; U2 = Y2 * Z1") });
}

/**
 * Adds dbl dblAffine add addMixed addAffine sub subMixed subAffine: exact for any two points.
 *
 *   in      x, y   points; the forms are those of the name
 *   out     z      projective
 *   alias   z may be x or y
 *   cost    add 10M 1S, addMixed 9M 1S, addAffine 7M, dbl 3M 4S, and products by the constants
 *   source  EFD add-2008-bbjlp, dbl-2008-bbjlp
 *
 * @param {WasmModule} module
 * @param {Group} group
 */
function addAddition(module, group) {
    const { g, func, formula } = group, negative = module.reserve(group.jacobian);
    const { a, d, one } = constantsOf(group);
    const inputs = { ...named(group, "1", "x"), ...named(group, "2", "y"), a, d, one };
    const places = { inputs, outputs: named(group, "3", "z") };
    const compile = (/** @type {string} */ text) => formula.compile(places, text);
    func({ name: "dbl", params: "x z", body: compile(`H = Z1^2; ${doubleOf(group)}`) });
    func({ name: "dblAffine", params: "x z", body: compile(`H = one; ${doubleOf(group)}`) });
    func({ name: "add", params: "x y z", body: compile(`A = Z1 * Z2; B = A^2; ${sumOf(group)}`) });
    func({ name: "addMixed", params: "x y z", body: compile(`A = Z1; B = Z1^2; ${sumOf(group)}`) });
    func({ name: "addAffine", params: "x y z", body: compile(`A = one; B = one; ${sumOf(group)}`) });
    for (const [name, sum, form] of [["sub", "add", ""], ["subMixed", "addMixed", "Affine"], ["subAffine", "addAffine", "Affine"]])
        func({ name, params: "x y z", body: [
            g(`neg${form}`, get("y"), negative), g(sum, get("x"), negative, get("z"))] });
}

/**
 * Do the coordinates satisfy the equation? Zero does.
 *
 *   cost    inCurve 4M 4S, inCurveAffine 1M 2S, and products by the constants
 *
 * @param {Group} group
 */
function addInCurve(group) {
    const { f, func, formula } = group, point = named(group, "1", "x");
    const inputs = { ...point, ...constantsOf(group) };
    const holds = f("eq", formula.temporary("T"), formula.temporary("U"));
    const sides = (/** @type {string} */ first) => formula.compile({ inputs }, `${first};
        C = X1^2; D = Y1^2; E = C * D; E = E * d; U = BB + E; ${timesA(group, "T", "C")}; T = T + D; T = T * B`);
    func({ name: "inCurveAffine", params: "x", result: "i32", body: [...sides("B = one; BB = one"), holds] });
    func({ name: "inCurve", params: "x", result: "i32", body: [
        when(f("isZero", point.Z1), `(return ${i32(0)})`), ...sides("B = Z1^2; BB = B^2"), holds] });
}

/**
 * Buckets are projective points: adding an affine one costs a square more than with extended
 * coordinates. Adds bucket_zero bucket_add bucket_addAffine bucket_toJacobian, in the group's
 * names.
 * @param {Group} group
 */
function addBuckets(group) {
    const { g, func, formula } = group, { a, d } = constantsOf(group);
    const point = named(group, "1", "z");
    func({ name: "bucket_zero", params: "z", body: g("zero", get("z")) });
    func({ name: "bucket_add", params: "x z", body: g("add", get("z"), get("x"), get("z")) });
    func({ name: "bucket_addAffine", params: "x y z", body: formula.compile(
        { inputs: { ...point, X2: get("x"), Y2: get("y"), a, d }, outputs: named(group, "3", "z") },
        `A = Z1; B = Z1^2; ${sumOf(group)}`) });
    func({ name: "bucket_toJacobian", params: "x z", body: g("copy", get("x"), get("z")) });
}

/**
 * LEMtoC: y, little-endian, with the sign of x in the last byte: what circomlib, gnark-crypto,
 * arkworks and RFC 8032 write where the sign is that of the greater root, and Zcash where it is the
 * lowest bit. CtoLEM: the mark (0, 0), which is no point, for bytes that are not the encoding of
 * one: no such y, y of p or more, a sign on x = 0.
 *
 *   alias   z may be x
 *   cost    an inversion and a square root to read
 *
 * @param {WasmModule} module
 * @param {Group} group
 * @param {number} point - scratch for x and y
 */
function addCompression(module, group, point) {
    const { f, g, func, formula, n8 } = group, [x, y] = [point, point + n8];
    const last = n8 - 1;
    const { a, d, one } = constantsOf(group);
    const plain = module.reserve(n8), temporary = formula.temporary;
    const signOf = group.sign === "odd"
        ? [f("fromMont", x, plain), set("odd", `(i32.and (i32.load8_u ${i32(plain)}) ${i32(1)})`)]
        : [set("odd", `(i32.eq ${f("sign", x)} ${i32(-1)})`)];
    func({ name: "LEMtoC", params: "x z", i32: "odd", body: [
        g("copyAffine", get("x"), point), ...signOf, f("fromMont", y, get("z")),
        `(i32.store8 ${at(get("z"), last)} (i32.or (i32.load8_u ${at(get("z"), last)}) (i32.shl ${get("odd")} ${i32(7)})))`] });
    const none = [f("zero", get("z")), f("zero", at(get("z"), n8)), "(return)"];
    const T = temporary("T");
    const U = temporary("U");
    const masked = `(i32.and (i32.load8_u ${i32(y + last)}) ${i32(SIGN - 1)})`;
    func({ name: "CtoLEM", params: "x z", i32: "odd wanted", body: [
        set("wanted", `(i32.shr_u (i32.load8_u ${at(get("x"), last)}) ${i32(7)})`),
        f("copy", get("x"), y), `(i32.store8 ${i32(y + last)} ${masked})`,
        f("copy", y, plain), f("toMont", y, y), f("fromMont", y, U),
        when(not(f("eq", U, plain)), none),
        ...formula.compile({ inputs: { Y1: i32(y), a, d, one } }, "D = Y1^2; T = one - D; U = D * d; U = a - U"),
        f("inv", U, U), f("mul", T, U, T), f("sqrt", T, x), f("sqr", x, U),
        when(not(f("eq", T, U)), none),
        when(`(i32.and ${f("isZero", x)} ${get("wanted")})`, none),
        ...signOf, when(`(i32.ne ${get("odd")} ${get("wanted")})`, f("neg", x, x)),
        g("copyAffine", point, get("z"))] });
}

/**
 * batchFromWeierstrass: z = the affine points whose images on y^2 = x^3 + a x + b (weierstrassOf)
 * are x, in which there is no infinity. With v = Y / B^2 and u = (X - shift) / B it is x = u / v
 * and y = (u - 1) / (u + 1), that is u (u + 1) and v (u - 1) over v (u + 1): only (0, -1) has v =
 * 0, and no point u = -1.
 *
 *   in      x   n points, affine
 *   out     z   n points, affine
 *   alias   z may be x
 *   cost    an inversion and some ten products a point
 *
 * @param {WasmModule} module
 * @param {Group} group
 */
function addModelChange(module, group) {
    const { f, func, formula, n8, field: { p, encode } } = group;
    const { B, shift } = weierstrassOf(p, { a: BigInt(group.a ?? 0), d: BigInt(group.d ?? 0) });
    const over = inverseOf(B, p);
    const constant = (/** @type {bigint} */ value) => i32(module.data(encode(mod(value, p))));
    const numbers = { s: constant(shift), k: constant(over), kk: constant(over * over), one: constant(1n) };
    const inputs = { X: get("x"), Y: at(get("x"), n8), ...numbers };
    const D = formula.temporary("D");
    func({ name: "fromWeierstrass", params: "x z", body: [
        ...formula.compile({ inputs }, `
            U = X - s; U = U * k; V = Y * kk; P = U + one; D = V * P; E = U - one; E = E * V; P = P * U`),
        f("inv", D, D),
        f("mul", formula.temporary("P"), D, get("z")), f("mul", formula.temporary("E"), D, at(get("z"), n8)),
        when(f("isZero", D), [f("zero", get("z")), f("copy", constant(-1n), at(get("z"), n8))])] });
    addBatch(group, { name: "fromWeierstrass", from: group.affine, to: group.affine });
}

/** (X/Z, Y/Z). @type {GroupModel["divide"]} */
const divide = ({ f, n8 }, x, inverse, _, z) => [
    f("mul", get(x), inverse, get(z)), f("mul", at(get(x), n8), inverse, at(get(z), n8))];

/** @type {Readonly<GroupModel>} */
export const EDWARDS = Object.freeze({
    zero: [0n, 1n, 1n],
    odd: 0,
    constants: (module, field, { a, d, sign }) => ({
        a, d, sign,
        aAt: module.data(new Uint8Array([a, d].flatMap((c) => [...field.encode(/** @type {bigint} */ (c))]))),
        dAt: module.data(field.encode(/** @type {bigint} */ (d))),
        oneAt: module.data(field.encode(1n)),
    }),
    addPoint,
    addAddition,
    addCompression,
    addInCurve,
    addBuckets,
    addModelChange,
    bucketBytes: ({ jacobian }) => jacobian,
    divide,
    flags: () => 0,
});
