/**
 * Runs a job on the worker that has taken it: fetches and checks files, proves on the pool, and
 * clears secrets. It does not depend on the queue.
 * @module server/proof_jobs
 */
import { Buffer } from "node:buffer";
import { hostname } from "node:os";
import { pid } from "node:process";
import { mayTryAgain } from "./failures.js";
import { readQuotient, readMsm } from "./job_data.js";
import { MOST_MSMS, namesOf, QUOTIENT } from "./parts.js";
import { createProverPool } from "./pool/prover_pool.js";
import { cachePlace, createStore } from "./store.js";
import { createTellWeak } from "./weak_keys.js";
import {
    combine, ensure, isLate, messageOf, msmRange, parseExactJson, planRanges, quotientScalars, zkeyInfo,
} from "../../../src/internal/server.js";

/** @import { ProverPool } from "./pool/prover_pool.js" */
/** @import { ProofData, Scratch } from "./request.js" */
/** @import { Reference } from "./references.js" */
/** @import { Store } from "./store.js" */
/** @import { TellWeak } from "./weak_keys.js" */
/** @import { Part, PartialMsm, ProgressReport, ProveResult, Range } from "../../../src/internal/server.js" */

/**
 * @typedef {object} TaskOptions
 * @property {AbortSignal} signal
 * @property {(report: ProgressReport) => void} [onProgress]
 * @property {import("./options.js").Priority} [priority] - within the pool
 */

/**
 * Data of a part of a proof.
 * @typedef {object} PartData
 * @property {"quotient" | "msm"} kind
 * @property {string} tenant
 * @property {string} root - the job of the whole proof
 * @property {number} [deadline]
 * @property {string} [traceparent]
 * @property {Reference} zkey
 * @property {Reference} witness - for MSMs over H, the scalars that are the result of the
 *   FFTs
 * @property {Range} [range]
 * @property {number} [total] - points of the range's part
 * @property {Range[]} [ranges] - for a quotient: the ranges of H that are summed afterwards
 * @property {Scratch} [scratch]
 */

/**
 * An MSM in the form that is stored.
 * @typedef {Range & { point: string, worker: string }} MsmResult point: base64
 */
/** @typedef {{ quotient: Reference, worker: string }} QuotientResult */

/**
 * A wrong part of a proof, and the worker that made it.
 * @typedef {{ part: Part | "quotient", from: number, to: number, worker: string }} Blame
 */

/** @param {Uint8Array} bytes */
const wipe = (bytes) => void bytes.fill(0);

/**
 * Clears the bytes of a secret, or closes its file.
 * @param {Uint8Array | import("./store.js").OpenFile} secret
 */
const release = (secret) => (secret instanceof Uint8Array ? wipe(secret) : secret.close());

/**
 * What the jobs of a worker use.
 * @typedef {object} Tools
 * @property {ProverPool} pool
 * @property {Store} store
 * @property {string} name - of this worker
 * @property {TellWeak} [tellWeak] - hears of each key that is used
 * @property {number} witnessMemory - bytes that a circuit's program may have, and the witness that
 *   it says it makes: the program may be a stranger's
 */

/**
 * What is left for the program of one job.
 * @param {{ memory: number, concurrency: number }} limits
 */
export const programMemory = ({ memory, concurrency }) =>
    Math.min(2 ** 32, Math.max(65_536, Math.floor(memory / concurrency)));

/**
 * @param {Tools} tools
 * @param {ProofData} data
 * @param {TaskOptions} options
 * @returns {Promise<ProveResult>}
 */
async function prove(tools, data, options) {
    const result = await makeProof(tools, data, options);
    tools.tellWeak?.(data.zkey, result.weakness);
    return result;
}

/** @type {typeof prove} */
async function makeProof({ pool, store, witnessMemory }, data, { signal, onProgress, priority }) {
    const { zkey, witness, wasm, inputs, tenant } = data;
    const key = await store.get("zkey", zkey, signal), options = { signal, onProgress, tenant, priority };
    if (witness) {
        const values = await store.secret("witness", witness, signal);
        try {
            return await pool.prove(key, values, options);
        } finally {
            await release(values);
        }
    }
    const program = await store.get("wasm", /** @type {Reference} */ (wasm), signal);
    const text = await store.bytes("inputs", /** @type {Reference} */ (inputs), signal);
    try {
        return await pool.fullProve(parseInputs(text), program, key, { ...options, witnessMemory });
    } finally {
        wipe(text);
    }
}

/**
 * @param {Tools} tools
 * @param {PartData} data
 * @param {TaskOptions} options
 * @returns {Promise<MsmResult>}
 */
async function msm({ pool, store, name }, { zkey, witness, range, scratch, root, tenant }, { signal, onProgress }) {
    const wanted = /** @type {Range} */ (range), key = await store.get("zkey", zkey, signal);
    const scalars = isLate(wanted)
        ? await store.scalars(witness, scratch, root, signal)
        : await store.secret("witness", witness, signal);
    try {
        const point = await pool.run(
            key,
            (source, resources) => msmRange(source, scalars, wanted, { ...resources, onProgress }),
            { signal, tenant },
        );
        return { ...wanted, point: Buffer.from(point).toString("base64"), worker: name };
    } finally {
        await release(scalars);
    }
}

/**
 * @param {Tools} tools
 * @param {PartData} data
 * @param {TaskOptions} options
 * @returns {Promise<QuotientResult>}
 */
async function quotient({ pool, store, name }, { zkey, witness, scratch, root, tenant }, { signal, onProgress }) {
    store.expectScratch(/** @type {Scratch} */ (scratch));
    const key = await store.get("zkey", zkey, signal);
    const values = await store.secret("witness", witness, signal);
    const work = (/** @type {any} */ source, /** @type {any} */ resources) =>
        quotientScalars(source, values, { ...resources, onProgress });
    try {
        const scalars = await pool.run(key, work, { signal, tenant });
        try {
            const reference = await store.publish(scalars, /** @type {Scratch} */ (scratch), root, signal);
            return { quotient: reference, worker: name };
        } finally {
            wipe(scalars);
        }
    } finally {
        await release(values);
    }
}

/**
 * @param {Pick<Tools, "store" | "tellWeak">} tools
 * @param {ProofData} data - split.msms is their number
 * @param {TaskOptions} options
 */
async function planWith({ store, tellWeak }, { zkey, split }, { signal }) {
    store.expectScratch(/** @type {Scratch} */ (split?.scratch));
    const info = await zkeyInfo(await store.get("zkey", zkey, signal), { signal });
    tellWeak?.(zkey, info.weakness);
    return { ranges: planRanges(info, Math.min(split?.msms ?? 1, MOST_MSMS)), weakness: info.weakness };
}

/**
 * The results of parts, any of which may be malformed or missing.
 * @param {Range[]} ranges
 * @param {Record<string, unknown>} results - by name of the part
 */
function readResults(ranges, results) {
    const { first, over } = namesOf(ranges);
    const msms = [...first, ...over].map(([name, range]) => {
        // no bytes: a wrong point
        const { point = new Uint8Array(0), worker } = readMsm(results[name], range);
        return { ...range, point, worker };
    });
    return { msms, fft: readQuotient(results[QUOTIENT]) };
}

/**
 * The scalars that a worker published; undefined if it published none, or something else.
 * @param {Store} store
 * @param {{ quotient?: Reference }} fft
 * @param {ProofData} data
 * @param {string} root
 * @param {AbortSignal} signal
 */
async function scalarsFrom(store, { quotient }, { split }, root, signal) {
    if (!quotient) return undefined;
    try {
        return await store.scalars(quotient, split?.scratch, root, signal);
    } catch (error) {
        if (signal.aborted || mayTryAgain(error)) throw error;
        return undefined;
    }
}

/**
 * Joins the parts; wrong and malformed ones are computed again here, and named in the result.
 * @param {Tools} tools
 * @param {ProofData} data
 * @param {string} root - the name of the job
 * @param {Record<string, unknown>} results - of the parts, by name
 * @param {TaskOptions} options
 * @returns {Promise<ProveResult & { wrong?: Blame[] }>}
 */
async function putTogether(tools, data, root, results, options) {
    const key = await tools.store.get("zkey", data.zkey, options.signal);
    const { ranges, weakness } = await planWith(tools, data, options);
    const result = await joinMsms(tools, key, data, root, readResults(ranges, results), options);
    return weakness ? { ...result, weakness } : result;
}

/**
 * @param {Tools} tools
 * @param {Awaited<ReturnType<Store["get"]>>} key
 * @param {ProofData} data
 * @param {string} root - the name of the job
 * @param {ReturnType<typeof readResults>} parts
 * @param {TaskOptions} options
 * @returns {ReturnType<typeof putTogether>}
 */
async function joinMsms({ pool, store }, key, data, root, { msms, fft }, { signal, onProgress }) {
    const { witness, tenant } = data;
    const values = await store.secret("witness", /** @type {Reference} */ (witness), signal);
    try {
        const scalars = await scalarsFrom(store, fft, data, root, signal);
        try {
            return await pool.run(key, async (source, resources) => {
                const own = { ...resources, onProgress };
                try {
                    const result = await combine(source, values, msms, { ...own, quotient: scalars });
                    return scalars ? result : { ...result, wrong: wrongParts([], true, fft) };
                } catch (error) {
                    const failure = /** @type {import("../../../src/internal/server.js").MsmFailure} */ (error);
                    if (failure.code !== "ERR_MSM") throw error;
                    const result = await combine(source, values, failure.msms, own);
                    return { ...result, wrong: wrongParts(failure.wrong, failure.quotient || !scalars, fft) };
                }
            }, { signal, tenant });
        } finally {
            if (scalars) await release(scalars);
        }
    } finally {
        await release(values);
    }
}

/** @param {Tools} tools */
export const createTasks = (tools) => Object.freeze({
    prove: (/** @type {ProofData} */ data, /** @type {TaskOptions} */ options) => prove(tools, data, options),
    msm: (/** @type {PartData} */ data, /** @type {TaskOptions} */ options) => msm(tools, data, options),
    quotient: (/** @type {PartData} */ data, /** @type {TaskOptions} */ options) => quotient(tools, data, options),
    plan: async (/** @type {ProofData} */ data, /** @type {TaskOptions} */ options) =>
        (await planWith(tools, data, options)).ranges,
    join: (
        /** @type {ProofData} */ data,
        /** @type {string} */ root,
        /** @type {Record<string, unknown>} */ results,
        /** @type {TaskOptions} */ options,
    ) => putTogether(tools, data, root, results, options),
});

/**
 * What makes the proofs of a process: its pool, its files and its tasks.
 * @param {any} options - checked ones of a worker; waiting: proofs that the pool lets wait
 * @param {(event: import("./queue/worker.js").WorkerEvent) => void} tell
 */
export function createProofMaker(options, tell) {
    const { name = `${hostname()}:${pid}`, concurrency, threads, memory, waiting } = options;
    const { cache, allow, allowWrite, readTimeout } = options;
    const pool = createProverPool({ concurrency, threads, memory, waiting });
    const tellWeak = createTellWeak(tell);
    const store = createStore({ ...cachePlace(cache), memory, allow, allowWrite, timeout: readTimeout });
    const tasks = createTasks({ pool, store, name, witnessMemory: programMemory(options), tellWeak });
    /** @returns {Promise<Readonly<import("./queue/worker.js").ProofStats>>} */
    const stats = async () => Object.freeze({ pool: pool.stats(), cache: await store.stats() });
    return Object.freeze({ name, pool, store, tasks, tellWeak, stats });
}

/**
 * @param {readonly PartialMsm[]} wrong
 * @param {boolean} quotient - are the FFTs wrong?
 * @param {{ worker: string }} fft
 * @returns {Blame[]}
 */
function wrongParts(wrong, quotient, { worker }) {
    const msms = /** @type {(PartialMsm & { worker: string })[]} */ (wrong)
        .filter(({ part, point }) => !(quotient && isLate({ part }) && point.length === 0)) // an MSM of nothing
        .map((msm) => ({ part: msm.part, from: msm.from, to: msm.to, worker: msm.worker }));
    return [...(quotient ? [{ part: /** @type {const} */ ("quotient"), from: 0, to: 0, worker }] : []), ...msms];
}

/** @param {Uint8Array} text */
function parseInputs(text) {
    let inputs;
    try {
        inputs = parseExactJson(Buffer.from(text).toString("utf8"));
    } catch (error) {
        ensure(false, "ERR_INPUT", () => `inputs: expected JSON, got ${messageOf(error).slice(0, 20)}…`);
    }
    return inputs;
}
