import { openExecutor } from "./open_executor.js";
import type { Init, Task } from "./tasks.js";
export declare class InProcess {
    init: () => Promise<Init>;
    /** @type {ReturnType<typeof openExecutor> | null} */
    executor: ReturnType<typeof openExecutor> | null;
    lastTurn: number;
    steps: number;
    closed: boolean;
    /** Tasks wait for one another: they share a memory. @type {Promise<unknown>} */
    tail: Promise<unknown>;
    /** @param {() => Promise<Init>} init */
    constructor(init: () => Promise<Init>);
    /** Is it time for others? Without a clock, after every few steps. */
    get due(): boolean;
    breathe(): Promise<void>;
    /** Opened at the first task, and again after a failure. */
    ready(): Promise<Readonly<{
        run: (task: Task) => import("./executor.js").Result;
        steps: (task: Task) => Generator<void, import("./executor.js").Result>;
    }>>;
    /**
     * @param {Task} task
     * @param {() => boolean} [unwanted] - asked between steps: nobody waits for the result any more
     * @returns {Promise<Uint8Array[]>}
     */
    run(task: Task, unwanted?: () => boolean): Promise<Uint8Array[]>;
    /** @param {Task} task @param {() => boolean} unwanted */
    finish(task: Task, unwanted: () => boolean): Promise<Uint8Array<ArrayBufferLike>[]>;
    /** For ever: gives the memory back, and refuses what still runs at its next step. */
    close(): void;
}
