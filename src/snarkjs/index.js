/**
 * The interface of snarkjs 0.7.6, name for name, on the rooms below; and a caller's own snarkjs with faster witnesses.
 * Public as ffturbo/snarkjs.
 * @module snarkjs
 */
export * as curves from "./curves.js";
export * as fflonk from "./fflonk.js";
export * as groth16 from "./groth16.js";
export * as plonk from "./plonk.js";
export * as powersOfTau from "./powers_of_tau.js";
export * as r1cs from "./r1cs.js";
export { withFfturbo } from "./with_ffturbo.js";
export * as wtns from "./wtns.js";
export * as zKey from "./zkey.js";
