import { ThreadManager } from "./thread_manager.js";
import type { Code } from "../runtime/instance.js";
import type { Lane } from "../runtime/link.js";
import type { Init } from "./tasks.js";
import type { WayOptions } from "../util/worker_ways.js";
import type { Logger } from "./worker_pool.js";
/** @import { Code } from "../runtime/instance.js" */
/** @import { Lane } from "../runtime/link.js" */
/** @import { Init } from "./tasks.js" */
/** @import { Inits } from "./slot.js" */
/** @import { WayOptions } from "../util/worker_ways.js" */
/** @import { Logger } from "./worker_pool.js" */
export { PROTOCOL } from "./protocol.js";
export type LaneCodes = Init["lanes"];
export type ManagerOptions = {
    /**
     * - the base module, compiled or not
     */
    module?: Code;
    /**
     * - the same under the name that artifacts use
     */
    code?: Code;
    /**
     * - addresses of constants in the base module
     */
    layout: import("./thread_manager.js").Layout;
    /**
     * - which of its kernels this thread runs
     */
    openKernels: import("./open_executor.js").OpenKernels;
    /**
     * - compiled at the first task, not before
     */
    lanes?: LaneCodes | (() => LaneCodes | Promise<LaneCodes>);
    /**
     * - modules that are linked before the lanes, and also to the main instance, which
     * has no lanes
     */
    beside?: readonly Lane[];
    /**
     * - of the lanes, for callers to read
     */
    tier?: string;
    singleThread?: boolean;
    /**
     * - workers at most; 0 is like singleThread; by default one per processor
     */
    threads?: number;
    logger?: Logger;
    /**
     * - ms of idleness after which a worker ends; Infinity means never
     */
    terminationTimeout?: number;
    /**
     * - the calling thread takes tasks in the place of one worker, until tm.help(false)
     */
    help?: boolean;
    /**
     * - work is certain to come, so threads start while the module is being compiled
     */
    warm?: boolean;
};
/**
 * @param {ManagerOptions & WayOptions} options
 * @returns {Promise<ThreadManager>}
 */
export declare function createThreadManager(options: ManagerOptions & WayOptions): Promise<ThreadManager>;
