/**
 * `groth16` of snarkjs.
 * @module snarkjs/groth16
 */
import {
    fullProve as makeFull, prove as make, solidity, verify as check,
} from "../../../src/internal/snarkjs_groth16.js";
import { proversOf, verifierOf } from "./proofs.js";

/** @import { Provers } from "./proofs.js" */
/** @import { Groth16Proof } from "./types.js" */

/** @type {Provers<Groth16Proof>} */
const provers = proversOf("groth16", { prove: make, fullProve: makeFull });
export const { prove, fullProve } = provers;

export const verify = verifierOf(check, {
    valid: "OK!", invalid: ["error", "Invalid proof"], count: "Invalid proof", points: "Proof commitments are not valid.",
});

/** @param {any} _proof @param {any} _pub @returns {Promise<string>} any: JSON of the caller */
export const exportSolidityCallData = async (_proof, _pub) => solidity.callData(_proof, _pub);
