/**
 * The generated base modules by curve.
 * @module curves/base_modules
 */
/** @import { BaseModule } from "./types.js" */
import * as bls from "../wasm/bls12381.js";
import * as bn from "../wasm/bn128.js";

/** @type {BaseModule} */
export const bn128 = Object.freeze({ ...bn, guarded: true });

/** @type {BaseModule} */
export const bls12381 = Object.freeze({ ...bls, guarded: true });
