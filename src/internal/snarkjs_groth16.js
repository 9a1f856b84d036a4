/**
 * What ffturbo-snarkjs uses of this package. It is no interface for others: it changes from one
 * version to the next, and the package asks for exactly this one.
 * @module internal/snarkjs_groth16
 */
export { fullProve, prove } from "../protocols/groth16/entry.js";
export { solidity } from "../protocols/groth16/solidity.js";
export { verify } from "../protocols/groth16/verify.js";
