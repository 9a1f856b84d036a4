/** What the commands on keys do. They load when one of them is called. */
import {
    applyBeaconToKey, contributeToBellman, contributeToKey, exportBellman, exportKeyJson, exportVerificationKey,
    formatHash, importBellman, setupFflonk, setupGroth16, setupPlonk, verifyKeyFromInit, verifyKeyFromR1cs,
} from "../../src/ceremony/index.js";
import { exportSolidityCallData, exportSolidityVerifier } from "../../../../src/internal/snarkjs_command.js";
import { beaconLine, contributionRecord, hex } from "./contributions.mjs";
import {
    exportFile, failure, makeKey, openOutputs, print, readJson, say, sayForgotten, sayOf, sayOfOutput, STANDARD,
    styled, weaknessOfZkey, withBar, writeOutputs,
} from "./tools.mjs";

/** Exit codes. */
const VALID = 0, NOT_VALID = 1;

/** @param {(r1cs: string, ptau: string, to: any, options: any) => Promise<any>} make */
const setup = (make) => async (/** @type {any} */ request, /** @type {AbortSignal} */ signal) => {
    const [r1cs, ptau, zkey] = request.files;
    const { circuitHash, ...facts } = await makeKey(request, signal, [r1cs, ptau], zkey, (to, options) =>
        make(r1cs, ptau, to, options));
    const hashed = circuitHash && { circuitHash: hex(circuitHash) };
    if (request.json) print(JSON.stringify({ file: zkey, ...facts, ...hashed }));
    else if (circuitHash && !request.quiet) say(`Circuit Hash: \n${formatHash(circuitHash)}`);
    return VALID;
};

/**
 * What a contributor keeps and publishes, and what a new key still lacks.
 * @param {any} request
 * @param {{ contributionHash: Uint8Array, contributions: number }} made
 * @param {object} [weak] - as of sayOf
 */
function reportContribution({ json }, { contributionHash, contributions }, weak) {
    print(json
        ? JSON.stringify({ contributionHash: hex(contributionHash), contributions, ...weak })
        : `Contribution Hash: \n${formatHash(contributionHash)}`);
    return VALID;
}

/**
 * Makes the next key of a ceremony.
 * @param {any} request
 * @param {AbortSignal} signal
 * @param {string[]} inputs
 * @param {string} next
 * @param {(to: any, options: any) => Promise<{ contributionHash: Uint8Array, contributions: number
 *   }>} make
 */
async function makeNext(request, signal, inputs, next, make) {
    const made = await makeKey(request, signal, inputs, next, make);
    return reportContribution(request, made, await sayOfOutput(next, weaknessOfZkey, signal));
}

/** @param {any} contribution - with its number, hash and, if it is one, beacon */
function describeContribution({ number, name = "", beacon, hash }) {
    const title = `contribution ${number}${beacon ? " (beacon)" : ""} ${JSON.stringify(name)}:`;
    return [title, formatHash(hash), ...(beacon ? [beaconLine(beacon)] : [])].join("\n");
}

/** @param {any} verdict */
function describeVerdict({ valid, reason, contribution, circuitHash, contributions }) {
    const which = contribution ? `contribution ${contribution}: ` : "";
    if (!valid) return `${styled("bad", "the key is NOT valid")}: ${which}${reason}`;
    const told = contributions.map(describeContribution);
    return [`Circuit Hash: \n${formatHash(circuitHash)}`, ...told, styled("good", "the key is valid")].join("\n");
}

/** @param {(first: string, ptau: string, zkey: string, options: any) => Promise<any>} verify */
const verification = (verify) => async (/** @type {any} */ request, /** @type {AbortSignal} */ signal) => {
    const { files: [first, ptau, zkey], json } = request;
    openOutputs([first, ptau, zkey], [STANDARD]);
    const verdict = await withBar(request, signal, (options) => verify(first, ptau, zkey, options));
    const contributions = verdict.contributions.map(contributionRecord);
    print(json
        ? JSON.stringify({ ...verdict, circuitHash: hex(verdict.circuitHash), contributions })
        : describeVerdict(verdict));
    return verdict.valid ? VALID : NOT_VALID;
};

/**
 * Writes what a key is exported as.
 * @param {string} usual - its name
 * @param {(zkey: string, options: any) => Promise<unknown>} make - bytes, or a value that is
 *   written as JSON
 */
const exporting = (usual, make) => async (/** @type {any} */ request, /** @type {AbortSignal} */ signal) => {
    const { files: [zkey, output = usual], insecure } = request;
    return exportFile(request, zkey, output, async (place) =>
        writeOutputs([[place, await make(zkey, { signal, insecure })]], signal));
};

/** @param {string} text */
function readExponent(text) {
    if (!/^\d{1,2}$/.test(text))
        throw failure("ERR_OPTION", `zkey beacon: expected an exponent from 10 to 63, got "${text}"`);
    return Number(text);
}

const fromCircuit = verification(verifyKeyFromR1cs);
const first = setup(setupGroth16);

/** @type {Record<string, (request: any, signal: AbortSignal) => Promise<number>>} */
export const keyCommands = Object.freeze({
    "groth16 setup": first,
    "plonk setup": setup(setupPlonk),
    "fflonk setup": setup(setupFflonk),
    "zkey new": first,

    async "zkey contribute"(request, signal) {
        const [zkey, next] = request.files;
        sayForgotten(signal);
        return makeNext(request, signal, [zkey], next, (to, options) => contributeToKey(zkey, to, options));
    },

    async "zkey beacon"(request, signal) {
        const [zkey, next, value, exponent] = request.files, times = readExponent(exponent);
        return makeNext(request, signal, [zkey], next, (to, options) =>
            applyBeaconToKey(zkey, to, value, times, options));
    },

    async "zkey export bellman"(request, signal) {
        const [zkey, output] = request.files;
        await makeKey(request, signal, [zkey], output, (to, options) => exportBellman(zkey, to, options));
        if (request.json) print(JSON.stringify({ file: output }));
        return VALID;
    },

    async "zkey bellman contribute"(request, signal) {
        const [curve, before, output] = request.files;
        sayForgotten(signal);
        return reportContribution(request, await makeKey(request, signal, [before], output, (to, options) =>
            contributeToBellman(curve, before, to, options)));
    },

    async "zkey import bellman"(request, signal) {
        const [zkey, response, next] = request.files;
        return makeNext(request, signal, [zkey, response], next, (to, options) =>
            importBellman(zkey, response, to, options));
    },

    "zkey verify": fromCircuit,
    "zkey verify r1cs": fromCircuit,
    "zkey verify init": verification(verifyKeyFromInit),

    "zkey export verificationkey": exporting("verification_key.json", exportVerificationKey),
    "zkey export solidityverifier": exporting("verifier.sol", async (zkey, options) =>
        Buffer.from(await exportSolidityVerifier(zkey, options))),

    async "zkey export soliditycalldata"({ files: [signalsFile = "public.json", proofFile = "proof.json"] }) {
        openOutputs([signalsFile, proofFile], [STANDARD]);
        const [publicSignals, proof] = await Promise.all([readJson(signalsFile), readJson(proofFile)]);
        print(exportSolidityCallData(proof, publicSignals));
        return VALID;
    },

    async "zkey export json"(request, signal) {
        const [zkey, output] = request.files;
        return exportFile(request, zkey, output, async (place) => {
            await writeOutputs([[place, await exportKeyJson(zkey, { signal })]], signal);
            sayOf(zkey, await weaknessOfZkey(zkey, signal));
        });
    },
});
