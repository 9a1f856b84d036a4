/**
 * `fflonk` of snarkjs.
 * @module snarkjs/fflonk
 */
import {
    fullProve as makeFull, prove as make, setupFflonk, solidity, verify as check,
} from "../../../src/internal/snarkjs_fflonk.js";
import { callDataOf, proversOf, setUp, verifierOf } from "./proofs.js";
import { inTheirWords, orWarn, TOO_SMALL } from "./words.js";

/** @import { Provers } from "./proofs.js" */
/** @import { FileLike, Logger, FflonkProof, PlaceLike } from "./types.js" */

/** @type {Provers<FflonkProof>} */
const provers = proversOf("fflonk", { prove: make, fullProve: makeFull });
export const { prove, fullProve } = provers;

export const verify = verifierOf(check, {
    started: "FFLONK VERIFIER STARTED", finished: "FFLONK VERIFIER FINISHED", valid: "PROOF VERIFIED SUCCESSFULLY", invalid: ["warn", "Invalid Proof"],
    count: "Number of public signals does not match with vk", points: "Proof commitments are not valid",
});

/**
 * @param {FileLike} r1csFilename
 * @param {FileLike} ptauFilename - prepared for phase 2
 * @param {PlaceLike} zkeyFilename
 * @param {Logger} [logger]
 * @returns {Promise<0>}
 */
export const setup = async (r1csFilename, ptauFilename, zkeyFilename, logger) => {
    logger?.info?.("FFLONK SETUP STARTED");
    await inTheirWords(() => setUp(setupFflonk, r1csFilename, ptauFilename, zkeyFilename, logger), TOO_SMALL);
    logger?.info?.("FFLONK SETUP FINISHED");
    return 0;
};

/**
 * The signals come first here, as snarkjs has it.
 * @param {any} _pub - any: JSON of the caller
 * @param {any} _proof
 * @returns {Promise<string>}
 */
export const exportSolidityCallData = async (_pub, _proof) => callDataOf(solidity.callData)(_proof, _pub);

/**
 * @param {any} vk - any: JSON of the caller
 * @param {unknown} [_templates] - of snarkjs: the contract is our own
 * @param {Logger} [logger]
 * @returns {Promise<string>}
 */
export const exportSolidityVerifier = async (vk, _templates, logger) => {
    logger?.info?.("FFLONK EXPORT SOLIDITY VERIFIER STARTED");
    const contract = await orWarn(logger, (more) => solidity.contract(vk, more));
    logger?.info?.("FFLONK EXPORT SOLIDITY VERIFIER FINISHED");
    return contract;
};
