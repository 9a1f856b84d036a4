/**
 * The generated base modules by curve. A curve without one here is built at run time with
 * wasmcurves, like a curve with plugins.
 * @module curves/base_modules
 */
/** @import { BaseModule } from "./types.js" */

/** @type {BaseModule | undefined} */
export const bn128 = undefined;

/** @type {BaseModule | undefined} */
export const bls12381 = undefined;
