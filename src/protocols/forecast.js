/**
 * What a proof of a circuit will take, before there is a key: powers of tau, size of the key, time, memory.
 * @module protocols/forecast
 */
import { scalarCurve } from "../curves/prover_curve.js";
import { now } from "../util/host.js";
import { BUTTERFLY } from "../util/costs.js";
import { PROTOCOLS } from "./index.js";
import { expectedMemory } from "./key/memory.js";

/** @import { Circuit } from "./key/forecast.js" */

/**
 * @typedef {object} ProofForecast
 * @property {string} protocol
 * @property {number} domainSize
 * @property {number} tauPower - of the smallest powers of tau that the set-up takes
 * @property {number} keyBytes - of the key, before any contribution
 * @property {number} milliseconds - what its sums and transforms take at least, shared by these workers; what a process
 *   takes to start, and workers to wait, is not in it, so that short proofs take several times as long
 * @property {number} memory - bytes of the whole process at its peak
 */

/** Values of the witness that efforts look at. */
const SAMPLE = 256;

/**
 * A witness that has as many bits as the circuit says, for the costs of sums.
 * @param {Circuit} circuit
 * @param {number} n8
 */
function typicalWitness({ bits, signals }, n8) {
    const witness = new Uint8Array(SAMPLE * n8), long = Math.round(SAMPLE * Math.max(0, 1 - bits / signals));
    return witness.fill(0xff, 0, long * n8);
}

/**
 * @param {Circuit} circuit
 * @param {{ threads: number, memory: number, speed: number }} machine - memory: bytes that a proof may hold; speed: how
 *   long this machine takes, in multiples of the one whose costs were measured
 * @returns {readonly Readonly<ProofForecast>[]} of the protocols that have keys for the circuit's field
 */
export function forecastProofs(circuit, { threads, memory, speed }) {
    return Object.freeze(PROTOCOLS.flatMap((protocol) => {
        const found = protocol.forecast(circuit);
        if (!found) return [];
        const { key, bytes, tauPower } = found, workers = Math.max(1, threads);
        const witness = typicalWitness(circuit, key.curve.n8r);
        const efforts = Object.values(protocol.steps.efforts(key, witness, { check: true }));
        return [Object.freeze({
            protocol: protocol.name, domainSize: key.domainSize, tauPower, keyBytes: bytes,
            milliseconds: (speed * efforts.reduce((sum, effort) => sum + effort, 0)) / workers,
            memory: expectedMemory(protocol.memory(key), memory, workers),
        })];
    }));
}

/** The transform that is measured, and how often: the fastest run counts, since others may use the machine. */
const POWER = 13, RUNS = 8;

/**
 * How long this machine takes, in multiples of the one whose costs were measured: transforms on one thread, some 20 ms.
 * @param {bigint} r - the order of the field
 * @returns {Promise<number | undefined>} undefined if we have no such field
 */
export async function machineSpeed(r) {
    const curve = await scalarCurve(r, { threads: 0 }, { brief: true });
    if (!curve || curve.Fr.s < POWER) return undefined;
    const { Fr } = curve;
    const values = new Uint8Array(2 ** POWER * Fr.n8).fill(1);
    let best = Infinity;
    for (let i = 0; i < RUNS; i++) {
        const started = now();
        await Fr.fft(values, undefined, undefined, undefined, undefined);
        best = Math.min(best, now() - started);
    }
    return best / ((2 ** POWER * POWER * BUTTERFLY) / 1000);
}
