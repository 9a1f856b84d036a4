import type { Pool, Task } from "./types.js";
/**
 * Milliseconds of estimated work per task where tasks run on the caller's thread: between tasks the page or the program gets its
 * turn, and an abort is heard. Smaller ones would cost more than they give.
 */
export declare const TURN_MS = 40;
/** Do tasks run on the caller's thread, by wish or because workers were refused? @param {Pool} tm */
export declare const runsHere: (tm: Pool) => boolean;
/** Points that lanes multiply at once (BLOCK of runtime/lanes/multiples.js). */
export declare const FULL_BLOCK = 512;
/**
 * Runs a small task at once on the main instance.
 * @param {Pool} tm
 * @param {Task} task
 * @returns {Uint8Array[]}
 */
export declare function runHere(tm: Pool, task: Task): Uint8Array[];
/**
 * @param {number} ms - estimated work
 * @returns {boolean} too little for a worker
 */
export declare const isSmall: (ms: number) => boolean;
/**
 * @param {Pool} tm
 * @param {number} ms - estimated work
 * @returns {boolean} done on this thread, as a single task, before the first worker would have started
 */
export declare const isCold: (tm: Pool, ms: number) => boolean;
/** The count + 1 bounds of n elements in pieces of equal size within one. @param {number} n @param {number} count @returns {number[]} */
export declare const evenBounds: (n: number, count: number) => number[];
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
export declare function cut(tm: Pool, n: number, size: number, us: number, { full }?: {
    full?: number;
}): [number, number][];
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
export declare function inFlight<T>(tm: Pool, count: number, start: (index: number) => Promise<T>): Promise<T[]>;
/**
 * Runs one task in the pool, or here when it is small. Buffers made for the task are
 * transferred; shared memory stays where it is.
 * @param {Pool} tm
 * @param {Task} task
 * @param {{ small?: boolean, cold?: boolean, signal?: AbortSignal, group?: unknown }} [options]
 * @returns {Promise<Uint8Array[]>}
 */
export declare function submit(tm: Pool, task: Task, { small, cold, signal, group }?: {
    small?: boolean;
    cold?: boolean;
    signal?: AbortSignal;
    group?: unknown;
}): Promise<Uint8Array[]>;
