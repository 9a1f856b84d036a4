/**
 * bn254, called bn128 in the public API.
 * @module curves/bn128
 */
/** @import { Curve, CurveOptions } from "./types.js" */
import { bn254 } from "../params/bn254.js";
import { buildCurve } from "./build.js";
import { bn128 as base } from "./base_modules.js";

/** @type {import("./assemble.js").CurveShape} */
const SHAPE = Object.freeze({ name: "bn128", cofactorG1Bytes: 0, cofactorG2: bn254.g2.cofactor, cofactorG2Bytes: 32 });

/** The same with the hints of our own prover, which knows of the work to come. @type {import("./build.js").Builder} */
export const build = (first, plugins, hints) => buildCurve(SHAPE, base, first, plugins, hints);

/**
 * @param {boolean | CurveOptions} [singleThread] - true: everything in this thread, a fresh curve.
 *   Otherwise the cached one of globalThis.curve_bn128, or one built now. Or a record of options
 * @param {(moduleBuilder: any) => unknown} [plugins] - adds functions to the module; needs wasmbuilder and wasmcurves
 * @returns {Promise<Curve>}
 */
export async function buildBn128(singleThread, plugins) {
    return build(singleThread, plugins);
}
