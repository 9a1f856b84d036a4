import type { Task } from "./tasks.js";
import type { Together } from "./calls.js";
import type { Arena } from "../runtime/memory.js";
export type Rest = Generator<number | void, void> | void;
export type Kernel = {
    /**
     * - takes numbers, and bytes where a task has bytes outside of the memory
     */
    run: (...args: any[]) => Rest;
    /**
     * - makes room for tables that outlive the task; called before the
     * task allocates anything
     */
    prepare?: (...args: number[]) => void;
    together?: Together;
    /**
     * - other kernels are given addresses alone
     */
    takesBytes?: boolean;
};
export type Kernels = {
    find: (call: {
        kernel?: import("./tasks.js").KernelKey;
        fnName?: string;
    }) => Kernel | undefined;
};
export type Result = {
    /**
     * - by the numbers in the GET commands; may be sparse
     */
    out: Uint8Array[];
    /**
     * - buffers of `out`, each once
     */
    transfers: ArrayBuffer[];
};
export type Run = {
    kernels: Kernels;
    arena: Arena;
    /**
     * - variable -> address
     */
    addresses: Map<number, number>;
    out: Uint8Array[];
};
/**
 * `run` does a whole task at once; `steps` does the same step by step, for a thread that does other work as well.
 * Between two steps nothing else may use this memory. Both say at every pause which fraction of the task is done;
 * each of its calls counts the same.
 * @param {WebAssembly.Memory} memory
 * @param {Kernels} kernels - of the instance that has this memory
 * @returns {Readonly<{ run: (task: Task, onFraction?: (fraction: number) => void) => Result, steps: (task: Task) =>
 *   Generator<number, Result> }>} the allocator is back where it was after every task, also after one that threw or
 *   was left
 */
export declare function createExecutor(memory: WebAssembly.Memory, kernels: Kernels): Readonly<{
    run: (task: Task, onFraction?: (fraction: number) => void) => Result;
    steps: (task: Task) => Generator<number, Result>;
}>;
