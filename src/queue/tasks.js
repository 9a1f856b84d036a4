/**
 * Runs a job on the machine that has it: fetches and checks files, proves on the pool, and clears secrets. It does not
 * depend on the queue.
 * @module queue/tasks
 */
import { Buffer } from "node:buffer";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { ensure, messageOf } from "./errors.js";
import { combine, quotientScalars, sumRange, zkeyInfo } from "../protocols/groth16/index.js";
import { publish } from "./store.js";

/** @import { ProverPool } from "./prover_pool.js" */
/** @import { ProofData, Scratch } from "./request.js" */
/** @import { Reference } from "./references.js" */
/** @import { Store } from "./store.js" */
/** @import { PartialSum, Part, Range } from "../protocols/groth16/split.js" */
/** @import { ProgressReport } from "../files/progress.js" */
/** @import { ProveResult } from "../protocols/index.js" */

/**
 * @typedef {object} TaskOptions
 * @property {AbortSignal} signal
 * @property {(report: ProgressReport) => void} [onProgress]
 * @property {import("./options.js").Priority} [priority] - where the pool has to choose
 */

/**
 * Data of a part of a proof.
 * @typedef {object} PartData
 * @property {"quotient" | "sum"} kind
 * @property {string} tenant
 * @property {string} root - the job of the whole proof
 * @property {number} [deadline]
 * @property {Reference} zkey
 * @property {Reference} witness - for sums over H, the scalars that are the result of the transforms
 * @property {Range} [range]
 * @property {number} [total] - points of the range's part
 * @property {Range[]} [ranges] - for a quotient: the ranges of H that are summed afterwards
 * @property {Scratch} [scratch]
 */

/** A sum in the form that is stored. @typedef {Range & { point: string, worker: string }} SumResult point: base64 */
/** @typedef {{ quotient: Reference, worker: string }} QuotientResult */

/**
 * A wrong part of a proof, and the worker that made it.
 * @typedef {{ part: Part | "quotient", from: number, to: number, worker: string }} Blame
 */

/** Approximate cost of a point in each sum, relative to G1; it only decides how even the ranges are. */
const COST = Object.freeze({ A: 1, B1: 1, B2: 2.6, C: 1, H: 1.2 });

/**
 * Ranges of about equal cost.
 * @param {{ signals: number, publicSignals: number, domainSize: number }} info
 * @param {number} sums - the wanted number; there is at least one for each part
 * @returns {Range[]}
 */
export function planRanges({ signals, publicSignals, domainSize }, sums) {
    const points = { A: signals, B1: signals, B2: signals, C: signals - publicSignals - 1, H: domainSize };
    const parts = /** @type {Part[]} */ (Object.keys(points));
    const costs = parts.map((part) => points[part] * COST[part]), total = costs.reduce((a, b) => a + b, 0);
    return parts.flatMap((part, i) => {
        const n = points[part], count = Math.max(1, Math.min(n, Math.round((sums * costs[i]) / total)));
        return Array.from({ length: count }, (_, k) => ({
            part, from: Math.floor((n * k) / count), to: Math.floor((n * (k + 1)) / count),
        }));
    });
}

/** @param {string | Uint8Array} place */
const wipe = (place) => { if (typeof place !== "string") place.fill(0); };

/**
 * What the tasks of a worker stand on.
 * @typedef {{ pool: ProverPool, store: Store, name: string }} Tools - name: of this worker
 */

/**
 * @param {Tools} tools
 * @param {ProofData} data
 * @param {TaskOptions} options
 * @returns {Promise<ProveResult>}
 */
async function prove({ pool, store }, { zkey, witness, wasm, inputs, tenant }, { signal, onProgress, priority }) {
    const key = await store.get("zkey", zkey, signal), options = { signal, onProgress, tenant, priority };
    if (witness) {
        const values = await store.secret("witness", witness, signal);
        try {
            return await pool.prove(key, values, options);
        } finally {
            wipe(values);
        }
    }
    const program = await store.get("wasm", /** @type {Reference} */ (wasm), signal);
    const text = await store.bytes("inputs", /** @type {Reference} */ (inputs), signal);
    try {
        return await pool.fullProve(parseInputs(text), program, key, options);
    } finally {
        wipe(text);
    }
}

/**
 * @param {Tools} tools
 * @param {PartData} data
 * @param {TaskOptions} options
 * @returns {Promise<SumResult>}
 */
async function sum({ pool, store, name }, { zkey, witness, range, tenant }, { signal, onProgress }) {
    const key = await store.get("zkey", zkey, signal), scalars = await store.secret("scalars", witness, signal);
    const wanted = /** @type {Range} */ (range);
    try {
        const point = await pool.run(
            key,
            (source, place) => sumRange(source, scalars, wanted, { ...place, onProgress }),
            { signal, tenant },
        );
        return { ...wanted, point: Buffer.from(point).toString("base64"), worker: name };
    } finally {
        wipe(scalars);
    }
}

/**
 * @param {Tools} tools
 * @param {PartData} data
 * @param {TaskOptions} options
 * @returns {Promise<QuotientResult>}
 */
async function quotient({ pool, store, name }, { zkey, witness, scratch, root, tenant }, { signal, onProgress }) {
    const key = await store.get("zkey", zkey, signal), values = await store.secret("witness", witness, signal);
    const work = (/** @type {any} */ source, /** @type {any} */ place) =>
        quotientScalars(source, values, { ...place, onProgress });
    try {
        const scalars = await pool.run(key, work, { signal, tenant });
        try {
            const reference = await publish(scalars, /** @type {Scratch} */ (scratch), scalarsOf(root), signal);
            return { quotient: reference, worker: name };
        } finally {
            wipe(scalars);
        }
    } finally {
        wipe(values);
    }
}

/**
 * @param {Tools} tools
 * @param {ProofData} data
 * @param {number} sums
 * @param {TaskOptions} options
 * @returns {Promise<Range[]>}
 */
async function plan({ store }, { zkey }, sums, { signal }) {
    return planRanges(await zkeyInfo(await store.get("zkey", zkey, signal), { signal }), sums);
}

/**
 * Puts the parts together; wrong ones are corrected here, and named in the result.
 * @param {Tools} tools
 * @param {ProofData} data
 * @param {SumResult[]} parts
 * @param {QuotientResult} transforms
 * @param {TaskOptions} options
 * @returns {Promise<ProveResult & { wrong?: Blame[] }>}
 */
async function putTogether({ pool, store }, { zkey, witness, tenant }, parts, transforms, { signal, onProgress }) {
    const key = await store.get("zkey", zkey, signal);
    const values = await store.secret("witness", /** @type {Reference} */ (witness), signal);
    const scalars = await store.secret("scalars", transforms.quotient, signal);
    const sums = parts.map((part) => ({ ...part, point: new Uint8Array(Buffer.from(part.point, "base64")) }));
    try {
        return await pool.run(key, async (source, place) => {
            const own = { ...place, onProgress };
            try {
                return await combine(source, values, sums, { ...own, quotient: scalars });
            } catch (error) {
                const failure = /** @type {import("../protocols/groth16/split.js").SumFailure} */ (error);
                if (failure.code !== "ERR_SUM") throw error;
                return { ...(await combine(source, values, failure.sums, own)), wrong: blame(failure, transforms) };
            }
        }, { signal, tenant });
    } finally {
        wipe(values);
        wipe(scalars);
    }
}

/** @param {Tools} tools */
export const createTasks = (tools) => Object.freeze({
    prove: (/** @type {ProofData} */ data, /** @type {TaskOptions} */ options) => prove(tools, data, options),
    sum: (/** @type {PartData} */ data, /** @type {TaskOptions} */ options) => sum(tools, data, options),
    quotient: (/** @type {PartData} */ data, /** @type {TaskOptions} */ options) => quotient(tools, data, options),
    plan: (/** @type {ProofData} */ data, /** @type {number} */ sums, /** @type {TaskOptions} */ options) =>
        plan(tools, data, sums, options),
    join: (
        /** @type {ProofData} */ data,
        /** @type {SumResult[]} */ parts,
        /** @type {QuotientResult} */ transforms,
        /** @type {TaskOptions} */ options,
    ) => putTogether(tools, data, parts, transforms, options),
});

/** @typedef {ReturnType<typeof createTasks>} Tasks */

/** @param {import("../protocols/groth16/split.js").SumFailure} failure @param {QuotientResult} transforms */
function blame({ wrong, quotient }, { worker }) {
    const sums = /** @type {(PartialSum & { worker: string })[]} */ (wrong).map((sum) => ({
        part: sum.part, from: sum.from, to: sum.to, worker: sum.worker,
    }));
    return /** @type {Blame[]} */ ([...(quotient ? [{ part: "quotient", from: 0, to: 0, worker }] : []), ...sums]);
}

/** @param {string} root - the job of the whole proof @returns {string} the file of its scalars of H */
const scalarsOf = (root) => `${root}.h`;

/**
 * Removes the scalars of H when they are no longer needed, unless they are behind a URL, where the storage must do it.
 * @param {Scratch | undefined} scratch
 * @param {string} root
 */
export async function discardScalars(scratch, root) {
    if (scratch && "path" in scratch) await rm(join(scratch.path, scalarsOf(root)), { force: true });
}

/** @param {Uint8Array} text */
function parseInputs(text) {
    let inputs;
    try {
        inputs = JSON.parse(Buffer.from(text).toString("utf8"));
    } catch (error) {
        ensure(false, "ERR_INPUT", () => `inputs: expected JSON, got ${messageOf(error).slice(0, 20)}…`);
    }
    return inputs;
}
