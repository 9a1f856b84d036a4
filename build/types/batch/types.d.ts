/**
 * Shapes of the batch room. Types only; no code runs here.
 * @module batch/types
 */
export type BigBuffer = import("../util/bigbuffer.js").BigBuffer;
export type Bytes = Uint8Array | BigBuffer;
export type Task = import("../pool/tasks.js").Task;
export type Command = import("../pool/tasks.js").Command;
export type KernelKey = import("../pool/tasks.js").KernelKey;
export type QueueOptions = import("../pool/job.js").QueueOptions;
export type Pool = {
    queueAction: (task: Task, transfers?: Transferable[], options?: QueueOptions) => Promise<Uint8Array[]>;
    /**
     * - at once, on the main instance
     */
    runHere: (task: Task) => Uint8Array[];
    concurrency: number;
    singleThread: boolean;
    /**
     * - workers were refused: tasks run on the caller's thread
     */
    inProcess?: boolean;
    /**
     * - no task was queued so far
     */
    cold?: boolean;
    /**
     * - memory that its workers share with this thread
     */
    shared?: import("../pool/shared_memory.js").SharedMemory;
};
export type Logger = {
    debug?: (text: string) => void;
    error?: (text: string) => void;
} | null | undefined;
/** @typedef {import("../util/bigbuffer.js").BigBuffer} BigBuffer */
/**
 * The callers' bytes. They are never changed and never detached, unless the caller said `consume`.
 * @typedef {Uint8Array | BigBuffer} Bytes
 */
/** @typedef {import("../pool/tasks.js").Task} Task */
/** @typedef {import("../pool/tasks.js").Command} Command */
/** @typedef {import("../pool/tasks.js").KernelKey} KernelKey */
/** @typedef {import("../pool/job.js").QueueOptions} QueueOptions */
/**
 * The part of the thread manager that batches need.
 * @typedef {object} Pool
 * @property
 *   {(task: Task, transfers?: Transferable[], options?: QueueOptions) => Promise<Uint8Array[]>}
 *   queueAction
 * @property {(task: Task) => Uint8Array[]} runHere - at once, on the main instance
 * @property {number} concurrency
 * @property {boolean} singleThread
 * @property {boolean} [inProcess] - workers were refused: tasks run on the caller's thread
 * @property {boolean} [cold] - no task was queued so far
 * @property {import("../pool/shared_memory.js").SharedMemory} [shared] - memory that its workers share with this thread
 */
/**
 * A caller's logger; of these methods, those that it has are called.
 * @typedef {{ debug?: (text: string) => void, error?: (text: string) => void } | null | undefined} Logger
 */
export {};
