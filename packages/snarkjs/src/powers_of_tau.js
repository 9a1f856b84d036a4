/**
 * `powersOfTau` of snarkjs.
 * @module snarkjs/powers_of_tau
 */
import {
    applyBeaconToPowersOfTau, contributeToPowersOfTau, newPowersOfTau,
} from "./ceremony/tau/contribute.js";
import {
    contributeToChallenge, exportChallenge as writeChallenge, importResponse as readResponse,
} from "./ceremony/tau/exchange.js";
import { exportPowersOfTau } from "./ceremony/tau/json.js";
import {
    convertPowersOfTau, preparePhase2 as prepare, truncatePowersOfTau,
} from "./ceremony/tau/prepare.js";
import { verifyPowersOfTau } from "./ceremony/tau/verify.js";
import { progressTo, sourceOf, toSink } from "./arguments.js";
import { beaconOf, contributorOf, curveOf, hashLine, saidContributions } from "./contributions.js";
import { leaveCurve } from "./leave_curve.js";
import { inTheirWords } from "./words.js";

/** @import { TauContributed } from "./ceremony/tau/contribute.js" */
/** @import { FileLike, Logger, PlaceLike } from "./types.js" */

/** The words of snarkjs, which callers look for, with the name of the command. */
const NOT_PREPARED = "this file does not contain phase2 precalculated values. Please run: \n"
    + "   snarkjs powersoftau prepare phase2, to use it in phase 2";

/**
 * @param {Omit<TauContributed, "nextChallenge"> & Partial<TauContributed>} contributed
 * @param {Logger} logger
 */
function said({ contributionHash, nextChallenge }, logger) {
    logger?.info?.(hashLine("Contribution Response Hash imported: ", contributionHash));
    if (nextChallenge) logger?.info?.(hashLine("Next Challenge Hash: ", nextChallenge));
}

/**
 * @param {any} curve - any: a curve of this package or of ffjavascript
 * @param {number | string} power
 * @param {PlaceLike} fileName
 * @param {Logger} [logger]
 * @returns {Promise<Uint8Array>} the first challenge, 64 bytes
 */
export const newAccumulator = async (curve, power, fileName, logger) => {
    const { name, options } = curveOf(curve);
    const { firstChallenge } = await toSink(fileName, (sink) =>
        newPowersOfTau(name, Number(power), sink, { ...options, ...progressTo(logger) }));
    logger?.info?.(hashLine("First Contribution Hash:", firstChallenge));
    return firstChallenge;
};

/**
 * @param {FileLike} oldPtauFilename
 * @param {PlaceLike} newPTauFilename
 * @param {string} [name] - of the contributor
 * @param {any} [entropy] - any: a text, bytes or a number, which is mixed with random bytes of the
 *   host
 * @param {Logger} [logger]
 * @returns {Promise<Uint8Array>} the hash of the response, 64 bytes
 */
export const contribute = async (oldPtauFilename, newPTauFilename, name, entropy, logger) => {
    const options = contributorOf(logger, name, entropy);
    const made = await toSink(newPTauFilename, (sink) =>
        contributeToPowersOfTau(sourceOf(oldPtauFilename), sink, options));
    said(made, logger);
    return made.contributionHash;
};

/**
 * @param {FileLike} oldPtauFilename
 * @param {PlaceLike} newPTauFilename
 * @param {string | undefined} name
 * @param {string} beaconHashStr - hexadecimal
 * @param {number | string} numIterationsExp
 * @param {Logger} [logger]
 * @returns {Promise<any>} any: the hash of the response; false, which is logged, where value or
 *   exponent cannot be those of a beacon
 */
export const beacon = async (oldPtauFilename, newPTauFilename, name, beaconHashStr, numIterationsExp, logger) => {
    const given = beaconOf(beaconHashStr, numIterationsExp, logger);
    if (!given) return false;
    const options = contributorOf(logger, name);
    const made = await toSink(newPTauFilename, (sink) =>
        applyBeaconToPowersOfTau(sourceOf(oldPtauFilename), sink, given.value, given.exponent, options));
    said(made, logger);
    return made.contributionHash;
};

/**
 * @param {FileLike} tauFilename
 * @param {Logger} [logger]
 * @returns {Promise<boolean>}
 */
export const verify = async (tauFilename, logger) => {
    const verdict = await verifyPowersOfTau(sourceOf(tauFilename), progressTo(logger));
    const none = verdict.contributions.length === 0;
    const weak = !none && verdict.weakness !== undefined;
    if (weak) logger?.warn?.(String(verdict.reason));
    else if (!verdict.valid) {
        logger?.error?.(none ? "This file has no contribution! It cannot be used in production" : String(verdict.reason));
        return false;
    }
    const end = verdict.contributions.at(-1)?.nextChallenge;
    if (end) logger?.info?.(hashLine("Next challenge hash: ", end));
    saidContributions(verdict.contributions, ({ number, hash, nextChallenge }, name) => [
        `Contribution #${number}: ${name}`,
        ...(nextChallenge ? [hashLine("Next Challenge: ", nextChallenge)] : []),
        ...(hash ? [hashLine("Response Hash:", hash)] : []),
    ], logger);
    if (!verdict.prepared) logger?.warn?.(NOT_PREPARED);
    logger?.info?.("Powers of Tau Ok!");
    return true;
};

/**
 * @param {FileLike} oldPtauFilename
 * @param {PlaceLike} newPTauFilename
 * @param {Logger} [logger]
 * @returns {Promise<void>}
 */
export const preparePhase2 = async (oldPtauFilename, newPTauFilename, logger) =>
    toSink(newPTauFilename, (sink) => prepare(sourceOf(oldPtauFilename), sink, progressTo(logger)));

/**
 * @param {FileLike} oldPtauFilename - which an old version of snarkjs prepared
 * @param {PlaceLike} newPTauFilename
 * @param {Logger} [logger]
 * @returns {Promise<void>}
 */
export const convert = async (oldPtauFilename, newPTauFilename, logger) =>
    toSink(newPTauFilename, (sink) => convertPowersOfTau(sourceOf(oldPtauFilename), sink, progressTo(logger)));

/**
 * Writes a file for each smaller power: `template`01.ptau, and so on.
 * @param {FileLike} ptauFilename
 * @param {string} template - what their paths begin with
 * @param {Logger} [logger]
 * @returns {Promise<true>}
 */
export const truncate = async (ptauFilename, template, logger) => {
    let name;
    await truncatePowersOfTau(sourceOf(ptauFilename), (power, curve) => {
        name = curve;
        const two = String(power).padStart(2, "0");
        logger?.debug?.(`Writing Power: ${two}`);
        return `${template}${two}.ptau`;
    });
    if (name) await leaveCurve(name);
    return true;
};

/**
 * @param {FileLike} pTauFilename
 * @param {PlaceLike} challengeFilename
 * @param {Logger} [logger]
 * @returns {Promise<Uint8Array>} the hash of the challenge, 64 bytes
 */
export const exportChallenge = async (pTauFilename, challengeFilename, logger) => {
    const { challenge, lastResponse } = await toSink(challengeFilename, (sink) =>
        writeChallenge(sourceOf(pTauFilename), sink, progressTo(logger)));
    logger?.info?.(hashLine("Last Response Hash: ", lastResponse));
    logger?.info?.(hashLine("New Challenge Hash: ", challenge));
    return challenge;
};

/**
 * @param {any} curve - any: a curve of this package or of ffjavascript
 * @param {FileLike} challengeFilename
 * @param {PlaceLike} responesFileName
 * @param {any} [entropy] - any: as in contribute
 * @param {Logger} [logger]
 * @returns {Promise<void>}
 */
export const challengeContribute = async (curve, challengeFilename, responesFileName, entropy, logger) => {
    const { name, options } = curveOf(curve);
    const all = { ...options, ...contributorOf(logger, undefined, entropy) };
    const { contributionHash, challenge, claimedResponse } = await toSink(responesFileName, (sink) =>
        contributeToChallenge(name, sourceOf(challengeFilename), sink, all));
    logger?.info?.(hashLine("Claimed Previous Response Hash: ", claimedResponse));
    logger?.info?.(hashLine("Current Challenge Hash: ", challenge));
    logger?.info?.(hashLine("Contribution Response Hash: ", contributionHash));
};

/**
 * @param {FileLike} oldPtauFilename
 * @param {FileLike} contributionFilename
 * @param {PlaceLike} newPTauFilename
 * @param {string} [name]
 * @param {any} [importPoints] - any: taken as a boolean; without them the file can only be looked
 *   at; default false
 * @param {Logger} [logger]
 * @returns {Promise<Uint8Array>} the next challenge, 64 bytes
 */
export const importResponse = async (
    oldPtauFilename, contributionFilename, newPTauFilename, name, importPoints, logger,
) => {
    const options = { ...contributorOf(logger, name), points: Boolean(importPoints) };
    const made = await inTheirWords(() => toSink(newPTauFilename, (sink) =>
        readResponse(sourceOf(oldPtauFilename), sourceOf(contributionFilename), sink, options)));
    // without the points there is no hash of them
    said(importPoints ? made : { ...made, nextChallenge: undefined }, logger);
    return made.nextChallenge;
};

/**
 * Of a file that is prepared for phase 2.
 * @type {(pTauFilename: FileLike, verbose?: boolean) => Promise<Record<string, any>>} any: lists of
 *   texts
 */
export const exportJson = async (pTauFilename) => exportPowersOfTau(sourceOf(pTauFilename));
