/**
 * Addition and doubling on y^2 = x^3 + b, results jacobian. Formulas from the
 * Explicit-Formulas Database (Bernstein, Lange), short Weierstrass, jacobian
 * coordinates with a4 = 0, under the names given at each; infinity, equal and
 * opposite points are told apart first, so that every sum is exact.
 * @module scripts/wasm/group/addition
 */
/** @import { WasmModule } from "../module.js" */
/** @import { Group } from "./types.js" */
import { get, when } from "../wat.js";
import { coordinates } from "./point.js";

/** dbl-2009-l: 2M 5S. @type {string} */
const DBL = `
    T = Y1 * Z1; Z = 2 T;
    A = X1^2; B = Y1^2; C = B^2;
    D = X1 + B; D = D^2; D = D - A; D = D - C; D = 2 D;
    E = 2 A; E = E + A; F = E^2;
    C = 2 C; C = 2 C; C = 2 C;
    T = 2 D; X3 = F - T;
    Y3 = D - X3; Y3 = E * Y3; Y3 = Y3 - C;
    Z3 = Z`;

/** mdbl-2007-bl: Z1 = 1, 1M 5S. @type {string} */
const DBL_AFFINE = `
    Z = 2 Y1;
    A = X1^2; B = Y1^2; C = B^2;
    D = X1 + B; D = D^2; D = D - A; D = D - C; D = 2 D;
    E = 2 A; E = E + A; F = E^2;
    C = 2 C; C = 2 C; C = 2 C;
    T = 2 D; X3 = F - T;
    Y3 = D - X3; Y3 = E * Y3; Y3 = Y3 - C;
    Z3 = Z`;

/** The two halves of a sum: up to H = 0 and r = 0, which decide the case, and the rest. */
/** @typedef {{ differences: string, rest: string }} Sum */

/** From H, r, U1, S1 and Z = Z3 to the sum; I = (2H)^2. */
const FINISH = `
    J = H * I; V = U1 * I; r = 2 r; SJ = S1 * J; SJ = 2 SJ;
    T = 2 V; T = T + J; X3 = r^2; X3 = X3 - T;
    Y3 = V - X3; Y3 = r * Y3; Y3 = Y3 - SJ;
    Z3 = Z`;

/** add-2007-bl: 11M 5S. @type {Sum} */
const ADD = {
    differences: `
        Z1Z1 = Z1^2; Z2Z2 = Z2^2; U1 = X1 * Z2Z2; U2 = X2 * Z1Z1;
        S1 = Z2 * Z2Z2; S1 = Y1 * S1; S2 = Z1 * Z1Z1; S2 = Y2 * S2;
        H = U2 - U1; r = S2 - S1`,
    rest: `I = 2 H; I = I^2; Z = Z1 + Z2; Z = Z^2; Z = Z - Z1Z1; Z = Z - Z2Z2; Z = Z * H; ${FINISH}`,
};

/** madd-2007-bl: Z2 = 1, 7M 4S; HH = H^2, I = 4 HH. @type {Sum} */
const ADD_MIXED = {
    differences: `
        Z1Z1 = Z1^2; U1 = X1; U2 = X2 * Z1Z1;
        S1 = Y1; S2 = Z1 * Z1Z1; S2 = Y2 * S2;
        H = U2 - U1; r = S2 - S1`,
    rest: `HH = H^2; I = 2 HH; I = 2 I; Z = Z1 + H; Z = Z^2; Z = Z - Z1Z1; Z = Z - HH; ${FINISH}`,
};

/** mmadd-2007-bl: Z1 = Z2 = 1, 4M 2S. @type {Sum} */
const ADD_AFFINE = {
    differences: "U1 = X1; S1 = Y1; H = X2 - U1; r = Y2 - S1",
    rest: `I = H^2; I = 2 I; I = 2 I; Z = 2 H; ${FINISH}`,
};

/**
 * Adds dbl dblAffine add addMixed addAffine sub subMixed subAffine.
 * @param {WasmModule} module
 * @param {Group} group
 */
export function addAddition(module, group) {
    const negative = module.reserve(group.jacobian);
    addDouble(group, { name: "dbl", isZero: "isZero", steps: DBL });
    addDouble(group, { name: "dblAffine", isZero: "isZeroAffine", steps: DBL_AFFINE });
    addSum(group, { name: "add", first: "", second: "", sum: ADD });
    addSum(group, { name: "addMixed", first: "", second: "Affine", sum: ADD_MIXED });
    addSum(group, { name: "addAffine", first: "Affine", second: "Affine", sum: ADD_AFFINE });
    addDifference(group, negative, { name: "sub", sum: "add", form: "" });
    addDifference(group, negative, { name: "subMixed", sum: "addMixed", form: "Affine" });
    addDifference(group, negative, { name: "subAffine", sum: "addAffine", form: "Affine" });
}

/**
 * z = 2 x
 *
 *   in      x   dbl: jacobian; dblAffine: affine
 *   out     z   jacobian
 *   alias   z may be x
 *   cost    dbl 2M 5S, dblAffine 1M 5S
 *   source  EFD dbl-2009-l, mdbl-2007-bl
 *
 * @param {Group} group
 * @param {{ name: string, isZero: string, steps: string }} kind
 */
function addDouble(group, { name, isZero, steps }) {
    const { g, func, formula } = group;
    func({ name, params: "x z", body: [
        when(g(isZero, get("x")), [g("zero", get("z")), "(return)"]),
        ...formula.compile(inAndOut(group), steps)] });
}

/**
 * z = x + y
 *
 *   in      x, y   add: jacobian; addMixed: y affine; addAffine: both affine
 *   out     z      jacobian
 *   alias   z may be x or y
 *   cost    11M 5S, 7M 4S, 4M 2S; a doubling more where x = y
 *   source  EFD add-2007-bl, madd-2007-bl, mmadd-2007-bl
 *
 * @param {Group} group
 * @param {{ name: string, first: string, second: string, sum: Sum }} kind - `Affine` or nothing for
 *   each operand
 */
function addSum(group, { name, first, second, sum }) {
    const { f, g, func, formula } = group;
    const places = inAndOut(group);
    const H = formula.temporary("H");
    const r = formula.temporary("r");
    const move = (/** @type {string} */ form) => (form ? "toJacobian" : "copy");
    func({ name, params: "x y z", body: [
        when(g(`isZero${first}`, get("x")), [g(move(second), get("y"), get("z")), "(return)"]),
        when(g(`isZero${second}`, get("y")), [g(move(first), get("x"), get("z")), "(return)"]),
        ...formula.compile(places, sum.differences),
        when(f("isZero", H), [
            when(f("isZero", r), g(`dbl${first}`, get("x"), get("z")), g("zero", get("z"))), "(return)"]),
        ...formula.compile(places, sum.rest)] });
}

/**
 * z = x - y, as x + (-y); -y goes through scratch.
 *
 *   alias   z may be x or y
 *
 * @param {Group} group
 * @param {number} negative - scratch
 * @param {{ name: string, sum: string, form: string }} kind - form of y: `Affine` or nothing
 */
function addDifference({ g, func }, negative, { name, sum, form }) {
    func({ name, params: "x y z", body: [
        g(`neg${form}`, get("y"), negative), g(sum, get("x"), negative, get("z"))] });
}

/** @param {Group} group */
function inAndOut(group) {
    const [X1, Y1, Z1] = coordinates(group, "x"),
        [X2, Y2, Z2] = coordinates(group, "y"),
        [X3, Y3, Z3] = coordinates(group, "z");
    return { inputs: { X1, Y1, Z1, X2, Y2, Z2 }, outputs: { X3, Y3, Z3 } };
}
