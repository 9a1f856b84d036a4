/**
 * What ffturbo-snarkjs uses of this package. It is no interface for others: it changes from one
 * version to the next, and the package asks for exactly this one.
 * @module internal/snarkjs_zkey
 */
export { setupGroth16 } from "../protocols/groth16/setup.js";
export { exportSolidityVerifier, exportVerificationKey } from "../protocols/index.js";
