/**
 * Plans a multi-scalar multiplication: where it runs, how its points are cut into chunks, and how
 * many workers share a chunk. A pure function of the sizes and of what the pool is; a proof and its
 * memory plan ask the same rule for what two workers share.
 * @module batch/msm_plan
 */
import { CHUNK_BYTES, SHARED_BYTES } from "../util/chunk_sizes.js";
import { baseMsmMs } from "../util/costs.js";
import { TURN_MS, evenBounds, isCold, isSmall } from "./submit.js";

/**
 * A chunk with fewer points is not split further, because reducing the buckets would cost more than
 * the rest.
 */
const CHUNK_POINTS = 64;

/**
 * @typedef {object} MsmSizes
 * @property {number} points
 * @property {number} pointBytes
 * @property {number} scalarBytes
 * @property {boolean} lanes - the kernel runs on lanes: it can compute a share of a chunk, and
 *   pauses for the event loop
 * @property {boolean} tierNamed - the call names a tier, whose pool is another one
 * @property {() => boolean} scalarsShort - all but a few scalars are short; asked only where that
 *   decides
 * @property {number} [chunkBytes] - of points, at most
 * @property {boolean} [alone] - other MSMs keep the other workers busy, so that none shares a chunk
 */

/**
 * @typedef {object} PoolState
 * @property {number} workers
 * @property {boolean} cold - no worker has been started
 * @property {boolean} onCaller - tasks run on the calling thread
 */

/**
 * @typedef {object} MsmPlan
 * @property {"caller" | "cold pool" | "pool"} where - "caller": at once; "cold pool": on the
 *   calling thread too, but in its turn
 * @property {number[]} chunks - bounds: chunk k has the points [chunks[k], chunks[k + 1])
 * @property {1 | 2} workersPerChunk
 * @property {string} reason
 */

/**
 * How many workers may share a chunk: each gets all of its points and half of the windows, see
 * SHARED_BYTES.
 * @param {number} bytes - of all points
 * @param {number} workers
 * @param {{ chunkBytes?: number, alone?: boolean }} [limits] - as in MsmSizes
 * @returns {1 | 2}
 */
export function mostWorkersPerChunk(bytes, workers, { chunkBytes = CHUNK_BYTES, alone = false } = {}) {
    const inPairs = workers % 2 === 0;
    const fits = bytes <= Math.min(SHARED_BYTES, chunkBytes);
    return inPairs && fits && !alone ? 2 : 1;
}

/**
 * Bounds of the chunks, which are equal; every worker gets the same number of them.
 * @param {number} n - points
 * @param {number} pointBytes
 * @param {number} workers
 * @param {number} [turns] - chunks per worker, at least
 * @param {number} [most] - bytes of a chunk
 * @returns {number[]} count + 1 bounds
 */
export function chunkBounds(n, pointBytes, workers, turns = 1, most = CHUNK_BYTES) {
    const rounds = Math.max(turns, Math.ceil((n * pointBytes) / (workers * most)));
    const count = Math.max(1, Math.min(workers * rounds, Math.ceil(n / CHUNK_POINTS)));
    return evenBounds(n, count);
}

/**
 * @param {MsmSizes} msm
 * @param {PoolState} pool
 * @returns {MsmPlan}
 */
export function planMsm(msm, pool) {
    const { points, pointBytes, scalarBytes, lanes, tierNamed, chunkBytes, alone } = msm;
    const ms = baseMsmMs(points, scalarBytes, pointBytes);
    if (!tierNamed && isSmall(ms)) return oneTask(points, "caller", "too little work for a worker");
    if (!tierNamed && isCold(pool, ms))
        return oneTask(points, "cold pool", "done before the first worker would have started");

    const enough = lanes && points >= 2 * CHUNK_POINTS;
    const most = enough ? mostWorkersPerChunk(points * pointBytes, pool.workers, { chunkBytes }) : 1;
    if (most === 2 && alone) return oneTask(points, "pool", "other MSMs keep the other workers busy");
    if (most === 2 && !msm.scalarsShort()) {
        const chunks = chunkBounds(points, pointBytes, pool.workers / 2, 1, chunkBytes);
        return { where: "pool", chunks, workersPerChunk: 2, reason: "two workers share a chunk" };
    }
    // A chunk of the base module does not pause for the event loop. It really takes a third to a
    // half of the estimate, and an MSM of 2^14 points takes a third longer than as one chunk (217
    // ms). Chunks of 60 ms were no faster (480 ms of processor time either way, next to other
    // programs), and some took 50 ms.
    const turns = pool.onCaller && !lanes ? Math.ceil(ms / TURN_MS) : 1;
    const chunks = chunkBounds(points, pointBytes, pool.workers, turns, chunkBytes);
    return { where: "pool", chunks, workersPerChunk: 1, reason: "chunks for all workers" };
}

/**
 * @param {number} points
 * @param {MsmPlan["where"]} where
 * @param {string} reason
 * @returns {MsmPlan}
 */
const oneTask = (points, where, reason) => ({ where, chunks: [0, points], workersPerChunk: 1, reason });
