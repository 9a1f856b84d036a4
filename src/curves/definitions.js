/**
 * The curves that are found by name, q and r without loading. Builders are apart, so that a program that only looks
 * curves up has no code for plugins.
 * @module curves/definitions
 */
/** @import { CurveDefinition } from "./types.js" */
import { bls12381 } from "../wasm/curves/bls12381.js";
import { bn128 } from "../wasm/curves/bn128.js";

/** @type {readonly Readonly<CurveDefinition>[]} */
export const DEFINITIONS = /* @__PURE__ */ Object.freeze([bn128, bls12381]);
