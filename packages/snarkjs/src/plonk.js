/**
 * `plonk` of snarkjs.
 * @module snarkjs/plonk
 */
import {
    fullProve as makeFull, prove as make, setupPlonk, solidity, verify as check,
} from "../../../src/internal/snarkjs_plonk.js";
import { callDataOf, proversOf, setUp, verifierOf } from "./proofs.js";
import { orMinusOne } from "./words.js";

/** @import { Provers } from "./proofs.js" */
/** @import { FileLike, Logger, PlonkProof, PlaceLike } from "./types.js" */

/** @type {Provers<PlonkProof>} */
const provers = proversOf("plonk", { prove: make, fullProve: makeFull });
export const { prove, fullProve } = provers;

export const verify = verifierOf(check, {
    started: "PLONK VERIFIER STARTED", valid: "OK!", invalid: ["warn", "Invalid Proof"],
    count: "Invalid number of public inputs", points: "Proof commitments are not valid.",
});

/**
 * @param {FileLike} r1csName
 * @param {FileLike} ptauName - prepared for phase 2
 * @param {PlaceLike} zkeyName
 * @param {Logger} [logger]
 * @returns {Promise<any>} any: -1 where the powers of tau do not fit the circuit, which is logged;
 *   otherwise nothing
 */
export const setup = async (r1csName, ptauName, zkeyName, logger) => orMinusOne(logger, async () => {
    const { constraints } = await setUp(setupPlonk, r1csName, ptauName, zkeyName, logger);
    logger?.info?.(`Plonk constraints: ${constraints}`);
    logger?.info?.("Setup Finished");
});

/** @param {any} _proof @param {any} _pub @returns {Promise<string>} any: JSON of the caller */
export const exportSolidityCallData = async (_proof, _pub) => callDataOf(solidity.callData)(_proof, _pub);
