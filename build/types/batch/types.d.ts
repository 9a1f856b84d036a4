/**
 * Shapes of the batch room. Types only; no code runs here.
 * @module batch/types
 */
export type BigBuffer = import("../util/bigbuffer.js").BigBuffer;
export type Bytes = Uint8Array | BigBuffer;
export type Task = import("../pool/tasks.js").Task;
export type Pool = {
    queueAction: (task: Task, transfers?: Transferable[], options?: {
        signal?: AbortSignal;
        group?: unknown;
        cold?: boolean;
    }) => Promise<Uint8Array[]>;
    concurrency: number;
    instance: {
        exports: WebAssembly.Exports;
    };
    memory: WebAssembly.Memory;
    singleThread: boolean;
    /**
     * - workers were refused: tasks run on the caller's thread
     */
    inProcess?: boolean;
    /**
     * - nothing was asked of the workers so far
     */
    cold?: boolean;
};
export type Logger = {
    debug?: (text: string) => void;
    error?: (text: string) => void;
} | null | undefined;
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
