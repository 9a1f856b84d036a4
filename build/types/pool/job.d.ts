import type { Task } from "./tasks.js";
export type QueueOptions = {
    /**
     * - on abort the task rejects at once; it is not started if it still waits, and a
     * worker that stays busy with it is terminated
     */
    signal?: AbortSignal;
    /**
     * - if it is the very first task of the pool, run it on the calling thread, because it is
     * done before a worker would have started
     */
    cold?: boolean;
    /**
     * - producers with different groups take turns
     */
    group?: unknown;
    /**
     * - comes before all waiting tasks that are not: much else waits for it
     */
    urgent?: boolean;
    /**
     * - called from time to time with the fraction of the task that is
     * done, in (0, 1]; it only grows
     */
    onFraction?: (fraction: number) => void;
};
/**
 * @param {unknown} task
 * @param {unknown} transfers
 * @throws {TypeError} before anything is queued or detached
 */
export declare function checkTask(task: unknown, transfers: unknown): void;
/** `code` of the error of a task whose worker could not start, died or was terminated. */
export declare const LOST_WORKER = "ERR_WORKER";
/**
 * Was memory refused? The code is our own, or Node's for a thread that ran out of heap.
 * @param {any} error
 */
export declare const isOutOfMemory: (error: any) => boolean;
/**
 * @param {string} where - "worker 3" or "in process"
 * @param {Task} task
 * @param {Error} cause - with the original stack
 * @param {string} [code] - used unless memory was refused, which has its own code
 */
export declare function taskError(where: string, task: Task, cause: Error, code?: string): Error;
export declare class Job {
    task: Task;
    onFraction: ((fraction: number) => void) | undefined;
    onAborted: (job: Job) => void;
    fraction: number;
    transfers: Transferable[];
    group: unknown;
    settled: boolean;
    /** @type {Promise<Uint8Array[]>} */
    promise: Promise<Uint8Array[]>;
    onResult: (value: Uint8Array<ArrayBufferLike>[] | PromiseLike<Uint8Array<ArrayBufferLike>[]>) => void;
    onFailure: (reason?: any) => void;
    unheard: () => void;
    /**
     * @param {Task} task
     * @param {Transferable[]} transfers
     * @param {QueueOptions} options
     * @param {(job: Job) => void} onAborted
     */
    constructor(task: Task, transfers: Transferable[], { signal, group, onFraction }: QueueOptions, onAborted: (job: Job) => void);
    /** What the listener throws ends the task. @param {unknown} fraction */
    report(fraction: unknown): void;
    finish(): void;
    /** @param {Uint8Array[]} out */
    resolve(out: Uint8Array[]): void;
    /** @param {unknown} error */
    reject(error: unknown): void;
}
