/**
 * Groth16 for the files that circom and snarkjs make. Public as ffturbo/groth16.
 * @module prover
 */
export { ProverError } from "./errors.js";
export { prove } from "./groth16_prove.js";
export { verify } from "./groth16_verify.js";
