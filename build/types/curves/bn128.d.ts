import type { Curve, CurveOptions } from "./types.js";
/**
 * @param {boolean | CurveOptions} [singleThread] - true: everything in this thread, a fresh curve.
 *   Otherwise the cached one of globalThis.curve_bn128, or one built now. Or a record of options
 * @param {(moduleBuilder: any) => unknown} [plugins] - adds functions to the module; needs wasmbuilder and wasmcurves
 * @param {import("./build.js").Hints} [hints] - of our own prover
 * @returns {Promise<Curve>}
 */
export declare function buildBn128(singleThread?: boolean | CurveOptions, plugins?: (moduleBuilder: any) => unknown, hints?: import("./build.js").Hints): Promise<Curve>;
