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

/** The same with the hints of our own prover, which knows of the work to come. @type {import("./build.js").Builder} */
export const build = (first, plugins, hints) => buildCurve(SHAPE, base, first, plugins, hints);

/**
 * @param {boolean | CurveOptions} [singleThread] - true: everything in this thread, a fresh curve.
 *   Otherwise the cached one of globalThis.curve_bls12381, or one built now. Or a record of options
 * @param {(moduleBuilder: any) => unknown} [plugins] - adds functions to the module; needs wasmbuilder and wasmcurves
 * @returns {Promise<Curve>}
 */
export async function buildBls12381(singleThread, plugins) {
    return build(singleThread, plugins);
}
