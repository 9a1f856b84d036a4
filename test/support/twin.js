/** The public BigInt classes from their rooms, under their public names. */
export * as Scalar from "../../src/bigint/scalar.js";
export * as utils from "../../src/bigint/utils.js";
export { F1Field, ZqField } from "../../src/bigint/field.js";
export { F2Field } from "../../src/bigint/field2.js";
export { F3Field } from "../../src/bigint/field3.js";
export { EC } from "../../src/bigint/curve.js";
export { PolField } from "../../src/bigint/polynomial.js";
export { BigBuffer } from "../../src/util/bigbuffer.js";
export { ChaCha } from "../../src/util/chacha.js";
