/** What the commands on keys do. They load when one of them is called. */
import {
    applyBeaconToKey, contributeToBellman, contributeToKey, exportBellman, exportKeyJson, exportVerificationKey,
    formatHash, importBellman, setupFflonk, setupGroth16, setupPlonk, verifyKeyFromInit, verifyKeyFromR1cs,
} from "../../src/protocols/ceremony/index.js";
import { exportSolidityCallData, exportSolidityVerifier } from "../../src/protocols/index.js";
import { packKey, unpackKey } from "../../src/protocols/packed/index.js";
import { withBar } from "./bar.mjs";
import { beaconLine, contributionRecord, hex } from "./contributions.mjs";
import { failure, sayForgotten } from "./exit_codes.mjs";
import { print, say, styled } from "./output.mjs";
import { readJson, STANDARD } from "./files.mjs";
import { sizeOf } from "./sizes.mjs";
import { sayOf, sayOfOutput, weaknessOfZkey } from "./weak_files.mjs";
import { openOutputs, writeLarge, writeOutputs } from "./writer.mjs";

/** Exit codes. */
const VALID = 0, NOT_VALID = 1;

/**
 * Makes a key.
 * @param {any} request
 * @param {AbortSignal} signal
 * @param {string[]} inputs
 * @param {string} output
 * @param {(to: any, options: any) => Promise<T>} make
 * @template T
 * @returns {Promise<T>}
 */
async function makeKey(request, signal, inputs, output, make) {
    const places = openOutputs(inputs, request.json ? [STANDARD, output] : [output]), started = performance.now();
    const place = /** @type {import("./writer.mjs").Output} */ (places.at(-1));
    const made = await withBar(request, signal, (options) => writeLarge(place, (to) => make(to, options), signal));
    if (!request.quiet && !request.json) say(`${place.name} in ${((performance.now() - started) / 1000).toFixed(2)} s`);
    return made;
}

/** @param {(r1cs: string, ptau: string, to: any, options: any) => Promise<any>} make */
const setup = (make) => async (/** @type {any} */ request, /** @type {AbortSignal} */ signal) => {
    const { files: [r1cs, ptau, zkey], insecure } = request;
    const made = await makeKey(request, signal, [r1cs, ptau], zkey, (to, options) =>
        make(r1cs, ptau, to, { ...options, insecure }));
    const { circuitHash, ...facts } = made;
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
 * @param {(to: any, options: any) => Promise<{ contributionHash: Uint8Array, contributions: number }>} make
 */
async function makeNext(request, signal, inputs, next, make) {
    const made = await makeKey(request, signal, inputs, next, make);
    return reportContribution(request, made, await sayOfOutput(next, weaknessOfZkey, signal));
}

/** @param {any} verdict */
function describeVerdict({ valid, reason, contribution, circuitHash, contributions }) {
    if (!valid) return `${styled("bad", "the key is NOT valid")}: ${contribution ? `contribution ${contribution}: ` : ""}${reason}`;
    const told = contributions.map((/** @type {any} */ { number, name = "", beacon, hash }) => [
        `contribution ${number}${beacon ? " (beacon)" : ""} ${JSON.stringify(name)}:`, formatHash(hash),
        ...(beacon ? [beaconLine(beacon)] : []),
    ].join("\n"));
    return [`Circuit Hash: \n${formatHash(circuitHash)}`, ...told, styled("good", "the key is valid")].join("\n");
}

/** @param {(first: string, ptau: string, zkey: string, options: any) => Promise<any>} verify */
const verification = (verify) => async (/** @type {any} */ request, /** @type {AbortSignal} */ signal) => {
    const { files: [first, ptau, zkey], json, beaconLimit } = request;
    openOutputs([first, ptau, zkey], [STANDARD]);
    const verdict = await withBar(request, signal, (options) =>
        verify(first, ptau, zkey, { ...options, beaconLimit }));
    const contributions = verdict.contributions.map(contributionRecord);
    print(json
        ? JSON.stringify({ ...verdict, circuitHash: hex(verdict.circuitHash), contributions })
        : describeVerdict(verdict));
    return verdict.valid ? VALID : NOT_VALID;
};

/**
 * Packs or unpacks.
 * @param {string} from - the ending of the names of what is read
 * @param {string} to - and of what is written, if it has no name
 * @param {(input: string, to: any, options: any) => Promise<any>} make
 */
const packing = (from, to, make) => async (/** @type {any} */ request, /** @type {AbortSignal} */ signal) => {
    const { files: [input], output = `${input.replace(from, "")}${to}`, whole, json, quiet } = request;
    const made = await makeKey(request, signal, [input], output, (place, { onProgress, threads, memory }) =>
        make(input, place, { onProgress, threads, signal, ...(memory && { memory }), ...(whole && { points: "whole" }) }));
    const { bytes, zkeyBytes } = made;
    const weak = sayOf(input, await weaknessOfZkey(input, signal));
    if (json) print(JSON.stringify({ file: output, ...made, ...weak }));
    else if (!quiet) say(`${sizeOf(bytes)}, of ${sizeOf(zkeyBytes)} unpacked (${(100 * bytes / zkeyBytes).toFixed(0)} %)`);
    return VALID;
};

/** @param {string} text */
function readExponent(text) {
    if (!/^\d{1,2}$/.test(text))
        throw failure("ERR_OPTION", `zkey beacon: expected an exponent from 10 to 63, got "${text}"`);
    return Number(text);
}

const fromCircuit = verification(verifyKeyFromR1cs), first = setup(setupGroth16);

/** @type {Record<string, (request: any, signal: AbortSignal) => Promise<number>>} */
export const keyCommands = Object.freeze({
    "groth16 setup": first,
    "plonk setup": setup(setupPlonk),
    "fflonk setup": setup(setupFflonk),
    "zkey new": first,

    async "zkey contribute"(request, signal) {
        const { files: [zkey, next], name, entropy } = request;
        sayForgotten(signal);
        return makeNext(request, signal, [zkey], next, (to, options) =>
            contributeToKey(zkey, to, { ...options, name, entropy }));
    },

    async "zkey beacon"(request, signal) {
        const { files: [zkey, next, value, exponent], name } = request, times = readExponent(exponent);
        return makeNext(request, signal, [zkey], next, (to, options) =>
            applyBeaconToKey(zkey, to, value, times, { ...options, name }));
    },

    async "zkey export bellman"(request, signal) {
        const { files: [zkey, output] } = request;
        await makeKey(request, signal, [zkey], output, (to, options) => exportBellman(zkey, to, options));
        if (request.json) print(JSON.stringify({ file: output }));
        return VALID;
    },

    async "zkey bellman contribute"(request, signal) {
        const { files: [curve, before, output], entropy } = request;
        sayForgotten(signal);
        return reportContribution(request, await makeKey(request, signal, [before], output, (to, options) =>
            contributeToBellman(curve, before, to, { ...options, entropy })));
    },

    async "zkey import bellman"(request, signal) {
        const { files: [zkey, response, next], name } = request;
        return makeNext(request, signal, [zkey, response], next, (to, options) =>
            importBellman(zkey, response, to, { ...options, name }));
    },

    pack: packing(".zkey", ".ffkey", packKey),
    unpack: packing(".ffkey", ".zkey", unpackKey),

    "zkey verify": fromCircuit,
    "zkey verify r1cs": fromCircuit,
    "zkey verify init": verification(verifyKeyFromInit),

    async "zkey export verificationkey"({ files: [zkey, output = "verification_key.json"], insecure, quiet }, signal) {
        const [place] = openOutputs([zkey], [output]);
        await writeOutputs([[place, await exportVerificationKey(zkey, { signal, insecure })]], signal);
        if (!quiet && output !== STANDARD) say(place.name);
        return VALID;
    },

    async "zkey export solidityverifier"({ files: [zkey, output = "verifier.sol"], insecure, quiet }, signal) {
        const [place] = openOutputs([zkey], [output]);
        await writeOutputs([[place, Buffer.from(await exportSolidityVerifier(zkey, { signal, insecure }))]], signal);
        if (!quiet && output !== STANDARD) say(place.name);
        return VALID;
    },

    async "zkey export soliditycalldata"({ files: [signalsFile = "public.json", proofFile = "proof.json"] }) {
        openOutputs([signalsFile, proofFile], [STANDARD]);
        const [publicSignals, proof] = await Promise.all([readJson(signalsFile), readJson(proofFile)]);
        print(exportSolidityCallData(proof, publicSignals));
        return VALID;
    },

    async "zkey export json"({ files: [zkey, output], quiet }, signal) {
        const [place] = openOutputs([zkey], [output]);
        await writeOutputs([[place, await exportKeyJson(zkey, { signal })]], signal);
        sayOf(zkey, await weaknessOfZkey(zkey, signal));
        if (!quiet && output !== STANDARD) say(place.name);
        return VALID;
    },
});
