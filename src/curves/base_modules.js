/**
 * The generated base modules by curve.
 * @module curves/base_modules
 */
/** @import { BaseModule } from "./types.js" */
import * as bls from "../wasm/bls12381.js";
import * as bn from "../wasm/bn128.js";

// Written out: bundlers drop what nobody uses, but keep what is spread.
/** @type {BaseModule} */
export const bn128 = Object.freeze({ code: bn.code, layout: bn.layout, guarded: true });

/** @type {BaseModule} */
export const bls12381 = Object.freeze({ code: bls.code, layout: bls.layout, guarded: true });
