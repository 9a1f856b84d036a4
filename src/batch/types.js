/**
 * Shapes of the batch room. Types only; no code runs here.
 * @module batch/types
 */

/** @typedef {import("../util/bigbuffer.js").BigBuffer} BigBuffer */

/**
 * Bytes as callers hold them. Never changed, never detached, unless they said `consume`.
 * @typedef {Uint8Array | BigBuffer} Bytes
 */

/** @typedef {import("../pool/tasks.js").Task} Task */

/**
 * The part of the thread manager that batches need.
 * @typedef {object} Pool
 * @property {(task: Task, transfers?: Transferable[], options?: { signal?: AbortSignal, group?: unknown, cold?: boolean }) => Promise<Uint8Array[]>} queueAction
 * @property {number} concurrency
 * @property {{ exports: WebAssembly.Exports }} instance
 * @property {WebAssembly.Memory} memory
 * @property {boolean} singleThread
 * @property {boolean} [inProcess] - workers were refused: tasks run on the caller's thread
 * @property {boolean} [cold] - nothing was asked of the workers so far
 */

/**
 * Loggers of callers: whatever of these it has is called.
 * @typedef {{ debug?: (text: string) => void, error?: (text: string) => void } | null | undefined} Logger
 */

export {};
