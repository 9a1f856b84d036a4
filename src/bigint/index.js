/**
 * The library without WebAssembly, for React Native and other hosts that have none. Public as ffturbo/bigint.
 * @module bigint
 */
/** @typedef {import("./curves.js").BigIntCurve} BigIntCurve */
/** @typedef {import("./groups.js").BigIntGroup} BigIntGroup */
/** @typedef {import("./groth16.js").Proof} Proof */
/** @typedef {import("./groth16.js").VerificationKey} VerificationKey */
/** @typedef {import("./groth16_json.js").Reason} Reason */
/** @typedef {import("./groth16_json.js").Verdict} Verdict */
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
import { bigintCurve } from "./curves.js";
import { bigintGroup } from "./groups.js";

export { ProverError } from "../util/prover_error.js";
export { verify } from "./curves.js";
export { ChaCha } from "../util/chacha.js";
export { EC } from "./curve.js";
export { EdwardsEC } from "./edwards.js";
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
