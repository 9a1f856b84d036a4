/**
 * From work to tasks: how many pieces, where they run, and how many are in flight at once.
 * @module batch/submit
 */
/** @import { Pool, Task } from "./types.js" */
import { createExecutor } from "../pool/executor.js";
import { isShared } from "../util/shared.js";
import { threadPace } from "./pace.js";

/** Milliseconds of work below which a task runs on the caller's thread: starting a worker costs more. */
const LOCAL_MS = 2;

/** The same as long as no worker runs: one starts in 30 to 50 ms, and lanes are several times faster than the estimates. */
const COLD_MS = 40;

/** Milliseconds of work that a piece is worth sending to a worker for; a round trip is about 0.1. */
const PIECE_MS = 0.5;

/** Bytes of a piece, in and out, so that memory per worker stays bounded however long the input is, and this thread copies it in some ms. */
const PIECE_BYTES = 1 << 23;

/**
 * Milliseconds of estimated work per task where tasks run on the caller's thread: between tasks the page or the program gets its
 * turn, and an abort is heard. Smaller ones would cost more than they give.
 */
export const TURN_MS = 40;

/** Do tasks run on the caller's thread, by wish or because workers were refused? @param {Pool} tm */
export const runsHere = (tm) => tm.singleThread || tm.inProcess === true;

/** Points that lanes multiply at once (BLOCK of runtime/lanes/multiples.js). */
export const FULL_BLOCK = 512;

/** @type {WeakMap<object, ReturnType<typeof createExecutor>>} */
const executors = new WeakMap();

/**
 * Runs a small task at once on the main instance.
 * @param {Pool} tm
 * @param {Task} task
 * @returns {Uint8Array[]}
 */
export function runHere(tm, task) {
    let executor = executors.get(tm.instance);
    if (!executor) executors.set(tm.instance, executor = createExecutor({ exports: tm.instance.exports, memory: tm.memory }));
    return executor.run(task).out;
}

/**
 * @param {number} ms - estimated work
 * @returns {boolean} too little for a worker
 */
export const isSmall = (ms) => ms <= LOCAL_MS;

/**
 * @param {Pool} tm
 * @param {number} ms - estimated work
 * @returns {boolean} done on this thread, as a single task, before the first worker would have started
 */
export const isCold = (tm, ms) => tm.cold === true && ms <= COLD_MS;

/** The count + 1 bounds of n elements in pieces of equal size within one. @param {number} n @param {number} count @returns {number[]} */
export const evenBounds = (n, count) => Array.from({ length: count + 1 }, (_, i) => Math.floor((i * n) / count));

/**
 * Pieces of equal size within one element, as many as keep every worker busy and no piece
 * smaller than it is worth or larger than a worker should hold.
 * @param {Pool} tm
 * @param {number} n - elements
 * @param {number} size - bytes per element, input and output together
 * @param {number} us - estimated microseconds per element
 * @param {{ full?: number }} [kind] - full: elements that lanes want at once; as they pause by themselves, turns ask for no smaller piece
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
 * Runs jobs with at most concurrency + 2 in flight, one on the caller's own thread: the workers are never idle, and what is
 * copied for them is bounded; between two copies the event loop has its turn when they take long. After a failure no job is started, and every started one is
 * settled before the error is passed on.
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
    const lane = async () => {
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
    await Promise.all(Array.from({ length: Math.min(count, runsHere(tm) ? 1 : tm.concurrency + 2) }, lane));
    if (failure) throw failure.error;
    return results;
}

/**
 * Runs one task in the pool, or here when it is small. Buffers made for the task are
 * transferred; shared memory stays where it is.
 * @param {Pool} tm
 * @param {Task} task
 * @param {{ small?: boolean, cold?: boolean, signal?: AbortSignal, group?: unknown }} [options]
 * @returns {Promise<Uint8Array[]>}
 */
export async function submit(tm, task, { small, cold, signal, group } = {}) {
    signal?.throwIfAborted();
    if (small) return runHere(tm, task);
    const buffers = new Set();
    for (const command of task) {
        const buff = /** @type {{ buff?: Uint8Array }} */ (command).buff;
        if (buff instanceof Uint8Array && !isShared(buff)) buffers.add(buff.buffer);
    }
    return tm.queueAction(task, [...buffers], { signal, group, cold });
}
