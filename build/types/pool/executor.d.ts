import type { Task } from "./tasks.js";
import type { Arena } from "../runtime/memory.js";
export type Engine = {
    /**
     * - of the base module
     */
    exports: WebAssembly.Exports;
    memory: WebAssembly.Memory;
    /**
     * - of lane modules, by the name that CALL uses; they come first
     */
    functions?: Record<string, Function>;
};
export type Result = {
    /**
     * - may be sparse, as the GET commands numbered it
     */
    out: Uint8Array[];
    /**
     * - buffers of `out`, each once
     */
    transfers: ArrayBuffer[];
};
export type Run = {
    engine: Engine;
    arena: Arena;
    /**
     * - variable -> address
     */
    addresses: Map<number, number>;
    out: Uint8Array[];
};
/**
 * `run` does a task at once; `steps` does the same piece by piece, for a thread that others share: between two pieces
 * nothing else may use this memory.
 * @param {Engine} engine
 * @returns {Readonly<{ run: (task: Task) => Result, steps: (task: Task) => Generator<void, Result> }>} the allocator is back where it was after every task, also after one that threw or was left
 */
export declare function createExecutor({ exports, memory, functions }: Engine): Readonly<{
    run: (task: Task) => Result;
    steps: (task: Task) => Generator<void, Result>;
}>;
