/** Files that anybody can forge proofs with: keys, and powers of tau that make such keys. */
import { proverCurve } from "../../src/curves/prover_curve.js";
import { openPtau } from "../../src/files/ptau.js";
import { openSource } from "../../src/files/source.js";
import { curveOfPtau } from "../../src/protocols/setup/tau/open.js";
import { weaknessOfPowers } from "../../src/protocols/setup/tau/weakness.js";
import { vkeyWeakness, zkeyInfo } from "../../src/protocols/index.js";

/** @typedef {import("./output.mjs").Weakness | undefined} Found */

/** Milliseconds without a byte after which a source is given up. */
const SILENT_MS = 120_000;

/**
 * What is found, or nothing in a file that cannot be judged: whoever uses it says what is wrong
 * with it.
 * @param {() => Promise<Found>} judge
 * @returns {Promise<Found>}
 */
async function ifReadable(judge) {
    try {
        return await judge();
    } catch (error) {
        if (error?.name === "ProverError") return undefined; // not by its class: other packages have one of their own
        throw error;
    }
}

/** @param {any} vkey - any: JSON of a file */
export const weaknessOfVkey = (vkey) => ifReadable(() => vkeyWeakness(vkey));

/** @param {string} path @param {AbortSignal} [signal] */
export const weaknessOfZkey = (path, signal) => ifReadable(async () => (await zkeyInfo(path, { signal })).weakness);

/** @param {any} source - that is open @param {AbortSignal} [signal] */
export const weaknessOfSource = (source, signal) => ifReadable(async () => {
    const ptau = await openPtau(source);
    const known = curveOfPtau(ptau);
    return weaknessOfPowers(ptau, known, () => proverCurve(known.name, {}, { brief: true }), { signal });
});

/** @param {string} path @param {AbortSignal} signal @returns {Promise<Found>} */
export const weaknessOfPtau = (path, signal) => ifReadable(async () => {
    const source = await openSource("ptau", path, { signal, readTimeout: SILENT_MS, room: { bytes: 2 ** 26 } });
    try {
        return await weaknessOfSource(source, signal);
    } finally {
        await source.close();
    }
});
