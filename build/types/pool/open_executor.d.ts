import type { Kernels } from "./executor.js";
import type { Linked } from "../runtime/link.js";
import type { Init } from "./tasks.js";
export type OpenKernels = (exports: WebAssembly.Exports, memory: WebAssembly.Memory, linked?: readonly Linked[]) => Kernels;
/** @import { Kernels } from "./executor.js" */
/** @import { Linked } from "../runtime/link.js" */
/** @import { Init } from "./tasks.js" */
/**
 * What a base module and its lanes can run.
 * @typedef {(exports: WebAssembly.Exports, memory: WebAssembly.Memory, linked?: readonly Linked[]) => Kernels}
 *   OpenKernels
 */
/**
 * An executor. `wipe` clears what its tasks have left in memory; call it between two tasks.
 * @param {Init} init
 * @param {OpenKernels} openKernels
 */
export declare function openExecutor({ init, code, lanes }: Init, openKernels: OpenKernels): Promise<Readonly<{
    run: (task: import("./tasks.js").Task, onFraction?: (fraction: number) => void) => import("./executor.js").Result;
    steps: (task: import("./tasks.js").Task) => Generator<number, import("./executor.js").Result>;
    wipe: () => void;
}>>;
/**
 * After a trap nothing is known about the static memory of an instance. A stack overflow in the middle of a kernel
 * counts as a trap.
 * @param {any} error - told by its name, because it may come from another realm; Firefox has its own class for the
 *   stack
 */
export declare const isTrap: (error: any) => boolean;
