import type { Task } from "./tasks.js";
export type QueueOptions = {
    /**
     * - rejects at once; what waits is not started, and a worker that stays busy with it is ended
     */
    signal?: AbortSignal;
    /**
     * - as the very first task of the pool it runs on the calling thread: it ends before a worker would have started
     */
    cold?: boolean;
    /**
     * - producers with different groups take turns
     */
    group?: unknown;
};
/**
 * @param {unknown} task
 * @param {unknown} transfers
 * @throws before anything is queued or detached
 */
export declare function checkTask(task: unknown, transfers: unknown): void;
/**
 * @param {string} where - "worker 3" or "in process"
 * @param {Task} task
 * @param {Error} cause - with the original stack
 */
export declare const taskError: (where: string, task: Task, cause: Error) => Error;
export declare class Job {
    task: Task;
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
    constructor(task: Task, transfers: Transferable[], { signal, group }: QueueOptions, onAborted: (job: Job) => void);
    finish(): void;
    /** @param {Uint8Array[]} out */
    resolve(out: Uint8Array[]): void;
    /** @param {unknown} error */
    reject(error: unknown): void;
}
