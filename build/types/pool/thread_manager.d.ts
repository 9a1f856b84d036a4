import type { QueueOptions } from "./job.js";
import type { Task } from "./tasks.js";
import type { WorkerPool } from "./worker_pool.js";
export type Layout = {
    readonly [name in "pq" | "pr" | "pG1gen" | "pG1zero" | "pG2gen" | "pG2zero" | "pOneT"]: number;
};
export type Parts = {
    pool: WorkerPool;
    memory: WebAssembly.Memory;
    instance: WebAssembly.Instance;
    layout: Layout;
    singleThread: boolean;
    /**
     * - at least 1
     */
    concurrency: number;
    /**
     * - of the lane kernels beside the base module
     */
    tier?: string;
};
/** @import { Arena } from "../runtime/memory.js" */
/** @import { QueueOptions } from "./job.js" */
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
 * @property {WebAssembly.Instance} instance
 * @property {Layout} layout
 * @property {boolean} singleThread
 * @property {number} concurrency - at least 1
 * @property {string} [tier] - of the lane kernels beside the base module
 */
export declare class ThreadManager {
    #private;
    memory: WebAssembly.Memory;
    instance: WebAssembly.Instance;
    singleThread: boolean;
    concurrency: number;
    /** "fma", "simd" or "scalar": which lane kernels run beside the base module. */
    tier: string;
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
    constructor({ pool, memory, instance, layout, singleThread, concurrency, tier }: Parts);
    /** No worker was needed so far: a first small task is done before one has started. */
    get cold(): boolean;
    /** The main memory, valid until it grows. */
    get u8(): Uint8Array<ArrayBufferLike>;
    get u32(): Uint32Array<ArrayBufferLike>;
    /** Slots, or null where no worker is. */
    get pool(): (import("./slot.js").WorkerSlot | null)[];
    get workers(): (import("../util/host_types.js").WorkerHandle | null)[];
    get working(): boolean[];
    get pendingDeferreds(): (import("./job.js").Job | null)[];
    /** Do tasks run on the calling thread, by wish or because workers were refused? */
    get inProcess(): boolean;
    /** What waits for a worker. */
    get actionQueue(): import("./job.js").Job[];
    /** @throws {Error} when one is open: they do not nest */
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
     * Runs a task on the next free worker.
     * @param {Task} task
     * @param {Transferable[]} [transfers] - buffers that the worker may take; detached then
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
    /** Gives waiting tasks to idle workers; the pool does so by itself. */
    processWorks(): void;
    /** Starts the workers now, for work that will come soon. */
    warm(): void;
    /** Ends all workers; what runs or waits is rejected. May be called twice. @returns {Promise<void>} */
    terminate(): Promise<void>;
}
