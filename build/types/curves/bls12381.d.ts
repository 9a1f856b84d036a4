import type { Curve, CurveOptions } from "./types.js";
/**
 * The same for our own prover, which knows of the work to come.
 * @param {boolean | CurveOptions} [singleThread]
 * @param {(moduleBuilder: any) => unknown} [plugins]
 * @param {import("./build.js").Hints} [hints]
 * @returns {Promise<Curve>}
 */
export declare const build: (singleThread?: boolean | CurveOptions, plugins?: (moduleBuilder: any) => unknown, hints?: import("./build.js").Hints) => Promise<Curve>;
/**
 * @param {boolean | CurveOptions} [singleThread] - true: everything in this thread, a fresh curve.
 *   Otherwise the cached one of globalThis.curve_bls12381, or one built now. Or a record of options
 * @param {(moduleBuilder: any) => unknown} [plugins] - adds functions to the module; needs wasmbuilder and wasmcurves
 * @returns {Promise<Curve>}
 */
export declare function buildBls12381(singleThread?: boolean | CurveOptions, plugins?: (moduleBuilder: any) => unknown): Promise<Curve>;
