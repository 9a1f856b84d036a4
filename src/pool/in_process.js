/**
 * Runs tasks on the calling thread: where there are no workers, where they
 * were refused, or where the caller wants it so. Lets the event loop have its
 * turn between tasks, and between the steps of a long one.
 * @module pool/in_process
 */
import { now, yieldToEventLoop } from "../util/host.js";
import { isTrap, openExecutor } from "./open_executor.js";

/** @import { Init, Task } from "./tasks.js" */

/** ms of work after which timers, I/O and the page get a turn: one frame. */
const FRAME = 16;
/** Steps after which they get it where there is no clock; a step takes a few ms. */
const STEPS = 4;

const ENDED = "ThreadManager terminated while a task was in flight";

export class InProcess {
    /** @param {() => Promise<Init>} init */
    constructor(init) {
        this.init = init;
        /** @type {ReturnType<typeof openExecutor> | null} */
        this.executor = null;
        this.lastTurn = -Infinity;
        this.steps = 0;
        this.closed = false;
        /** Tasks wait for one another: they share a memory. @type {Promise<unknown>} */
        this.tail = Promise.resolve();
    }

    /** Is it time for others? Without a clock, after every few steps. */
    get due() {
        const passed = now() - this.lastTurn;
        return Number.isNaN(passed) ? ++this.steps % STEPS === 0 : passed >= FRAME;
    }

    async breathe() {
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
     * @param {() => boolean} [unwanted] - asked between steps: nobody waits for the result any more
     * @returns {Promise<Uint8Array[]>}
     */
    run(task, unwanted = () => false) {
        const result = this.tail.then(() => this.finish(task, unwanted));
        this.tail = result.catch(() => {});
        return result;
    }

    /** @param {Task} task @param {() => boolean} unwanted */
    async finish(task, unwanted) {
        if (this.due) await this.breathe();
        if (this.closed) throw new Error(ENDED);
        const executor = await this.ready(), steps = executor.steps(task);
        try {
            for (;;) {
                if (this.closed) throw new Error(ENDED);
                const step = steps.next();
                if (step.done) return step.value.out;
                if (this.due) await this.breathe();
                if (unwanted()) return [];
            }
        } catch (error) {
            if (isTrap(error)) this.executor = null;
            throw error;
        } finally {
            steps.return(/** @type {any} */ (undefined)); // gives back what it had allocated
        }
    }

    /** For ever: gives the memory back, and refuses what still runs at its next step. */
    close() {
        this.closed = true;
        this.executor = null;
    }
}
