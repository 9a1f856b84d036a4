/**
 * Opens an executor from an INIT command: memory, base module, lanes. Used by
 * workers and by the in-process mode. Each has its own memory, so that tasks
 * cannot touch what the caller keeps on the main instance.
 * @module pool/open_executor
 */
import { compile, instantiate } from "../runtime/instance.js";
import { linkLanes } from "../runtime/link.js";
import { createMemory, createWiper } from "../runtime/memory.js";
import { createExecutor } from "./executor.js";

/** @import { Kernels } from "./executor.js" */
/** @import { Linked } from "../runtime/link.js" */
/** @import { Init } from "./tasks.js" */

/**
 * What a base module and its lanes can run.
 * @typedef {(exports: WebAssembly.Exports, memory: WebAssembly.Memory, linked?: readonly Linked[])
 *   => Kernels} OpenKernels
 */

/**
 * An executor. `wipe` clears what its tasks have left in memory; call it between two tasks.
 * @param {Init} init
 * @param {OpenKernels} openKernels
 */
export async function openExecutor({ init, code, lanes }, openKernels) {
    const memory = createMemory(init);
    const [module, ...laneModules] = await Promise.all([code, ...lanes.map((lane) => lane.module)].map(compile));
    const { exports } = await instantiate(module, memory);
    const linked = await linkLanes(exports, memory, lanes.map((lane, i) => ({ ...lane, module: laneModules[i] })));
    const executor = createExecutor(memory, openKernels(exports, memory, linked));
    return Object.freeze({ ...executor, wipe: createWiper(memory) });
}

/**
 * After a trap nothing is known about the static memory of an instance. A stack overflow in the
 * middle of a kernel counts as a trap.
 * @param {any} error - told by its name, because it may come from another realm; Firefox has its
 *   own class for the stack
 */
export const isTrap = (error) =>
    ["RuntimeError", "InternalError"].includes(error?.name) || /call stack/i.test(error?.message);
