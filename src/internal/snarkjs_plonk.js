/**
 * What ffturbo-snarkjs uses of this package. It is no interface for others: it changes from one
 * version to the next, and the package asks for exactly this one.
 * @module internal/snarkjs_plonk
 */
export { fullProve, prove } from "../protocols/plonk/entry.js";
export { setupPlonk } from "../protocols/plonk/setup.js";
export { solidity } from "../protocols/plonk/solidity.js";
export { verify } from "../protocols/plonk/verify.js";
