/**
 * The public names: those of ffjavascript 0.3.1, and no others. Importing does nothing.
 * @module index
 */
export { BigBuffer } from "./util/bigbuffer.js";
export { ChaCha } from "./util/chacha.js";
export { EC } from "./bigint/curve.js";
export { F1Field, ZqField } from "./bigint/field.js";
export { F2Field } from "./bigint/field2.js";
export { F3Field } from "./bigint/field3.js";
export { PolField } from "./bigint/polynomial.js";
export * as Scalar from "./bigint/scalar.js";
export * as utils from "./bigint/utils.js";
export { buildBls12381 } from "./curves/bls12381.js";
export { buildBn128 } from "./curves/bn128.js";
export { getCurveFromName, getCurveFromQ, getCurveFromR } from "./curves/lookup.js";
