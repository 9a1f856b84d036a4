/**
 * The library without WebAssembly, for React Native and other hosts that have none. Public as
 * ffturbo/bigint.
 * @module bigint
 */
/** @typedef {import("./bigint_verify.js").VerifyingCurve} BigIntCurve */
/** @typedef {import("../bigint/groups.js").BigIntGroup} BigIntGroup */
/**
 * @template T
 * @typedef {import("../bigint/types.js").Field<T>} Field
 */
/** @typedef {import("../bigint/types.js").Rng} Rng */
/**
 * @template E
 * @typedef {import("../bigint/fft.js").FFT<E>} FFT
 */
/** @typedef {import("../bigint/polynomial.js").Polynomial} Polynomial */
/** @typedef {import("../bigint/scalar.js").Scalarish} Scalarish */
/** @typedef {import("../bigint/utils.js").Printable} Printable */
/** @typedef {import("../util/bigbuffer.js").BigBuffer} BigBuffer */
/** @typedef {import("../params/types.js").EdwardsParams} EdwardsParams */
/** @typedef {import("./groth16/verify_bigint.js").Proof} Proof */
/** @typedef {import("./groth16/verify_bigint.js").VerificationKey} VerificationKey */
/** @typedef {import("./json.js").Reason} Reason */
/** @typedef {import("./json.js").Verdict} Verdict */
/** @typedef {import("../util/prover_error.js").ProverCode} ProverCode */
/**
 * @template {boolean} R
 * @typedef {import("./json.js").Answer<R>} Answer
 */
/** @typedef {import("../bigint/tower.js").Fp2Element} Fp2Element */
/** @typedef {import("../bigint/tower.js").Fp6Element} Fp6Element */
/** @typedef {import("../bigint/tower.js").Fp12Element} Fp12Element */
export { ProverError } from "../util/prover_error.js";
export * from "./bigint_builders.js";
export { verify } from "./bigint_verify.js";
export { ChaCha } from "../util/chacha.js";
export { EC } from "../bigint/curve.js";
export { EdwardsEC } from "../bigint/edwards.js";
export { F1Field, ZqField } from "../bigint/field.js";
export { F2Field } from "../bigint/field2.js";
export { F3Field } from "../bigint/field3.js";
export { PolField } from "../bigint/polynomial.js";
export * as Scalar from "../bigint/scalar.js";
export * as utils from "../bigint/utils.js";
