/**
 * Is a point on the curve, is it in the subgroup of order r?
 * @module scripts/wasm/group/check
 */
/** @import { WasmModule } from "../module.js" */
/** @import { Group } from "./types.js" */
import { bitLength } from "../../../src/bigint/modular.js";
import { leBytes } from "../field/prime_field.js";
import { get, i32, when } from "../wat.js";
import { coordinates, not } from "./point.js";

/**
 * Adds inCurve inCurveAffine and, where asked for, inGroup inGroupAffine.
 * @param {WasmModule} module
 * @param {Group} group
 * @param {boolean} subgroup
 */
export function addCheck(module, group, subgroup) {
    group.model.addInCurve(group);
    if (subgroup) addInGroup(module, group);
}

/**
 * Do the coordinates satisfy y^2 = x^3 + b, or Y^2 = X^3 + b Z^6? Only the
 * equation is checked: infinity does not satisfy it in either form, so a caller
 * that accepts infinity calls isZero first.
 *
 *   cost    inCurve 3M 4S, inCurveAffine 1M 2S
 *
 * @param {Group} group
 */
export function addInCurve(group) {
    const { f, func, formula } = group, bAt = Number(group.bAt);
    const [X, Y, Z] = coordinates(group, "x");
    const inputs = { X, Y, Z, B: i32(bAt) };
    const holds = f("eq", formula.temporary("YY"), formula.temporary("T"));
    func({ name: "inCurveAffine", params: "x", result: "i32", body: [
        ...formula.compile({ inputs }, "YY = Y^2; T = X^2; T = T * X; T = T + B"), holds] });
    func({
        name: "inCurve",
        params: "x",
        result: "i32",
        body: [
            ...formula.compile(
                { inputs },
                "YY = Y^2; T = X^2; T = T * X; Z2 = Z^2; Z4 = Z2^2; Z6 = Z2 * Z4; Z6 = Z6 * B; T = T + Z6",
            ),
            holds,
        ],
    });
}

/**
 * 1 for infinity, 0 for a point off the curve, otherwise whether r x = 0.
 *
 *   cost    a multiple by r
 *
 * @param {WasmModule} module
 * @param {Group} group
 */
function addInGroup(module, { g, func, scalars, jacobian }) {
    const length = Math.ceil(bitLength(scalars.p) / 8);
    const order = module.data(leBytes(scalars.p, length));
    const multiple = module.reserve(jacobian);
    for (const form of ["", "Affine"]) func({ name: `inGroup${form}`, params: "x", result: "i32", body: [
        when(g(`isZero${form}`, get("x")), `(return ${i32(1)})`),
        when(not(g(`inCurve${form}`, get("x"))), `(return ${i32(0)})`),
        g(`mulScalar${form}`, get("x"), order, length, multiple),
        g("isZero", multiple)] });
}
