/**
 * Runs tasks on the calling thread: where there are no workers, where they
 * were refused, or where the caller wants it so. Lets the event loop have its
 * turn between tasks.
 * @module pool/in_process
 */
import { now, yieldToEventLoop } from "../util/host.js";
import { isTrap, openExecutor } from "./open_executor.js";

/** @import { Init, Task } from "./tasks.js" */

/** ms of work after which timers, I/O and the page get a turn: one frame. */
const FRAME = 16;

export class InProcess {
    /** @param {() => Promise<Init>} init */
    constructor(init) {
        this.init = init;
        /** @type {ReturnType<typeof openExecutor> | null} */
        this.executor = null;
        this.lastTurn = -Infinity;
    }

    /** Without a clock every task is followed by a turn of the event loop. */
    async breathe() {
        if (now() - this.lastTurn < FRAME) return;
        await yieldToEventLoop();
        this.lastTurn = now();
    }

    /** Opened at the first task, and again after a failure. */
    async ready() {
        this.executor ??= this.init().then(openExecutor);
        try {
            return await this.executor;
        } catch (error) {
            this.executor = null;
            throw error;
        }
    }

    /**
     * @param {Task} task
     * @returns {Promise<Uint8Array[]>}
     */
    async run(task) {
        const executor = await this.ready();
        try {
            return executor.run(task).out;
        } catch (error) {
            if (isTrap(error)) this.executor = null;
            throw error;
        }
    }

    /** Gives the memory back. */
    close() {
        this.executor = null;
    }
}
