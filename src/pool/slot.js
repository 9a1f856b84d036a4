/**
 * One place in the pool and the worker in it: how it starts, works and leaves.
 * What that means for the queue is the business of the pool.
 * @module pool/slot
 */
import { now, startTimer } from "../util/host.js";
import { checkTask, taskError } from "./job.js";
import { fromPlainError, INITIALIZED, TERMINATED, UNREADABLE, WANT_TO_TERMINATE } from "./protocol.js";
import { endsWorker, terminate } from "./tasks.js";

/** @import { Job } from "./job.js" */
/** @import { Way } from "./ways.js" */
/** @import { Init } from "./tasks.js" */
/** @import { Timer, WorkerHandle, WorkerHandlers } from "../util/host_types.js" */

/** A timer this late means that the calling thread was busy, and the answer may be waiting behind it. */
const LATE = 50;

/**
 * Milliseconds that a worker may go on with a task that was aborted. Most tasks end by themselves before; a new worker takes
 * about as long to start.
 */
const PATIENCE = 50;

/**
 * @typedef {object} SlotEvents
 * @property {(slot: WorkerSlot) => void} onFree - a task ended
 * @property {(slot: WorkerSlot) => void} onIdle - the worker asks to leave
 * @property {(slot: WorkerSlot) => void} onGone - the worker left or died; its task is already rejected
 */

/**
 * INIT with compiled modules, and with bytes for hosts that cannot post modules.
 * @typedef {object} Inits
 * @property {Init} compiled
 * @property {Init} portable
 */

export class WorkerSlot {
    /** @param {number} index @param {SlotEvents} events */
    constructor(index, events) {
        this.index = index;
        this.events = events;
        /** @type {WorkerHandle | null} */
        this.worker = null;
        this.initialized = false;
        this.initializing = false;
        this.working = false;
        /** @type {Job | null} */
        this.pendingDeferred = null;
        this.taskId = 0;
        this.closed = false;
        /** Does the process stay alive for this place? */
        this.held = true;
        /** @type {Timer | null} */
        this.timer = null;
        /** @type {{ resolve: () => void, reject: (error: Error) => void } | null} */
        this.boot = null;
    }

    /**
     * Settles when the worker has said that it is ready.
     * @param {Way} way
     * @param {Promise<Inits>} inits - the thread starts while modules are compiled
     * @throws {Error} when it cannot start, or does not answer in time
     */
    async start(way, inits) {
        this.initializing = true;
        /** @type {Promise<void>} */
        const ready = new Promise((resolve, reject) => { this.boot = { resolve, reject }; });
        this.watch(way.timeout);
        try {
            await Promise.race([ready, this.open(way, inits)]); // opening may throw, or never end
            await ready;
            this.initialized = true;
        } catch (error) {
            await this.close();
            throw error;
        } finally {
            this.timer?.cancel();
            this.timer = null;
            this.initializing = false;
            this.boot = null;
        }
    }

    /** @param {Way} way @param {Promise<Inits>} inits */
    async open(way, inits) {
        const worker = await way.open(this.handlers());
        this.worker = worker;
        if (!this.held) worker.unref();
        const ready = await inits;
        if (this.closed) await worker.terminate();
        else this.postInit(ready);
        if (!this.held) worker.unref();
    }

    /** @param {Inits} inits */
    postInit({ compiled, portable }) {
        try {
            this.worker?.postMessage({ id: 0, task: [compiled] });
        } catch { // a host that cannot clone a WebAssembly.Module
            this.worker?.postMessage({ id: 0, task: [portable] });
        }
    }

    /** @param {number} timeout - ms */
    watch(timeout) {
        const deadline = now() + timeout;
        this.timer = startTimer(timeout, () => {
            if (now() > deadline + LATE) this.watch(timeout);
            else this.boot?.reject(new Error(`worker: expected an answer within ${timeout} ms, got none`));
        });
        if (!this.held) this.timer.unref();
    }

    /** @returns {WorkerHandlers} */
    handlers() {
        return {
            onMessage: (data) => this.receive(data),
            onError: (error) => this.fail(error),
            onExit: (code) => this.fail(new Error(`worker: expected to go on, got exit with code ${code}`)),
        };
    }

    /** @param {any} data - a message of protocol.js, or of somebody else's worker */
    receive(data) {
        if (data?.status === INITIALIZED) this.boot?.resolve();
        else if (data?.status === WANT_TO_TERMINATE) this.events.onIdle(this);
        else if (data?.status === TERMINATED) this.fail(new Error("worker: expected to go on, got terminated"));
        else if (data?.error && this.boot) this.boot.reject(fromPlainError(data.error));
        else if (this.pendingDeferred && (data?.id === this.taskId || data?.id === UNREADABLE)) this.settle(data);
    }

    /** @param {{ out?: Uint8Array[], error?: unknown }} answer */
    settle({ out, error }) {
        const job = this.finish();
        if (job && error !== undefined) job.reject(taskError(`worker ${this.index}`, job.task, fromPlainError(error)));
        else job?.resolve(out ?? []);
        if (job && endsWorker(job.task)) this.fail(new Error("worker: terminated by its task"));
        else this.events.onFree(this);
    }

    /** The worker is lost. @param {Error} error */
    fail(error) {
        if (this.boot) {
            this.boot.reject(error);
            return;
        }
        this.abandon(error);
        void this.close();
        this.events.onGone(this);
    }

    /** Rejects the task in flight. @param {Error} error */
    abandon(error) {
        const job = this.finish();
        if (job) job.reject(taskError(`worker ${this.index}`, job.task, error));
    }

    /** @returns {Job | null} the task that was in flight */
    finish() {
        const job = this.pendingDeferred;
        this.pendingDeferred = null;
        this.working = false;
        this.timer?.cancel();
        this.timer = null;
        return job;
    }

    /** The task in flight was aborted: a worker that goes on with it makes room for another. */
    expectEnd() {
        this.timer ??= startTimer(PATIENCE, () => this.fail(new Error("worker: ended with the task that was aborted")));
    }

    get idle() {
        return this.initialized && !this.working && !this.closed;
    }

    /**
     * @param {Job} job
     * @returns {boolean} false when the host refused to post it; the job is rejected then
     */
    dispatch(job) {
        try {
            checkTask(job.task, job.transfers); // again: another task may have taken a buffer meanwhile
            this.worker?.postMessage({ id: ++this.taskId, task: job.task }, job.transfers);
        } catch (error) {
            job.reject(taskError(`worker ${this.index}`, job.task, /** @type {Error} */ (error)));
            return false;
        }
        this.pendingDeferred = job;
        this.working = true;
        this.hold();
        return true;
    }

    /** The program does not end while this place is at work, or is waited for. */
    hold() {
        this.held = true;
        this.worker?.ref();
        this.timer?.ref();
    }

    /** The program may end. */
    rest() {
        this.held = false;
        this.worker?.unref();
        this.timer?.unref();
    }

    /** Says goodbye and ends the thread. */
    async leave() {
        this.worker?.postMessage({ id: ++this.taskId, task: [terminate()] });
        await this.close();
    }

    async close() {
        this.closed = true;
        this.boot?.reject(new Error("worker: expected to start, got terminated"));
        await this.worker?.terminate();
    }
}
