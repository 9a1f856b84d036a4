/**
 * Runs tasks on the calling thread: where there are no workers, where they
 * were refused, or where the caller wants it so. Returns to the event loop
 * between tasks, and between the steps of a long one.
 * @module pool/in_process
 */
import { createPace } from "../util/pace.js";
import { packCalls } from "./calls.js";
import { isTrap, openExecutor } from "./open_executor.js";
import { atTimes } from "./reports.js";

/** @import { OpenKernels } from "./open_executor.js" */
/** @import { Init, Task } from "./tasks.js" */

/** Milliseconds of work after which timers, I/O and the page get a turn: one frame. */
const FRAME = 16;
/**
 * The same while workers run as well: each waits for its next task until this thread has a turn.
 * With 16 ms, a worker would idle for a fifth of a proof of 2^12.
 */
const HELPING = 4;
/** Steps between two pauses on hosts without a clock; a step takes a few ms. */
const STEPS = 4;

const ENDED = "ThreadManager terminated while a task was in flight";

const paceOf = (/** @type {number} */ ms) => createPace(ms, { since: -Infinity, steps: STEPS });

export class InProcess {
    /** @param {() => Promise<Init>} init @param {OpenKernels} openKernels */
    constructor(init, openKernels) {
        this.init = init;
        this.openKernels = openKernels;
        /** @type {ReturnType<typeof openExecutor> | null} */
        this.executor = null;
        this.pace = paceOf(FRAME);
        this.closed = false;
        /** Tasks wait for one another: they share a memory. @type {Promise<unknown>} */
        this.tail = Promise.resolve();
    }

    /** Opened at the first task, and again after a failure. */
    async ready() {
        this.executor ??= this.init().then((init) => openExecutor(init, this.openKernels));
        try {
            return await this.executor;
        } catch (error) {
            this.executor = null;
            throw error;
        }
    }

    /**
     * @param {Task} task
     * @param {() => boolean} [unwanted] - asked between steps: true when the result is no longer
     *   wanted
     * @param {(fraction: number) => void} [onFraction] - called from time to time with the fraction
     *   that is done
     * @returns {Promise<Uint8Array[]>}
     */
    run(task, unwanted = () => false, onFraction) {
        const result = this.tail.then(() => this.finish(task, unwanted, atTimes(onFraction)));
        this.tail = result.catch(() => {});
        return result;
    }

    /**
     * @param {Task} task
     * @param {() => boolean} unwanted
     * @param {(fraction: number) => void} [onFraction]
     */
    async finish(task, unwanted, onFraction) {
        if (this.pace.due) await this.pace.turn();
        if (this.closed) throw new Error(ENDED);
        const executor = await this.ready();
        const steps = executor.steps(packCalls(task));
        try {
            for (;;) {
                if (this.closed) throw new Error(ENDED);
                const step = steps.next();
                if (step.done) return step.value.out;
                onFraction?.(step.value);
                if (this.pace.due) await this.pace.turn();
                if (unwanted()) return [];
            }
        } catch (error) {
            if (isTrap(error)) this.executor = null;
            throw error;
        } finally {
            // any: not read; releases what it had allocated
            steps.return(/** @type {any} */ (undefined));
        }
    }

    /**
     * Clears what tasks have left in memory, once the running task has ended.
     * @returns {Promise<void>} settles when it is done; a task whose result is no longer wanted
     *   ends at its next step
     */
    wipe() {
        const wiped = this.tail.then(async () => (await this.executor)?.wipe()).catch(() => {});
        this.tail = wiped;
        return wiped;
    }

    /**
     * Tells it whether workers run too. When they stop, it clears and releases its memory after the
     * running task.
     * @param {boolean} on
     */
    help(on) {
        this.pace = paceOf(on ? HELPING : FRAME);
        if (on) return;
        void this.wipe();
        this.tail = this.tail.then(() => { this.executor = null; });
    }

    /** Closes it for good: releases the memory, and stops what still runs at its next step. */
    close() {
        this.closed = true;
        this.executor = null;
    }
}
