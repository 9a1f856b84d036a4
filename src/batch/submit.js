/**
 * Turns work into tasks: decides how many pieces there are, where they run, and how many are in
 * flight at once.
 * @module batch/submit
 */
/** @import { Pool, Task } from "./types.js" */
import { PIECE_BYTES } from "../util/chunk_sizes.js";
import { clearBuffers } from "../util/host_memory.js";
import { isShared } from "../util/shared.js";
import { threadPace } from "../util/pace.js";

/**
 * Milliseconds; tasks with less work run on the caller's thread, because starting a worker costs
 * more.
 */
const LOCAL_MS = 2;

/**
 * The same while no worker runs yet: starting one takes 30 to 50 ms, and lanes are several times
 * faster than the estimates.
 */
const COLD_MS = 40;

/**
 * Milliseconds of work that make it worth sending a piece to a worker; a round trip takes about
 * 0.1.
 */
const PIECE_MS = 0.5;

/**
 * Milliseconds of estimated work per task where tasks run on the caller's thread: between tasks the
 * event loop gets a turn, and an abort is noticed. Smaller tasks would cost more than they gain.
 */
export const TURN_MS = 40;

/**
 * Do tasks run on the caller's thread, by choice or because workers were refused?
 * @param {Pool} tm
 */
export const runsHere = (tm) => tm.singleThread || tm.inProcess === true;

/**
 * @param {number} ms - estimated work
 * @returns {boolean} whether it is too little for a worker
 */
export const isSmall = (ms) => ms <= LOCAL_MS;

/**
 * @param {Pick<Pool, "cold">} tm
 * @param {number} ms - estimated work
 * @returns {boolean} whether a single task on this thread is done before the first worker would
 *   have started
 */
export const isCold = (tm, ms) => tm.cold === true && ms <= COLD_MS;

/**
 * The count + 1 bounds that cut n elements into pieces whose sizes differ by one at most.
 * @param {number} n
 * @param {number} count
 * @returns {number[]}
 */
export const evenBounds = (n, count) => Array.from({ length: count + 1 }, (_, i) => Math.floor((i * n) / count));

/**
 * Cuts n elements into pieces whose sizes differ by one element at most: as many pieces as keep
 * every worker busy, none smaller than is worth sending or larger than a worker should hold.
 * @param {Pool} tm
 * @param {number} n - elements
 * @param {number} size - bytes per element, input and output together
 * @param {number} us - estimated microseconds per element
 * @param {{ full?: number }} [kind] - full: elements that lanes work on together; since lanes pause
 *   by themselves, pieces are not made smaller than this for the sake of the event loop
 * @returns {[number, number][]} [from, to) of each piece
 */
export function cut(tm, n, size, us, { full = 1 } = {}) {
    if (isSmall((n * us) / 1000)) return [[0, n]];
    const worth = Math.max(1, Math.floor((n * us) / 1000 / PIECE_MS));
    const balanced = Math.min(tm.concurrency, worth, n);
    const rounds = Math.ceil((n * size) / PIECE_BYTES / Math.max(1, balanced));
    const turns = runsHere(tm) ? Math.min(Math.ceil((n * us) / 1000 / TURN_MS), Math.ceil(n / full)) : 1;
    const pieces = Math.min(n, Math.max(1, turns, balanced * Math.max(1, rounds)));
    const bounds = evenBounds(n, pieces);
    return Array.from({ length: pieces }, (_, i) => [bounds[i], bounds[i + 1]]);
}

/**
 * Runs jobs with at most concurrency + 2 in flight, or one at a time on the caller's thread: the
 * workers are never idle, and the memory for their copies is bounded. Where copying takes long, the
 * event loop gets a turn between two copies. After a failure no further job is started, and all
 * started ones settle before the error is thrown.
 * @template T
 * @param {Pool} tm
 * @param {number} count
 * @param {(index: number) => Promise<T>} start
 * @returns {Promise<T[]>}
 */
export async function inFlight(tm, count, start) {
    /** @type {T[]} */
    const results = new Array(count);
    let next = 0;
    const pace = threadPace();
    /** @type {{ error: unknown } | undefined} */
    let failure;
    const runner = async () => {
        while (next < count && !failure) {
            if (next > 0 && pace.due) await pace.turn();
            if (next >= count || failure) return;
            const index = next++;
            try {
                results[index] = await start(index);
            } catch (error) {
                failure ??= { error };
            }
        }
    };
    await Promise.all(Array.from({ length: Math.min(count, runsHere(tm) ? 1 : tm.concurrency + 2) }, runner));
    if (failure) throw failure.error;
    return results;
}

/**
 * Runs one task in the pool, or here when it is small. Buffers made for the task are transferred,
 * or, where this thread has run it, cleared; shared memory stays where it is.
 * @param {Pool} tm
 * @param {Task} task
 * @param {{ small?: boolean } & import("../pool/job.js").QueueOptions} [options]
 * @returns {Promise<Uint8Array[]>}
 */
export async function submit(tm, task, { small, ...options } = {}) {
    const { signal } = options;
    signal?.throwIfAborted();
    try {
        return await (small ? tm.runHere(task) : tm.queueAction(task, [...buffersFor(task)], options));
    } finally {
        clearBuffers(copiesIn(task));
    }
}

/**
 * @param {import("../pool/tasks.js").Bytes | undefined} buff
 * @returns {ArrayBufferLike[]} those that are not shared
 */
const ownBuffers = (buff) => (buff && "buffers" in buff ? buff.buffers : [buff]).flatMap((bytes) =>
    (bytes instanceof Uint8Array && !isShared(bytes) ? [bytes.buffer] : []));

/** What commands copy into the memory of a task. @param {Task} task */
const operandsOf = (task) => task.flatMap((command) => ("buff" in command ? ownBuffers(command.buff) : []));

/** What calls read where it is. @param {Task} task */
const outsideOf = (task) => task.flatMap((command) =>
    (command.cmd === "CALL" ? command.params.flatMap((param) => ("buff" in param ? ownBuffers(param.buff) : [])) : []));

/** The memory that comes with a task. @param {Task} task */
const buffersFor = (task) => new Set([...operandsOf(task), ...outsideOf(task)]);

/**
 * Operands that were copied, and that are there for the task alone: what is read where it is may be
 * the caller's on this thread, and some results are put where their operands were.
 * @param {Task} task
 */
function copiesIn(task) {
    const results = task.flatMap((command) => (command.cmd === "GET" && command.into ? [command.into.buffer] : []));
    const others = new Set([...results, ...outsideOf(task)]);
    return operandsOf(task).filter((buffer) => !others.has(buffer));
}
