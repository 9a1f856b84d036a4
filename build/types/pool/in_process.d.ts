import { openExecutor } from "./open_executor.js";
import type { Init, Task } from "./tasks.js";
export declare class InProcess {
    init: () => Promise<Init>;
    /** @type {ReturnType<typeof openExecutor> | null} */
    executor: ReturnType<typeof openExecutor> | null;
    lastTurn: number;
    /** @param {() => Promise<Init>} init */
    constructor(init: () => Promise<Init>);
    /** Without a clock every task is followed by a turn of the event loop. */
    breathe(): Promise<void>;
    /** Opened at the first task, and again after a failure. */
    ready(): Promise<Readonly<{
        run: (task: Task) => import("./executor.js").Result;
    }>>;
    /**
     * @param {Task} task
     * @returns {Promise<Uint8Array[]>}
     */
    run(task: Task): Promise<Uint8Array[]>;
    /** Gives the memory back. */
    close(): void;
}
