/**
 * A third curve, as a user would bring it: the arithmetic of bls12381 under a name of its own, its base module made
 * here.
 */
import { assemble } from "../../scripts/assemble.mjs";
import { curveModule } from "../../scripts/wasm/module_curve.js";
import { bls12381 } from "../../src/wasm/curves/bls12381.js";

/** @returns {import("../../src/curves/types.js").CurveDefinition} */
export function toyDefinition(name = "toy", aliases = ["toycurve"]) {
    const record = Object.freeze({ ...bls12381.record, name, aliases }), { module, layout } = curveModule(record);
    return Object.freeze({ record, code: assemble(module.text(), "base", name), layout, lanes: bls12381.lanes });
}
