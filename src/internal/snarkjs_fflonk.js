/**
 * What ffturbo-snarkjs uses of this package. It is no interface for others: it changes from one
 * version to the next, and the package asks for exactly this one.
 * @module internal/snarkjs_fflonk
 */
export { fullProve, prove } from "../protocols/fflonk/entry.js";
export { setupFflonk } from "../protocols/fflonk/setup.js";
export { solidity } from "../protocols/fflonk/solidity.js";
export { verify } from "../protocols/fflonk/verify.js";
