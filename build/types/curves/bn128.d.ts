import type { Curve, CurveOptions } from "./types.js";
/** The same with the hints of our own prover, which knows of the work to come. @type {import("./build.js").Builder} */
export declare const build: import("./build.js").Builder;
/**
 * @param {boolean | CurveOptions} [singleThread] - true: everything in this thread, a fresh curve.
 *   Otherwise the cached one of globalThis.curve_bn128, or one built now. Or a record of options
 * @param {(moduleBuilder: any) => unknown} [plugins] - adds functions to the module; needs wasmbuilder and wasmcurves
 * @returns {Promise<Curve>}
 */
export declare function buildBn128(singleThread?: boolean | CurveOptions, plugins?: (moduleBuilder: any) => unknown): Promise<Curve>;
