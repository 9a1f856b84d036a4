import type { QueueOptions } from "./job.js";
import type { OpenKernels } from "./open_executor.js";
import type { Task } from "./tasks.js";
import type { WorkerPool } from "./worker_pool.js";
export type Layout = {
    readonly [name in "pq" | "pr" | "pG1gen" | "pG1zero" | "pG2gen" | "pG2zero" | "pOneT"]: number;
};
export type Parts = {
    pool: WorkerPool;
    memory: WebAssembly.Memory;
    instance: {
        exports: WebAssembly.Exports;
    };
    openKernels: OpenKernels;
    layout: Layout;
    singleThread: boolean;
    /**
     * - at least 1
     */
    concurrency: number;
    /**
     * - of the lane kernels that are linked with the base module
     */
    tier?: string;
};
/** @import { Arena } from "../runtime/memory.js" */
/** @import { QueueOptions } from "./job.js" */
/** @import { OpenKernels } from "./open_executor.js" */
/** @import { Task } from "./tasks.js" */
/** @import { WorkerPool } from "./worker_pool.js" */
/**
 * Addresses of constants in the base module.
 * @typedef {{ readonly [name in "pq" | "pr" | "pG1gen" | "pG1zero" | "pG2gen" | "pG2zero" | "pOneT"]: number }} Layout
 */
/**
 * @typedef {object} Parts
 * @property {WorkerPool} pool
 * @property {WebAssembly.Memory} memory
 * @property {{ exports: WebAssembly.Exports }} instance
 * @property {OpenKernels} openKernels
 * @property {Layout} layout
 * @property {boolean} singleThread
 * @property {number} concurrency - at least 1
 * @property {string} [tier] - of the lane kernels that are linked with the base module
 */
export declare class ThreadManager {
    #private;
    memory: WebAssembly.Memory;
    instance: {
        exports: WebAssembly.Exports;
    };
    singleThread: boolean;
    concurrency: number;
    /** The tier of the lane kernels that are linked with the base module. */
    tier: string | undefined;
    protocol: string;
    oldPFree: number;
    initalPFree: number;
    pq: number;
    pr: number;
    pG1gen: number;
    pG1zero: number;
    pG2gen: number;
    pG2zero: number;
    pOneT: number;
    /** @param {Parts} parts */
    constructor({ pool, memory, instance, openKernels, layout, singleThread, concurrency, tier }: Parts);
    /** Memory that this thread and the workers have in common, to borrow. */
    get shared(): import("./shared_memory.js").SharedMemory;
    /** Whether no worker was needed so far: a first small task is done before a worker would have started. */
    get cold(): boolean;
    /** The main memory, valid until it grows. */
    get u8(): Uint8Array<ArrayBufferLike>;
    get u32(): Uint32Array<ArrayBufferLike>;
    /** The workers' slots; null where there is no worker. */
    get pool(): (import("./slot.js").WorkerSlot | null)[];
    get workers(): (import("../util/host_types.js").WorkerHandle | null)[];
    get working(): boolean[];
    get pendingDeferreds(): (import("./job.js").Job | null)[];
    /** Whether tasks run on the calling thread, because the caller chose so or because workers were refused. */
    get inProcess(): boolean;
    /** What waits for a worker. */
    get actionQueue(): import("./job.js").Job[];
    /** @throws {Error} when another one is still open: they do not nest */
    startSyncOp(): void;
    /** Frees what was allocated since startSyncOp. */
    endSyncOp(): void;
    /**
     * @param {number} length
     * @returns {number} address in the main memory, which grows when needed
     */
    alloc(length: number): number;
    /** @param {Uint8Array} buff @returns {number} address of a copy */
    allocBuff(buff: Uint8Array): number;
    /** @param {number} pointer @param {number} length @returns {Uint8Array} a copy */
    getBuff(pointer: number, length: number): Uint8Array;
    /** @param {number} pointer @param {Uint8Array} buffer */
    setBuff(pointer: number, buffer: Uint8Array): void;
    /** Frees everything that was allocated since the start. */
    resetMemory(): void;
    /**
     * Runs a task at once on the main instance, which has no lanes.
     * @param {Task} task
     * @returns {Uint8Array[]}
     */
    runHere(task: Task): Uint8Array[];
    /**
     * Runs a task on the next free worker.
     * @param {Task} task
     * @param {Transferable[]} [transfers] - buffers that are transferred to the worker, and so detached here
     * @param {QueueOptions} [options]
     * @returns {Promise<Uint8Array[]>} what its GET commands copied out
     */
    queueAction(task: Task, transfers?: Transferable[], options?: QueueOptions): Promise<Uint8Array[]>;
    /**
     * Gives a task to one worker, which must be idle.
     * @param {number} worker - index in `pool`
     * @param {Task} task
     * @param {Transferable[]} [transfers]
     * @returns {Promise<Uint8Array[]>}
     */
    postAction(worker: number, task: Task, transfers?: Transferable[]): Promise<Uint8Array[]>;
    /** Gives waiting tasks to idle workers; the pool also does so by itself. */
    processWorks(): void;
    /**
     * Lets the calling thread take tasks in the place of one worker, as long as `on` is true: for work that is done
     * before another worker would have paid for its start. Without effect once there are workers.
     * @param {boolean} on
     */
    help(on: boolean): void;
    /** Starts the workers now, for work that will come soon. */
    warm(): void;
    /**
     * Marks the end of the places for operands on the main instance: `wipe` clears what is allocated by now, and keeps
     * what is allocated later.
     */
    seal(): void;
    /**
     * Clears what operations and tasks have left in memory: on the main instance now, in workers after the task in
     * flight. No task that is queued afterwards can see operands, scalars or sums of earlier ones.
     * @returns {Promise<void>} settles when also what tasks on this thread have left is cleared
     */
    wipe(): Promise<void>;
    /** Ends all workers and rejects what runs or waits. May be called more than once. @returns {Promise<void>} */
    terminate(): Promise<void>;
}
