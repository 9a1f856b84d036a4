/**
 * Groth16 for the files that circom and snarkjs make. Public as ffturbo/groth16.
 * @module prover
 */
export { ProverError } from "./errors.js";
export { fullProve, prove } from "./groth16_prove.js";
export { verify } from "./groth16_verify.js";
export { zkeyInfo } from "./info.js";
export { calculateWitness } from "./witness_calculator.js";
