import type { Init } from "./tasks.js";
/** @import { Init } from "./tasks.js" */
/** @param {Init} init */
export declare function openExecutor({ init, code, lanes }: Init): Promise<Readonly<{
    run: (task: import("./tasks.js").Task) => import("./executor.js").Result;
    steps: (task: import("./tasks.js").Task) => Generator<void, import("./executor.js").Result>;
}>>;
/**
 * After a trap nothing is known about the static memory of an instance.
 * @param {any} error - by name, because it may come from another realm
 */
export declare const isTrap: (error: any) => boolean;
