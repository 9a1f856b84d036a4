/**
 * bls12-381, called bls12381 in the public API.
 * @module curves/bls12381
 */
/** @import { CurveOptions } from "./types.js" */
import * as cofactors from "../params/cofactors.js";
import { buildCurve } from "./build.js";
import { bls12381 as base } from "./base_modules.js";

/** @type {import("./assemble.js").CurveShape} */
const SHAPE = Object.freeze({ name: "bls12381", cofactorG1: cofactors.bls12G1, cofactorG1Bytes: 16, cofactorG2: cofactors.bls12G2, cofactorG2Bytes: 64 });

/**
 * @param {boolean | CurveOptions} [singleThread] - true: everything in this thread, a fresh curve.
 *   Otherwise the cached one of globalThis.curve_bls12381, or one built now. Or a record of options
 * @param {(moduleBuilder: any) => unknown} [plugins] - adds functions to the module; needs wasmbuilder and wasmcurves
 * @returns {Promise<any>} the curve
 */
export async function buildBls12381(singleThread, plugins) {
    return buildCurve(SHAPE, base, singleThread, plugins);
}
