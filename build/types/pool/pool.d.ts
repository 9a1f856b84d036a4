import { ThreadManager } from "./thread_manager.js";
import type { Code } from "../runtime/instance.js";
import type { Init } from "./tasks.js";
import type { WayOptions } from "./ways.js";
import type { Logger } from "./worker_pool.js";
/** @import { Code } from "../runtime/instance.js" */
/** @import { Init } from "./tasks.js" */
/** @import { Inits } from "./slot.js" */
/** @import { WayOptions } from "./ways.js" */
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
     * - compiled at the first task, not before
     */
    lanes?: LaneCodes | (() => LaneCodes | Promise<LaneCodes>);
    /**
     * - of the lanes, for callers to read
     */
    tier?: string;
    singleThread?: boolean;
    /**
     * - workers at most; 0 is like singleThread; by default what the machine gives
     */
    threads?: number;
    logger?: Logger;
    /**
     * - ms of idleness after which a worker leaves; Infinity: never
     */
    terminationTimeout?: number;
    /**
     * - there will be work: threads start while the module is compiled
     */
    warm?: boolean;
};
/**
 * @param {ManagerOptions & WayOptions} options
 * @returns {Promise<ThreadManager>}
 */
export declare function createThreadManager(options: ManagerOptions & WayOptions): Promise<ThreadManager>;
