import type { Pool, Task } from "./types.js";
/**
 * Milliseconds of estimated work per task where tasks run on the caller's thread: between tasks the event loop gets a
 * turn, and an abort is noticed. Smaller tasks would cost more than they gain.
 */
export declare const TURN_MS = 40;
/** Do tasks run on the caller's thread, by choice or because workers were refused? @param {Pool} tm */
export declare const runsHere: (tm: Pool) => boolean;
/**
 * @param {number} ms - estimated work
 * @returns {boolean} whether it is too little for a worker
 */
export declare const isSmall: (ms: number) => boolean;
/**
 * @param {Pool} tm
 * @param {number} ms - estimated work
 * @returns {boolean} whether a single task on this thread is done before the first worker would have started
 */
export declare const isCold: (tm: Pool, ms: number) => boolean;
/**
 * The count + 1 bounds that cut n elements into pieces whose sizes differ by one at most.
 * @param {number} n
 * @param {number} count
 * @returns {number[]}
 */
export declare const evenBounds: (n: number, count: number) => number[];
/**
 * Cuts n elements into pieces whose sizes differ by one element at most: as many pieces as keep
 * every worker busy, none smaller than is worth sending or larger than a worker should hold.
 * @param {Pool} tm
 * @param {number} n - elements
 * @param {number} size - bytes per element, input and output together
 * @param {number} us - estimated microseconds per element
 * @param {{ full?: number }} [kind] - full: elements that lanes work on together; since lanes pause by themselves,
 *   pieces are not made smaller than this for the sake of the event loop
 * @returns {[number, number][]} [from, to) of each piece
 */
export declare function cut(tm: Pool, n: number, size: number, us: number, { full }?: {
    full?: number;
}): [number, number][];
/**
 * Runs jobs with at most concurrency + 2 in flight, or one at a time on the caller's thread: the workers are never
 * idle, and the memory for their copies is bounded. Where copying takes long, the event loop gets a turn between two
 * copies. After a failure no further job is started, and all started ones settle before the error is thrown.
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
 * @param {{ small?: boolean } & import("../pool/job.js").QueueOptions} [options]
 * @returns {Promise<Uint8Array[]>}
 */
export declare function submit(tm: Pool, task: Task, { small, ...options }?: {
    small?: boolean;
} & import("../pool/job.js").QueueOptions): Promise<Uint8Array[]>;
