/**
 * What a proof of a circuit will take, before there is a key: powers of tau, size of the key, time,
 * memory.
 *
 * Times are those of `ffturbo prove` in a fresh process on a machine that does nothing else: what
 * the process and its workers take to start, in multiples of what powers take on the machine in the
 * base module, and the work itself, in multiples of what a short FFT takes in its tier.
 * Beside commands with two threads on an AMD EPYC, on Node 20 (simd) and Node 26 (fma), for
 * circuits of circomlib from 2^8 to 2^15 rows in 254 bits, and in 381, and for made ones of 2^14
 * and 2^16 rows whose values are long, or bits but for an eighth:
 *
 *   Groth16            0.82 to 1.21 of the processor time, 0.86 to 1.15 of the time from start to
 *                      proof
 *   PLONK and FFLONK   0.89 to 1.18, up to 2^16
 *
 * Machines whose speed changes while a proof is made, as shared ones do, are off by more.
 * @module protocols/forecast
 */
import { scalarCurve } from "../curves/prover_curve.js";
import { now, yieldToEventLoop } from "../util/host.js";
import { BUTTERFLY } from "../util/costs.js";
import { PROTOCOLS } from "./index.js";
import { expectedMemory, isBrief, isShort } from "./key/memory.js";

/** @import { Circuit } from "./key/forecast.js" */

/**
 * How long a machine takes, in multiples of the one whose costs were measured: in its tier, for
 * what lanes do, and in any, for the rest.
 * @typedef {Readonly<{ lanes: number, rest: number }>} Speed
 */

/**
 * @typedef {object} ProofForecast
 * @property {string} protocol
 * @property {number} domainSize
 * @property {number} tauPower - of the smallest powers of tau that the set-up takes
 * @property {number} keyBytes - of the key, before any contribution
 * @property {number} milliseconds - from the start of the command to its proof, on a machine with
 *   that many processors that does nothing else
 * @property {number} processor - milliseconds of processor time that the command takes, on any
 *   machine
 * @property {number} again - milliseconds of processor time for one more proof in the same process
 * @property {number} memory - bytes of the whole process at its peak
 */

/**
 * Milliseconds of processor time on the machine of the costs: the process with a curve, and with
 * code that is not optimized yet, which takes longer where lanes do; each worker; what a proof
 * takes beside its costs once all of that is there. The last two come from pools that start 0 to
 * 3 workers, and from proofs of 240 constraints in a process that has made some; then all were
 * chosen beside the commands above.
 */
const START = 175, START_OF_LANES = 136, WORKER = 60, BESIDE = 50;

/**
 * How long a process takes to start, beside its processor time: engines compile on threads of their
 * own.
 */
const START_ALONE = 0.77;

/** Values of the witness that costs look at. */
const SAMPLE = 256;

/**
 * A witness that has as many short values as the circuit says, for the costs of MSMs.
 * @param {Circuit} circuit
 * @param {number} n8
 */
function typicalWitness({ short, signals }, n8) {
    const witness = new Uint8Array(SAMPLE * n8);
    const long = Math.round(SAMPLE * (1 - short / signals));
    return witness.fill(0xff, 0, long * n8);
}

/**
 * Workers that a process starts for its first proof.
 * @param {any} key
 * @param {number} threads
 */
function workersFor(key, threads) {
    if (isBrief(key)) return 0;
    return threads > 1 && isShort(key) ? threads - 1 : threads;
}

/**
 * Times of a proof, in milliseconds.
 * @param {any} key
 * @param {number} work - processor time of its MSMs and FFTs
 * @param {{ threads: number, speed: Speed }} machine
 */
function timesOf(key, work, { threads, speed: { lanes, rest } }) {
    const workers = workersFor(key, threads);
    const sharing = isBrief(key) ? 1 : Math.max(1, threads);
    const start = rest * START + lanes * START_OF_LANES;
    return {
        milliseconds: START_ALONE * start + rest * (workers > 0 ? WORKER : 0) + lanes * (work / sharing),
        processor: start + rest * workers * WORKER + lanes * work,
        again: rest * BESIDE + lanes * work,
    };
}

/**
 * @param {Circuit} circuit
 * @param {{ threads: number, memory: number, speed: Speed }} machine - memory: bytes that a proof
 *   may hold
 * @returns {readonly Readonly<ProofForecast>[]} of the protocols that have keys for the circuit's
 *   field
 */
export function forecastProofs(circuit, { threads, memory, speed }) {
    return Object.freeze(PROTOCOLS.flatMap((protocol) => {
        const found = protocol.forecast(circuit);
        if (!found) return [];
        const { key, bytes, tauPower, ofCosts } = found, witness = typicalWitness(circuit, key.curve.n8r);
        const costs = Object.values(protocol.steps.costs(key, witness, { check: false }));
        const work = ofCosts * costs.reduce((sum, cost) => sum + cost, 0);
        return [Object.freeze({
            protocol: protocol.name, domainSize: key.domainSize, tauPower, keyBytes: bytes,
            ...timesOf(key, work, { threads, speed }),
            memory: expectedMemory(protocol.memory(key), memory, Math.max(1, threads)),
        })];
    }));
}

/**
 * The FFT that is measured; and powers in the base module, which is the same in every tier,
 * in milliseconds.
 */
const POWER = 13, POWERS = 100, POWERS_MS = 3.2;

/**
 * Runs that none is faster than, and runs at most. A machine that is busy compiles slowly, and the
 * first are of code that is not optimized.
 */
const ENOUGH = 16, RUNS = 100;

/** Milliseconds of the fastest run, since others may use the machine. @param {() => any} run */
async function fastest(run) {
    let best = Infinity;
    for (let i = 0, last = 0; i < RUNS && i - last < ENOUGH; i++) {
        const started = now();
        await run();
        const took = now() - started;
        if (took < 0.98 * best) last = i;
        best = Math.min(best, took);
        await yieldToEventLoop();
    }
    return best;
}

/**
 * How long this machine takes: FFTs, and powers, on one thread, some 100 ms.
 * @param {bigint} r - the order of the field
 * @returns {Promise<Speed | undefined>} undefined if we have no such field
 */
export async function machineSpeed(r) {
    const curve = await scalarCurve(r, { threads: 0 }, { brief: true });
    if (!curve || curve.Fr.s < POWER) return undefined;
    const { Fr } = curve, values = new Uint8Array(2 ** POWER * Fr.n8).fill(1);
    const base = Fr.e(3);
    const lanes = await fastest(() => Fr.fft(values, undefined, undefined, undefined, undefined));
    const rest = await fastest(() => {
        for (let i = 0; i < POWERS; i++) Fr.exp(base, r - 2n);
    });
    return Object.freeze({ lanes: lanes / ((2 ** POWER * POWER * BUTTERFLY) / 1000), rest: rest / POWERS_MS });
}
