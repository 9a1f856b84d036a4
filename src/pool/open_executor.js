/**
 * Opens an executor from an INIT command: memory, base module, lanes. Used by
 * workers and by the in-process mode, each with a memory of its own, so that
 * no task meets what the caller keeps on the main instance.
 * @module pool/open_executor
 */
import { compile, instantiate } from "../runtime/instance.js";
import { linkLanes } from "../runtime/link.js";
import { createMemory } from "../runtime/memory.js";
import { createExecutor } from "./executor.js";

/** @import { Init } from "./tasks.js" */

/** @param {Init} init */
export async function openExecutor({ init, code, lanes }) {
    const memory = createMemory(init);
    const [module, ...laneModules] = await Promise.all([code, ...lanes.map((lane) => lane.module)].map(compile));
    const { exports } = await instantiate(module, memory);
    const functions = await linkLanes(exports, memory, lanes.map((lane, i) => ({ ...lane, module: laneModules[i] })));
    return createExecutor({ exports, memory, functions });
}

/**
 * After a trap nothing is known about the static memory of an instance.
 * @param {any} error - by name, because it may come from another realm
 */
export const isTrap = (error) => error?.name === "RuntimeError";
