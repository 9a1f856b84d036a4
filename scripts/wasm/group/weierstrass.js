/**
 * What a group is on a short Weierstrass curve y^2 = x^3 + b: points are jacobian, and affine zero
 * is no point but a mark.
 * @module scripts/wasm/group/weierstrass
 */
/** @import { Group, GroupModel } from "./types.js" */
import { at, get } from "../wat.js";
import { addXyzz } from "./xyzz.js";
import { addAddition } from "./addition.js";
import { addInCurve } from "./check.js";
import { addCompression, flagsOf } from "./encoding.js";
import { addPoint } from "./point.js";

/** (X/Z^2, Y/Z^3). @type {GroupModel["divide"]} */
const divide = ({ f, n8 }, x, inverse, power, z) => [
    f("sqr", inverse, power), f("mul", get(x), power, get(z)),
    f("mul", power, inverse, power), f("mul", at(get(x), n8), power, at(get(z), n8))];

/** @type {Readonly<GroupModel>} */
export const WEIERSTRASS = Object.freeze({
    zero: [0n, 1n, 0n],
    odd: 1,
    constants: (module, field, { b }) => ({ b, bAt: module.data(field.encode(/** @type {any} */ (b))) }),
    addPoint,
    addAddition,
    addCompression,
    addInCurve,
    addBuckets: addXyzz,
    addModelChange: () => {},
    bucketBytes: ({ n8 }) => 4 * n8,
    divide,
    flags: flagsOf,
});
