/**
 * The library without WebAssembly, for React Native and other hosts that have none. Public as ffturbo/bigint.
 * @module bigint
 */
/** @typedef {import("./bigint_verify.js").VerifyingCurve} BigIntCurve */
/** @typedef {import("../bigint/groups.js").BigIntGroup} BigIntGroup */
/** @typedef {import("./groth16/verify_bigint.js").Proof} Proof */
/** @typedef {import("./groth16/verify_bigint.js").VerificationKey} VerificationKey */
/** @typedef {import("./groth16/json.js").Reason} Reason */
/** @typedef {import("./groth16/json.js").Verdict} Verdict */
/** @typedef {import("../util/prover_error.js").ProverCode} ProverCode */
import { babyjubjub } from "../params/babyjubjub.js";
import { bls12377 } from "../params/bls12377.js";
import { bls12381 } from "../params/bls12381.js";
import { bn128 } from "../params/bn128.js";
import { edwards_bls12 } from "../params/edwards_bls12.js";
import { grumpkin } from "../params/grumpkin.js";
import { jubjub } from "../params/jubjub.js";
import { pallas } from "../params/pallas.js";
import { vesta } from "../params/vesta.js";
import { bigintGroup } from "../bigint/groups.js";
import { verifyingCurve } from "./bigint_verify.js";

export { ProverError } from "../util/prover_error.js";
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

/** bn254, called bn128. */
export const bigintBn128 = () => verifyingCurve(bn128);

/** bls12-381 */
export const bigintBls12381 = () => verifyingCurve(bls12381);

/** bls12-377 */
export const bigintBls12377 = () => verifyingCurve(bls12377);

/** Grumpkin: { name, q, r, Fr, F1, G1 }, as the others below */
export const bigintGrumpkin = () => bigintGroup(grumpkin);

/** Pallas */
export const bigintPallas = () => bigintGroup(pallas);

/** Vesta */
export const bigintVesta = () => bigintGroup(vesta);

/** Edwards BLS12 */
export const bigintEdwardsBls12 = () => bigintGroup(edwards_bls12);

/** Baby Jubjub */
export const bigintBabyjubjub = () => bigintGroup(babyjubjub);

/** Jubjub */
export const bigintJubjub = () => bigintGroup(jubjub);
