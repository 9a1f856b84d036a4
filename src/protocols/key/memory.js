/**
 * How much memory a proof holds at once, and how what is allowed is divided: one count, which the
 * prover obeys, the pool of many proofs asks, and `info` tells.
 *
 * A proof holds its witness, columns on the domain, the memories of its workers, which never
 * shrink, and the points that are on their way to them. Only the last two depend on what is
 * allowed: larger chunks of points are a little faster, and need larger memories in the workers.
 * The protocol says what it holds in any case, and how many points there are.
 * @module protocols/key/memory
 */

/** @import { Key } from "./header.js" */
import { mostWorkersPerChunk } from "../../batch/msm_plan.js";
import { SHARED_BYTES, msmBytes } from "../../util/chunk_sizes.js";
import { COMMON_BYTES } from "./buffers.js";
import { ensure } from "../../files/errors.js";
import { DEFAULTS, LEAST_MEMORY } from "./options.js";

const MIB = 2 ** 20;

/** Larger chunks make a proof of 2^20 2 % faster, and take 150 MiB more. */
const MOST_CHUNK = 16 * MIB;

/** Smaller chunks have too few points for buckets to pay off. */
const LEAST_CHUNK = MIB;

/**
 * Chunks up to this are not made smaller than a quarter of a column: they would save little of what
 * the proof holds anyway. With chunks of 2 MiB a proof of 2^20 takes 1.4 times as long as with 32.
 */
const LEAST_WORTH = 8 * MIB;

/** Chunks on their way besides the one that each worker has. */
const AHEAD = 1;

/**
 * Elements from which on one worker does the FFTs of all columns: two would need twice the memory, while
 * MSMs wait.
 */
const IN_SEQUENCE = 2 ** 17;

/**
 * Workers from which on columns are transformed side by side if that fits: the others wait for the
 * MSM over H.
 */
const MANY_WORKERS = 5;

/**
 * Up to this size a new process has proved on one thread before workers would have started:
 * 227 ms against 300 at 2^8, 339 against 561 at 2^12 (two busy cores, Node 20). A page is
 * blocked too briefly to be noticed.
 * @param {Pick<Key, "nVars" | "domainSize">} zkey
 */
export const isBrief = ({ nVars, domainSize }) => nVars + domainSize <= 2 ** 11;

/**
 * Up to this size this thread computes MSMs too, instead of one worker, if the proof is the first of the
 * process: 0.94 of the processor time at 2^12 and 2^15 (two quiet cores, Node 26).
 * @param {Pick<Key, "nVars" | "domainSize">} zkey
 */
export const isShort = ({ nVars, domainSize }) => nVars + domainSize <= 2 ** 16;

/** Bytes of a new worker's memory. */
const BASE = 2 * MIB;

/**
 * Bytes in a worker of an FFT to the coset: pairs twice, a table of 88 bytes per twiddle of
 * which a domain above 2^17 has half, a wide table. Measured on tier fma, which needs the most.
 * @param {number} domainSize
 */
export const transformBytes = (domainSize) =>
    (80 + 88 / (domainSize > 2 ** 17 ? 2 : 1)) * domainSize + Math.min(domainSize / 4, 2 ** 12) * 240;

/**
 * What a process holds besides a proof, in bytes: Node with the code of the command and of the
 * kernels, and for each worker its own heap. Node 26 on Linux; 42 MiB of it are Node's before it
 * has read any program.
 */
const HOST = 68 * MIB;
const WORKER = 13 * MIB;

/**
 * What has been freed and is not given back yet, because a collection or the allocator is late:
 * measured, a part of the points above some bytes.
 */
const LATE = Object.freeze({ part: 0.4, from: 32 * MIB, most: 26 * MIB });

/** @param {number} points - bytes */
const lateBytes = (points) => Math.max(0, Math.min(LATE.most, LATE.part * (points - LATE.from)));

/**
 * @typedef {object} Plan
 * @property {number} chunkBytes - of points of a task
 * @property {number} budgetBytes - of points and their scalars that are on their way at once
 * @property {boolean} sequence - one worker transforms the columns, one after the other
 * @property {boolean} keep - parts of the key that are needed more than once are kept
 * @property {number} held - bytes that the proof holds at its peak
 */

/**
 * What a protocol says of the proofs with a key.
 * @typedef {object} MemoryFootprint
 * @property {Key} key
 * @property {number} fixed - bytes that are held however little is allowed: the witness, and
 *   columns on the domain
 * @property {number} columns - transformed at once, unless one worker transforms them one after the
 *   other
 * @property {number} points - bytes of all points
 * @property {number} largest - bytes of the largest section of points
 * @property {number} [again] - bytes of the parts of the key that are needed more than once, and
 *   read again if they may not be kept
 * @property {number} [inTurn] - bytes of those parts that are held at the peak if they are read
 *   again, 0 by default
 * @property {number} beside - bytes in a worker of the largest task that is neither an MSM nor
 *   an FFT
 */

/**
 * @param {MemoryFootprint} footprint
 * @param {Pick<Plan, "chunkBytes" | "sequence" | "keep">} choice
 * @param {number} workers
 * @returns {Plan}
 */
function planWith(footprint, { chunkBytes, sequence, keep }, workers) {
    const { key, fixed, columns, points, largest, again = 0, inTurn = 0, beside } = footprint;
    const { domainSize, sG1, curve: { n8r } } = key;
    const chunk = Math.min(chunkBytes, largest);
    const scalars = fixed <= COMMON_BYTES ? 0 : n8r / sG1;
    const copies = mostWorkersPerChunk(sG1 * domainSize, workers);
    const budgetBytes = Math.ceil((workers + AHEAD) * chunk * (1 + scalars));
    const onTheWay = Math.min(budgetBytes, points * copies * (1 + scalars));
    // shares halve buckets; where memory suffices, MSMs of a round are made side by side instead
    const sum = Math.max(msmBytes(keep ? chunk : chunk / copies), beside);
    const transforms = Math.min(workers, sequence ? 1 : columns);
    const transform = Math.max(sum, transformBytes(domainSize));
    const memories = workers * (BASE + sum) + transforms * (transform - sum);
    return { chunkBytes, budgetBytes, sequence, keep, held: fixed + (keep ? again : inTurn) + memories + onTheWay };
}

/** The sizes of chunks that may be chosen, largest first. @param {MemoryFootprint} footprint */
function chunkSizes({ key: { domainSize, curve: { n8r } } }) {
    const column = domainSize * n8r, sizes = [];
    const most = Math.min(MOST_CHUNK, Math.max(column, Math.min(SHARED_BYTES, 4 * column), LEAST_CHUNK));
    const least = Math.min(most, Math.max(LEAST_CHUNK, Math.min(LEAST_WORTH, column / 4)));
    for (let size = most; size >= least; size /= 2) sizes.push(size);
    return sizes;
}

/**
 * The plan with the largest chunks that fits in what is allowed, and that keeps what is needed
 * again if any does; if none fits, the one that holds least.
 * @param {MemoryFootprint} footprint
 * @param {number} memory - bytes allowed
 * @param {number} concurrency
 * @returns {Readonly<Plan>}
 */
export function planMemory(footprint, memory, concurrency) {
    const workers = Math.max(1, concurrency);
    const long = footprint.key.domainSize >= IN_SEQUENCE;
    const ways = !long ? [false] : workers >= MANY_WORKERS ? [false, true] : [true];
    const plans = (footprint.again ? [true, false] : [false]).flatMap((keep) => ways.flatMap((sequence) =>
        chunkSizes(footprint).map((chunkBytes) => planWith(footprint, { chunkBytes, sequence, keep }, workers))));
    const least = plans.reduce((a, b) => (b.held < a.held ? b : a));
    return Object.freeze(plans.find(({ held }) => held <= memory) ?? least);
}

/**
 * The least that a proof may be allowed, in bytes, so that it holds no more.
 * @param {MemoryFootprint} footprint
 * @param {number} workers
 */
export const leastMemory = (footprint, workers) => Math.max(LEAST_MEMORY, planMemory(footprint, 0, workers).held);

/**
 * How many workers a proof may have, at most `wanted`: each has a memory of its own. The default
 * leaves all of them: it makes no proof of a large circuit slower.
 * @param {MemoryFootprint} footprint
 * @param {number} memory - bytes allowed
 * @param {number} wanted - 0: this thread alone
 */
export function fittingWorkers(footprint, memory, wanted) {
    let workers = wanted;
    while (memory !== DEFAULTS.memory && workers > 1 && planMemory(footprint, memory, workers).held > memory) workers--;
    return workers;
}

/**
 * Is enough allowed for what is held in any case? Checked before anything begins.
 * @param {string} where
 * @param {MemoryFootprint} footprint
 * @param {number} memory
 * @throws {ProverError} ERR_LIMIT
 */
export function checkMemory(where, { key: { file }, fixed: least }, memory) {
    ensure(
        memory >= least,
        "ERR_LIMIT",
        () =>
            `${where}: expected memory of at least ${least} bytes for the witness and the columns of ${file.name}, got ${memory}; raise memory`,
    );
}

/**
 * The peak of a whole process: what the proof holds, and what the host and its workers need
 * themselves.
 * @param {MemoryFootprint} footprint
 * @param {number} memory
 * @param {number} concurrency
 * @returns {number} bytes
 */
export function expectedMemory(footprint, memory, concurrency) {
    const { key, points } = footprint, brief = isBrief(key);
    const workers = brief ? 0 : concurrency - Number(concurrency > 1 && isShort(key));
    const { held } = planMemory(footprint, memory, brief ? 1 : concurrency);
    return Math.round(HOST + workers * WORKER + held + lateBytes(points));
}
