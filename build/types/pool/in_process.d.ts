import { openExecutor } from "./open_executor.js";
import type { OpenKernels } from "./open_executor.js";
import type { Init, Task } from "./tasks.js";
export declare class InProcess {
    init: () => Promise<Init>;
    openKernels: OpenKernels;
    /** @type {ReturnType<typeof openExecutor> | null} */
    executor: ReturnType<typeof openExecutor> | null;
    pace: {
        readonly due: boolean;
        turn(): Promise<void>;
    };
    closed: boolean;
    /** Tasks wait for one another: they share a memory. @type {Promise<unknown>} */
    tail: Promise<unknown>;
    /** @param {() => Promise<Init>} init @param {OpenKernels} openKernels */
    constructor(init: () => Promise<Init>, openKernels: OpenKernels);
    /** Opened at the first task, and again after a failure. */
    ready(): Promise<Readonly<{
        run: (task: Task, onFraction?: (fraction: number) => void) => import("./executor.js").Result;
        steps: (task: Task) => Generator<number, import("./executor.js").Result>;
        wipe: () => void;
    }>>;
    /**
     * @param {Task} task
     * @param {() => boolean} [unwanted] - asked between steps: true when nobody waits for the result any more
     * @param {(fraction: number) => void} [onFraction] - called from time to time with the fraction that is done
     * @returns {Promise<Uint8Array[]>}
     */
    run(task: Task, unwanted?: () => boolean, onFraction?: (fraction: number) => void): Promise<Uint8Array[]>;
    /** @param {Task} task @param {() => boolean} unwanted @param {(fraction: number) => void} [onFraction] */
    finish(task: Task, unwanted: () => boolean, onFraction?: (fraction: number) => void): Promise<Uint8Array<ArrayBufferLike>[]>;
    /**
     * Clears what tasks have left in memory, once the running task has ended.
     * @returns {Promise<void>} settles when it is done; a task that nobody waits for ends at its next step
     */
    wipe(): Promise<void>;
    /**
     * Workers run beside it, or no longer; then it gives its memory back, cleared, when the running task has ended.
     * @param {boolean} on
     */
    help(on: boolean): void;
    /** Closes it for good: releases the memory, and stops what still runs at its next step. */
    close(): void;
}
