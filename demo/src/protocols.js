/**
 * The protocols that this page proves with, by name: a line for each. The other files of the page name none.
 * All of the prover comes from one entry, so that the page holds it once.
 */
export { calculateWitness, createProver, encodeWitness, prove, verify, witnessInfo, zkeyInfo } from "ffturbo/groth16";

export const PROTOCOLS = Object.freeze(["groth16"]);

/** A member that only a verification key of the protocol has. */
export const MARKS = Object.freeze({ groth16: "vk_alpha_1" });
