/**
 * bls12-381, called bls12381 in the public API.
 * @module curves/bls12381
 */
/** @import { Curve, CurveOptions } from "./types.js" */
import { bls12381 as params } from "../params/bls12_381.js";
import { buildCurve } from "./build.js";
import { bls12381 as base } from "./base_modules.js";

/** @type {import("./assemble.js").CurveShape} */
const SHAPE = Object.freeze({ name: "bls12381", cofactorG1: params.g1.cofactor, cofactorG1Bytes: 16, cofactorG2: params.g2.cofactor, cofactorG2Bytes: 64 });

/**
 * The same for our own prover, which knows of the work to come.
 * @param {boolean | CurveOptions} [singleThread]
 * @param {(moduleBuilder: any) => unknown} [plugins]
 * @param {import("./build.js").Hints} [hints]
 * @returns {Promise<Curve>}
 */
export const build = (singleThread, plugins, hints = {}) => buildCurve(SHAPE, base, singleThread, plugins, hints);

/**
 * @param {boolean | CurveOptions} [singleThread] - true: everything in this thread, a fresh curve.
 *   Otherwise the cached one of globalThis.curve_bls12381, or one built now. Or a record of options
 * @param {(moduleBuilder: any) => unknown} [plugins] - adds functions to the module; needs wasmbuilder and wasmcurves
 * @returns {Promise<Curve>}
 */
export async function buildBls12381(singleThread, plugins) {
    return build(singleThread, plugins);
}
