/**
 * The library without WebAssembly, for React Native and other hosts that have none. Public as ffturbo/bigint.
 * @module bigint
 */
/** @typedef {import("./curves.js").BigIntCurve} BigIntCurve */
/** @typedef {import("./groth16.js").Proof} Proof */
/** @typedef {import("./groth16.js").VerificationKey} VerificationKey */
/** @typedef {import("./groth16_json.js").Reason} Reason */
/** @typedef {import("./groth16_json.js").Verdict} Verdict */
/** @typedef {import("../util/prover_error.js").ProverCode} ProverCode */
import { bls12377 } from "../params/bls12377.js";
import { bls12381 } from "../params/bls12381.js";
import { bn128 } from "../params/bn128.js";
import { bigintCurve } from "./curves.js";

export { ProverError } from "../util/prover_error.js";
export { verify } from "./curves.js";
export { ChaCha } from "../util/chacha.js";
export { EC } from "./curve.js";
export { F1Field, ZqField } from "./field.js";
export { F2Field } from "./field2.js";
export { F3Field } from "./field3.js";
export { PolField } from "./polynomial.js";
export * as Scalar from "./scalar.js";
export * as utils from "./utils.js";

/** bn254, called bn128. */
export const bigintBn128 = () => bigintCurve(bn128);

/** bls12-381 */
export const bigintBls12381 = () => bigintCurve(bls12381);

/** bls12-377 */
export const bigintBls12377 = () => bigintCurve(bls12377);
