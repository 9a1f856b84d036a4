/**
 * The builders of the curves that come with the package.
 * @module curves/builders
 */
/** @import { Curve, CurveDefinition, CurveOptions, Plugins } from "./types.js" */
import { bls12381 } from "../wasm/curves/bls12381.js";
import { bn128 } from "../wasm/curves/bn128.js";
import { buildCurve } from "./build.js";
import { findCurve } from "./known.js";

/**
 * bn254, called bn128 in the public API.
 * @param {boolean | CurveOptions} [singleThread] - true for a new curve that runs everything in
 *   this thread; false for the cached curve of globalThis.curve_bn128, which is built if there is
 *   none; or an options object
 * @param {Plugins} [plugins] - adds functions, which are linked with the module
 * @returns {Promise<Curve>}
 */
export async function buildBn128(singleThread, plugins) {
    return buildCurve(bn128, singleThread, plugins);
}

/**
 * bls12-381, called bls12381 in the public API.
 * @param {boolean | CurveOptions} [singleThread] - true for a new curve that runs everything in
 *   this thread; false for the cached curve of globalThis.curve_bls12381, which is built if there
 *   is none; or an options object
 * @param {Plugins} [plugins] - adds functions, which are linked with the module
 * @returns {Promise<Curve>}
 */
export async function buildBls12381(singleThread, plugins) {
    return buildCurve(bls12381, singleThread, plugins);
}

/**
 * bls12-377, called bls12377 in the public API. Loaded on demand where the host can; elsewhere
 * import ffturbo/curves/bls12377 first, or name it to configure({ curves }).
 * @param {boolean | CurveOptions} [singleThread] - true: everything in this thread, a fresh curve.
 *   Otherwise the cached one of globalThis.curve_bls12377, or one built now. Or a record of options
 * @param {Plugins} [plugins] - adds functions, linked beside the module
 * @returns {Promise<Curve>}
 * @throws {Error} "Curve not loaded: ..."
 */
export async function buildBls12377(singleThread, plugins) {
    const definition = await findCurve([], ({ name }) => name === "bls12377");
    return buildCurve(/** @type {CurveDefinition} */ (definition), singleThread, plugins);
}
