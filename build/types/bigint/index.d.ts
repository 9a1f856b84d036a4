/**
 * The library without WebAssembly, for React Native and other hosts that have none. Public as ffturbo/bigint.
 * @module bigint
 */
export { bigintBls12381, bigintBn128, verify } from "./curves.js";
export { ChaCha } from "../util/chacha.js";
export { EC } from "./curve.js";
export { F1Field, ZqField } from "./field.js";
export { F2Field } from "./field2.js";
export { F3Field } from "./field3.js";
export { PolField } from "./polynomial.js";
export * as Scalar from "./scalar.js";
export * as utils from "./utils.js";
