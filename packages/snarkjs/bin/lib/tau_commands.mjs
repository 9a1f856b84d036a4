/** What the commands of powers of tau do. They load when one of them is called. */
import {
    applyBeaconToPowersOfTau, contributeToChallenge, contributeToPowersOfTau, convertPowersOfTau, exportChallenge,
    exportPowersOfTau, formatHash, importResponse, newPowersOfTau, preparePhase2, truncatePowersOfTau,
    verifyPowersOfTau,
} from "../../src/ceremony/index.js";
import { counted } from "../../../../src/internal/snarkjs_command.js";
import { beaconLine, contributionRecord, hex } from "./contributions.mjs";
import {
    exportFile, failure, openOutputs, print, say, sayForgotten, sayOf, sayOfOutput, STANDARD, styled, weaknessOfPtau,
    withBar, writeOutputs,
} from "./tools.mjs";

/** @param {string} where @param {string} text */
function readNumber(where, text) {
    if (!/^\d{1,3}$/.test(text)) throw failure("ERR_OPTION", `${where}: expected a number, got "${text}"`);
    return Number(text);
}

/** Hashes for people. @type {Readonly<Record<string, string>>} */
const TITLES = Object.freeze({
    firstChallenge: "First challenge hash",
    contributionHash: "Contribution hash, for you to keep and to publish",
    nextChallenge: "Next challenge hash, to keep and to publish too",
    challenge: "Challenge hash",
});

/** @param {string} title @param {Uint8Array} hash */
const sayHash = (title, hash) => say(`${title}:\n${formatHash(hash)}`);

/**
 * Tells hashes.
 * @param {any} request
 * @param {Record<string, any>} made - by the names of TITLES
 * @returns {number} 0
 */
function tell({ quiet, json }, made) {
    const told = Object.entries(made).filter(([name]) => Object.hasOwn(TITLES, name));
    const { weakness } = made, hashes = Object.fromEntries(told.map(([name, hash]) => [name, hex(hash)]));
    if (json) print(JSON.stringify({ ...hashes, weakness }));
    else if (!quiet) for (const [name, hash] of told) sayHash(TITLES[name], hash);
    return 0;
}

/** The name of a file without its ending. @param {string} name */
const stem = (name) => name.replace(/\.ptau$/i, "");

/**
 * What a verdict is for programs.
 * @param {import("../../src/ceremony/index.js").TauVerdict} verdict
 */
const reportOf = ({ valid, reason, weakness, contribution, power, ceremonyPower, prepared, contributions }) => ({
    ok: valid, reason, weakness, contribution, power, ceremonyPower, prepared,
    contributions: contributions.map(contributionRecord),
});

/**
 * Says what was checked of a contribution.
 * @param {import("../../src/ceremony/index.js").TauContribution} contribution
 */
function sayContribution({ number, name, beacon, hash, nextChallenge }) {
    const title = `Contribution ${number}${name ? ` (${JSON.stringify(name).slice(1, -1)})` : ""}`;
    if (nextChallenge) sayHash(`${title}, next challenge hash`, nextChallenge);
    if (hash) sayHash(`${title}, contribution hash`, hash);
    if (!nextChallenge) say(`${title}: its hashes cannot be checked without all points of the ceremony`);
    if (beacon) say(beaconLine(beacon));
}

/**
 * Calls the library with a progress bar, and tells the hashes of what it made.
 * @param {any} request
 * @param {AbortSignal} signal
 * @param {(...args: any[]) => Promise<Record<string, any>>} call
 * @param {readonly unknown[]} [args] - before the options; by default the files
 */
async function make(request, signal, call, args = request.files) {
    return tell(request, await withBar(request, signal, (options) => call(...args, options)));
}

/** The same for what a contributor adds, whose secret ends with the call. @type {typeof make} */
function contribute(request, signal, ...how) {
    sayForgotten(signal);
    return make(request, signal, ...how);
}

/**
 * Makes a file of another, and says if anybody can know its secret.
 * @param {(from: string, to: string, options: any) => Promise<unknown>} call
 */
const preparing = (call) => async (/** @type {any} */ request, /** @type {AbortSignal} */ signal) => {
    const [from, to] = request.files;
    await withBar(request, signal, (options) => call(from, to, options));
    await sayOfOutput(to, weaknessOfPtau, signal);
    return 0;
};

/** @type {Record<string, (request: any, signal: AbortSignal) => Promise<number>>} */
export const tauCommands = Object.freeze({
    async "powersoftau new"(request, signal) {
        const [curve, text] = request.files, power = readNumber("powersoftau new", text);
        const output = request.files[2] ?? `powersOfTau${power}_0000.ptau`;
        return make(request, signal, newPowersOfTau, [curve, power, output]);
    },

    "powersoftau contribute": async (request, signal) => contribute(request, signal, contributeToPowersOfTau),

    async "powersoftau beacon"(request, signal) {
        const [from, to, value, text] = request.files, exponent = readNumber("powersoftau beacon", text);
        const made = await withBar(request, signal, (options) =>
            applyBeaconToPowersOfTau(from, to, value, exponent, options));
        return tell(request, { ...made, ...await sayOfOutput(to, weaknessOfPtau, signal) });
    },

    async "powersoftau verify"(request, signal) {
        openOutputs(request.files, [STANDARD]);
        const [ptau] = request.files;
        const verdict = await withBar(request, signal, (options) => verifyPowersOfTau(ptau, options));
        const { valid, reason, power, prepared, contributions } = verdict, count = contributions.length;
        if (request.json) print(JSON.stringify(reportOf(verdict)));
        else if (!valid) print(`${styled("bad", "the powers of tau do NOT verify")}: ${reason}`);
        else {
            if (!request.quiet) contributions.forEach(sayContribution);
            const facts = `2^${power}, ${counted(count, "contribution")}, ${prepared ? "" : "not "}prepared for phase 2`;
            print(`${styled("good", "the powers of tau verify")}: ${facts}`);
        }
        return valid ? 0 : 1;
    },

    "powersoftau prepare phase2": preparing(preparePhase2),
    "powersoftau convert": preparing(convertPowersOfTau),

    async "powersoftau truncate"({ files: [from], json, quiet }, signal) {
        const nameOf = (/** @type {number} */ power) => `${stem(from)}_${String(power).padStart(2, "0")}.ptau`;
        const powers = await truncatePowersOfTau(from, nameOf, { signal });
        const weak = sayOf(from, await weaknessOfPtau(from, signal));
        if (json) print(JSON.stringify({ files: powers.map(nameOf), ...weak }));
        else if (!quiet) for (const power of powers) say(nameOf(power));
        return 0;
    },

    async "powersoftau export challenge"(request, signal) {
        const [from, to = "challenge"] = request.files;
        return make(request, signal, exportChallenge, [from, to]);
    },

    async "powersoftau challenge contribute"(request, signal) {
        const [curve, from, to = `${from}.response`] = request.files;
        return contribute(request, signal, contributeToChallenge, [curve, from, to]);
    },

    "powersoftau import response": async (request, signal) => make(request, signal, importResponse),

    async "powersoftau export json"(request, signal) {
        const [from, to = `${stem(from)}.json`] = request.files;
        return exportFile(request, from, to, async (place) => {
            const json = await withBar(request, signal, (options) => exportPowersOfTau(from, options));
            await writeOutputs([[place, json]], signal);
            sayOf(from, await weaknessOfPtau(from, signal));
        });
    },
});
