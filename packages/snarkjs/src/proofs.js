/**
 * What the three protocols have in common for callers of snarkjs.
 * @module snarkjs/proofs
 */
import { CIRCUIT_LOG, progressTo, proverOptions, sourceOf, toSink } from "./arguments.js";
import { leaveCurve } from "./leave_curve.js";
import { inTheirWords, NOT_DIVISIBLE, orWarn, warnOf } from "./words.js";

/** @import { Inputs, ProgramLike, Reason, Verdict } from "../../../src/internal/snarkjs.js" */
/** @import { FileLike, Logger, PlaceLike, ProverOptions, PublicSignals } from "./types.js" */

/**
 * @template P - a proof
 * @typedef {object} Provers
 * @property {(zkeyFileName: FileLike, witnessFileName: FileLike, logger?: Logger, options?:
 *   ProverOptions) => Promise<{ proof: P, publicSignals: PublicSignals }>} prove
 * @property {(_input: Inputs, wasmFile: FileLike | ProgramLike, zkeyFileName: FileLike, logger?:
 *   Logger, _wtnsCalcOptions?: unknown, options?: ProverOptions) => Promise<{ proof: P,
 *   publicSignals: PublicSignals }> } fullProve - inputs by signal name; options of snarkjs's
 *   calculator, which ours does not need
 */

/**
 * @template P - a proof
 * @typedef {{ proof: P, publicSignals: string[], weakness?:
 *   import("../../../src/internal/snarkjs.js").Weakness }} Made
 */

/**
 * @template {{ curve: string }} P - a proof
 * @param {"groth16" | "plonk" | "fflonk"} protocol
 * @param {{ prove: (...args: any[]) => Promise<Made<P>>, fullProve: (...args: any[]) =>
 *   Promise<Made<P>> }} room
 * @returns {Provers<P>}
 */
export function proversOf(protocol, { prove, fullProve }) {
    const words = protocol === "groth16" ? [] : NOT_DIVISIBLE;
    /**
     * What is made, as snarkjs hands it out; what else is known of the key is logged.
     * @param {() => Promise<Made<P>>} make
     * @param {Logger} logger
     * @param {ProverOptions | undefined} options
     */
    const making = async (make, logger, options) => {
        const said = protocol === "fflonk" ? logger?.info?.bind(logger) : undefined;
        said?.("FFLONK PROVER STARTED");
        const { weakness, ...made } = await inTheirWords(make, words);
        warnOf(logger, weakness);
        said?.("FFLONK PROVER FINISHED");
        if (!options?.singleThread) await leaveCurve(made.proof.curve);
        return made;
    };
    return {
        async prove(zkeyFileName, witnessFileName, logger, options) {
            const given = proverOptions(`${protocol}Prove`, options, logger);
            return making(() => prove(sourceOf(zkeyFileName), sourceOf(witnessFileName), given), logger, options);
        },
        async fullProve(_input, wasmFile, zkeyFileName, logger, _wtnsCalcOptions, options) {
            const given = { ...proverOptions(`${protocol}Prove`, options, logger), ...CIRCUIT_LOG };
            return making(() => fullProve(_input, sourceOf(wasmFile), sourceOf(zkeyFileName), given), logger, options);
        },
    };
}

/**
 * Makes a key of a protocol, also of powers of tau that anybody can forge proofs with, which is
 * logged.
 * @template T
 * @param {(r1cs: any, ptau: any, zkey: any, options: any) => Promise<T>} make - any: files and
 *   options of a room
 * @param {FileLike} r1cs
 * @param {FileLike} ptau
 * @param {PlaceLike} zkey
 * @param {Logger} logger
 * @returns {Promise<T>}
 */
export const setUp = (make, r1cs, ptau, zkey, logger) => toSink(zkey, (sink) => orWarn(logger, (more) =>
    make(sourceOf(r1cs), sourceOf(ptau), sink, { ...progressTo(logger), ...more })));

/**
 * The call data of a proof.
 * @param {(proof: any, signals: any) => string} callData
 * @returns {(proof: any, signals: any) => Promise<string>} any: JSON of the caller
 */
export const callDataOf = (callData) => async (proof, signals) => {
    const text = callData(proof, signals);
    await leaveCurve(proof.curve);
    return text;
};

/**
 * What snarkjs logs of a proof.
 * @typedef {object} Words
 * @property {string} [started]
 * @property {string} [finished] - after a proof that is valid
 * @property {string} valid
 * @property {["error" | "warn", string]} invalid
 * @property {string} count - of another number of public signals
 * @property {string} points - of points that are none
 */

/** @param {Words} words @param {Reason} reason @returns {["error" | "warn", string]} */
function refusalOf({ invalid, count, points }, reason) {
    if (reason === "SIGNAL_COUNT") return ["error", count];
    if (reason === "SIGNAL_VALUE") return ["error", "Public inputs are not valid."];
    return reason === "POINT_CURVE" || reason === "POINT_SUBGROUP" ? ["error", points] : invalid;
}

/**
 * @param {(vkey: any, publicSignals: any, proof: any, options: { reason: true, insecure?: true })
 *   => Promise<Verdict>} verify
 * @param {Words} words
 */
export const verifierOf = (verify, words) =>
    /**
     * @param {any} _vk_verifier
     * @param {readonly (string | number | bigint)[]} _publicSignals
     * @param {any} _proof
     * @param {Logger} [logger]
     * @returns {Promise<boolean>}
     */
    async (_vk_verifier, _publicSignals, _proof, logger) => {
        if (words.started) logger?.info?.(words.started);
        const verdict = await orWarn(logger, (more) =>
            verify(_vk_verifier, _publicSignals, _proof, { reason: true, ...more }));
        const [level, line] = verdict.valid
            ? /** @type {const} */ (["info", words.valid])
            : refusalOf(words, verdict.reason);
        logger?.[level]?.(line);
        if (verdict.valid && words.finished) logger?.info?.(words.finished);
        return verdict.valid;
    };
