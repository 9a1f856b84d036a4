/**
 * Shapes of the batch room. Types only; no code runs here.
 * @module batch/types
 */

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
 * @property {(name: string, code: string) => WebAssembly.Module | Uint8Array} codeOf - of a module
 *   that tasks link
 * @property {number} concurrency
 * @property {boolean} singleThread
 * @property {string} [tier] - of its lanes
 * @property {boolean} [inProcess] - workers were refused: tasks run on the caller's thread
 * @property {boolean} [cold] - no task was queued so far
 * @property {import("../pool/shared_memory.js").SharedMemory} [shared] - memory that its workers
 *   share with this thread
 * @property {(watcher: (thread: number, task: string) => () => void) => () => void} [watch] - tells
 *   of each task that is queued from now on, when a thread takes it and when it has ended
 */

/**
 * A caller's logger; of these methods, those that it has are called.
 * @typedef {{ debug?: (text: string) => void, error?: (text: string) => void } | null | undefined}
 *   Logger
 */

export {};
