/**
 * `zKey` of snarkjs.
 * @module snarkjs/zkey
 */
import { contributeToBellman } from "./ceremony/bellman/contribute.js";
import { exportBellman as writeBellman } from "./ceremony/bellman/export.js";
import { importBellman as readBellman } from "./ceremony/bellman/import.js";
import { applyBeaconToKey, contributeToKey } from "./ceremony/contribute.js";
import { exportKeyJson } from "./ceremony/key_json.js";
import {
    exportSolidityVerifier as contractOf, exportVerificationKey as verificationKeyOf, setupGroth16,
} from "../../../src/internal/snarkjs_zkey.js";
import { verifyKeyFromInit, verifyKeyFromR1cs } from "./ceremony/verify/key.js";
import { progressTo, sourceOf, toSink } from "./arguments.js";
import { beaconOf, contributorOf, curveOf, hashLine, saidContributions } from "./contributions.js";
import { setUp } from "./proofs.js";
import { inTheirWords, orMinusOne, orWarn } from "./words.js";

/** @import { Contributed } from "./ceremony/contribute.js" */
/** @import { KeyVerdict } from "./ceremony/verify/key.js" */
/** @import { FileLike, Logger, PlaceLike } from "./types.js" */

/** @param {Contributed} contributed @param {Logger} logger */
function said({ contributionHash }, logger) {
    logger?.info?.(hashLine("Contribution Hash: ", contributionHash));
    return contributionHash;
}

/**
 * @param {FileLike} r1csName
 * @param {FileLike} ptauName - prepared for phase 2
 * @param {PlaceLike} zkeyName
 * @param {Logger} [logger]
 * @returns {Promise<any>} any: the hash of the circuit, 64 bytes; -1 where the powers of tau do not
 *   fit the circuit, which is logged
 */
export const newZKey = async (r1csName, ptauName, zkeyName, logger) => orMinusOne(logger, async () => {
    const { circuitHash } = await setUp(setupGroth16, r1csName, ptauName, zkeyName, logger);
    logger?.info?.(hashLine("Circuit hash: ", circuitHash));
    return circuitHash;
});

/**
 * @param {FileLike} zkeyNameOld
 * @param {PlaceLike} zkeyNameNew
 * @param {string} [name] - of the contributor
 * @param {any} [entropy] - any: a text, bytes or a number, which is mixed with random bytes of the
 *   host
 * @param {Logger} [logger]
 * @returns {Promise<Uint8Array>} the hash of the contribution, 64 bytes
 */
export const contribute = async (zkeyNameOld, zkeyNameNew, name, entropy, logger) => {
    const options = contributorOf(logger, name, entropy);
    const made = await inTheirWords(() => toSink(zkeyNameNew, (sink) =>
        contributeToKey(sourceOf(zkeyNameOld), sink, options)));
    logger?.info?.(hashLine("Circuit Hash: ", made.circuitHash));
    return said(made, logger);
};

/**
 * @param {FileLike} zkeyNameOld
 * @param {PlaceLike} zkeyNameNew
 * @param {string | undefined} name
 * @param {string} beaconHashStr - hexadecimal
 * @param {number | string} numIterationsExp
 * @param {Logger} [logger]
 * @returns {Promise<any>} any: the hash of the contribution; false, which is logged, where value or
 *   exponent cannot be those of a beacon
 */
export const beacon = async (zkeyNameOld, zkeyNameNew, name, beaconHashStr, numIterationsExp, logger) => {
    const given = beaconOf(beaconHashStr, numIterationsExp, logger);
    if (!given) return false;
    const options = contributorOf(logger, name);
    return said(await inTheirWords(() => toSink(zkeyNameNew, (sink) =>
        applyBeaconToKey(sourceOf(zkeyNameOld), sink, given.value, given.exponent, options))), logger);
};

/**
 * @param {KeyVerdict} verdict
 * @param {Logger} logger
 * @returns {boolean} as snarkjs answers, which judges no secrets
 */
function answer({ valid, weakness, reason, circuitHash, contributions }, logger) {
    if (weakness) logger?.warn?.(String(reason));
    const right = valid || weakness !== undefined;
    if (!right) logger?.error?.(`INVALID: ${reason}`);
    else {
        logger?.info?.(hashLine("Circuit Hash: ", circuitHash));
        saidContributions(contributions, ({ number, hash }, name) =>
            [hashLine(`contribution #${number} ${name}:`, hash)], logger);
        logger?.info?.("ZKey Ok!");
    }
    return right;
}

/**
 * @param {FileLike} initFileName - the first key of the circuit
 * @param {FileLike} pTauFileName
 * @param {FileLike} zkeyFileName
 * @param {Logger} [logger]
 * @returns {Promise<boolean>}
 */
export const verifyFromInit = async (initFileName, pTauFileName, zkeyFileName, logger) =>
    inTheirWords(async () => answer(await verifyKeyFromInit(
        sourceOf(initFileName), sourceOf(pTauFileName), sourceOf(zkeyFileName), progressTo(logger)), logger));

/**
 * @param {FileLike} r1csFileName
 * @param {FileLike} pTauFileName
 * @param {FileLike} zkeyFileName
 * @param {Logger} [logger]
 * @returns {Promise<boolean>}
 */
export const verifyFromR1cs = async (r1csFileName, pTauFileName, zkeyFileName, logger) =>
    inTheirWords(async () => answer(await verifyKeyFromR1cs(
        sourceOf(r1csFileName), sourceOf(pTauFileName), sourceOf(zkeyFileName), progressTo(logger)), logger));

/**
 * @param {FileLike} zkeyName - of any of the protocols
 * @param {Logger} [logger]
 * @returns {Promise<any>} any: the verification key of the protocol
 */
export const exportVerificationKey = async (zkeyName, logger) => {
    logger?.info?.("EXPORT VERIFICATION KEY STARTED");
    const vkey = await orWarn(logger, (more) => verificationKeyOf(sourceOf(zkeyName), more));
    logger?.info?.(`> Detected protocol: ${vkey.protocol}`);
    logger?.info?.("EXPORT VERIFICATION KEY FINISHED");
    return vkey;
};

/**
 * @param {FileLike} zKeyName - of any of the protocols
 * @param {unknown} [_templates] - of snarkjs: the contracts are our own
 * @param {Logger} [logger]
 * @returns {Promise<string>}
 */
export const exportSolidityVerifier = async (zKeyName, _templates, logger) =>
    // which has warned
    contractOf(await exportVerificationKey(zKeyName, logger), { insecure: true });

/**
 * @param {FileLike} zkeyName
 * @param {PlaceLike} mpcparamsName
 * @param {Logger} [logger]
 * @returns {Promise<void>}
 */
export const exportBellman = async (zkeyName, mpcparamsName, logger) => {
    await inTheirWords(() => toSink(mpcparamsName, (sink) =>
        writeBellman(sourceOf(zkeyName), sink, progressTo(logger))));
};

/**
 * @param {any} curve - any: a curve of this package or of ffjavascript, or its name
 * @param {FileLike} challengeFilename
 * @param {PlaceLike} responseFileName
 * @param {any} [entropy] - any: as in contribute
 * @param {Logger} [logger]
 * @returns {Promise<Uint8Array>} the hash of the contribution, 64 bytes
 */
export const bellmanContribute = async (curve, challengeFilename, responseFileName, entropy, logger) => {
    const { name, options } = curveOf(curve);
    const all = { ...options, ...contributorOf(logger, undefined, entropy) };
    return said(await inTheirWords(() => toSink(responseFileName, (sink) =>
        contributeToBellman(name, sourceOf(challengeFilename), sink, all))), logger);
};

/**
 * @param {FileLike} zkeyNameOld - the key that was exported
 * @param {FileLike} mpcparamsName
 * @param {PlaceLike} zkeyNameNew
 * @param {string} [name] - of the contributor
 * @param {Logger} [logger]
 * @returns {Promise<true>}
 */
export const importBellman = async (zkeyNameOld, mpcparamsName, zkeyNameNew, name, logger) => {
    const options = contributorOf(logger, name);
    await inTheirWords(() => toSink(zkeyNameNew, (sink) =>
        readBellman(sourceOf(zkeyNameOld), sourceOf(mpcparamsName), sink, options)));
    return true;
};

/**
 * @param {FileLike} zkeyFileName - of Groth16
 * @returns {Promise<any>} any: the record of the key, points and coefficients as decimals
 */
export const exportJson = async (zkeyFileName) => inTheirWords(() => exportKeyJson(sourceOf(zkeyFileName)));
