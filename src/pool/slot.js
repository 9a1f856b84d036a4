/**
 * One place in the pool and the worker in it: how the worker starts, works and
 * ends. The pool decides what that means for the queue.
 * @module pool/slot
 */
import { now, startTimer } from "../util/host.js";
import { PATIENT } from "../util/worker_ways.js";
import { packCalls } from "./calls.js";
import { checkTask, LOST_WORKER, taskError } from "./job.js";
import { fromPlainError, INITIALIZED, STARTED, TERMINATED, UNREADABLE, WANT_TO_TERMINATE } from "./protocol.js";
import { endsWorker, terminate } from "./tasks.js";

/** @import { Job } from "./job.js" */
/** @import { Way } from "../util/worker_ways.js" */
/** @import { Init } from "./tasks.js" */
/** @import { Timer, WorkerHandle, WorkerHandlers } from "../util/host_types.js" */

/**
 * Milliseconds. A timer this late means that the calling thread was busy; the answer may already be
 * waiting.
 */
const LATE = 50;

/**
 * Milliseconds that a worker may go on with a task that was aborted. Most tasks end by themselves
 * before that, and a new worker takes about as long to start.
 */
const PATIENCE = 50;

/**
 * Milliseconds to wait for a thread to end. Most take one; the limit is for workers of the caller
 * that never report their end.
 */
const LAST_WORDS = 2000;

/**
 * @typedef {object} SlotEvents
 * @property {(slot: WorkerSlot) => void} onFree - a task ended
 * @property {(slot: WorkerSlot) => void} onIdle - the worker asks to end
 * @property {(slot: WorkerSlot) => void} onGone - the worker ended or died; its task is already
 *   rejected
 */

/**
 * The INIT command with compiled modules, and one with bytes for hosts that cannot post modules.
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
        this.started = false;
        this.initialized = false;
        this.initializing = false;
        this.working = false;
        /** Whether the worker has asked to end since its last task. */
        this.idleLong = false;
        /** @type {Job | null} */
        this.pendingDeferred = null;
        this.taskId = 0;
        this.closed = false;
        /** Whether the process stays alive for this place. */
        this.held = true;
        /** @type {Timer | null} */
        this.timer = null;
        /** @type {{ resolve: () => void, reject: (error: Error) => void } | null} */
        this.boot = null;
    }

    /**
     * Settles when the worker has said that it is ready.
     * @param {Way} way
     * @param {Promise<Inits>} inits - a promise, so that the thread starts while modules are still
     *   being compiled
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
        if (this.closed) await this.close(); // the slot was closed while the worker started
        if (!this.held) worker.unref();
        this.timer?.cancel(); // how long this thread compiles says nothing of the worker
        const ready = await inits;
        if (this.closed) return;
        this.postInit(ready);
        if (this.boot) this.watch(way.timeout);
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
        this.timer?.cancel();
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

    /**
     * The worker runs, so it may take its time to get ready; once, whatever a foreign worker says
     * again and again.
     */
    grantPatience() {
        if (!this.boot || this.started) return;
        this.started = true;
        this.watch(PATIENT);
    }

    /** @param {any} data - a message of protocol.js, or anything that a foreign worker sends */
    receive(data) {
        if (data?.status === STARTED) this.grantPatience();
        else if (data?.status === INITIALIZED) this.boot?.resolve();
        else if (data?.status === WANT_TO_TERMINATE) this.events.onIdle(this);
        else if (data?.status === TERMINATED) this.fail(new Error("worker: expected to go on, got terminated"));
        else if (data?.error && this.boot) this.boot.reject(fromPlainError(data.error));
        else if (this.pendingDeferred && (data?.id === this.taskId || data?.id === UNREADABLE)) {
            if (data.fraction === undefined) this.settle(data);
            else this.pendingDeferred.report(data.fraction);
        }
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
        if (this.closed) return; // it was ended on purpose
        this.abandon(error);
        void this.close();
        this.events.onGone(this);
    }

    /** Rejects the task in flight. @param {Error} error */
    abandon(error) {
        const job = this.finish();
        if (job) job.reject(taskError(`worker ${this.index}`, job.task, error, LOST_WORKER));
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

    /**
     * The task in flight was aborted: a worker that still goes on with it after a while is replaced
     * by another.
     */
    expectEnd() {
        this.timer ??= startTimer(PATIENCE, () => this.fail(new Error("worker: ended with the task that was aborted")));
    }

    get idle() {
        return this.initialized && !this.working && !this.closed;
    }

    /**
     * Rejects the job when the host refuses to post it. The job is in flight before that, because a
     * worker of the caller may fail while it is posted.
     * @param {Job} job
     */
    dispatch(job) {
        this.pendingDeferred = job;
        this.working = true;
        this.idleLong = false;
        job.begin(this.index + 1);
        try {
            // again, because another task may have taken a buffer since
            checkTask(job.task, job.transfers);
            const fractions = job.onFraction && { fractions: true };
            const message = { id: ++this.taskId, task: packCalls(job.task), ...fractions };
            this.worker?.postMessage(message, job.transfers);
            if (this.working) this.hold();
        } catch (error) {
            this.finish();
            job.reject(taskError(`worker ${this.index}`, job.task, /** @type {Error} */ (error)));
        }
    }

    /** Clears what tasks have left in the worker's memory, after the one in flight. */
    wipe() {
        try {
            if (this.initialized && !this.closed) this.worker?.postMessage({ id: 0, wipe: true });
        } catch (error) { // a worker that takes no messages is useless, and would keep what it has
            this.fail(/** @type {Error} */ (error));
        }
    }

    /** Keeps the program alive while this place is at work, or a task waits for it. */
    hold() {
        this.held = true;
        this.worker?.ref();
        this.timer?.ref();
    }

    /** Lets the program end. */
    rest() {
        this.held = false;
        this.worker?.unref();
        this.timer?.unref();
    }

    /** Tells the worker to terminate, and ends the thread. */
    async leave() {
        try {
            this.worker?.postMessage({ id: ++this.taskId, task: [terminate()] });
        } catch { /* then it is ended without notice */ }
        await this.close();
    }

    /**
     * Settles when the thread has ended, or after LAST_WORDS: the caller's own workers may never
     * end.
     */
    async close() {
        this.closed = true;
        this.boot?.reject(new Error("worker: expected to start, got terminated"));
        /** @type {Timer | undefined} */
        let timer;
        const late = new Promise((resolve) => { timer = startTimer(LAST_WORDS, () => resolve(undefined)); });
        await Promise.race([this.worker?.terminate(), late]).catch(() => {});
        timer?.cancel();
    }
}
