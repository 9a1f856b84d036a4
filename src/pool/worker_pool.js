/**
 * The pool: a queue, places for workers, and what to do when one is missing,
 * dies or wants to leave. Every task that goes in settles.
 * @module pool/worker_pool
 */
import { InProcess } from "./in_process.js";
import { checkTask, Job, taskError } from "./job.js";
import { UNREADABLE_ERROR } from "./protocol.js";
import { FairQueue } from "./queue.js";
import { WorkerSlot } from "./slot.js";

/** @import { Task } from "./tasks.js" */
/** @import { Init } from "./tasks.js" */
/** @import { QueueOptions } from "./job.js" */
/** @import { Inits } from "./slot.js" */
/** @import { Way } from "./ways.js" */

/** @typedef {{ warn?: (text: string) => void }} Logger */

/**
 * @typedef {object} PoolOptions
 * @property {number} concurrency - places for workers; 0 runs everything on the calling thread
 * @property {() => Promise<Inits>} inits - asked for at the first task
 * @property {Way[]} ways
 * @property {Logger} [logger]
 */

/** Workers that fail to start in a row before the pool stops trying. */
const MAX_BOOT_FAILURES = 8;

export class WorkerPool {
    /** @param {PoolOptions} options */
    constructor({ concurrency, inits, ways, logger }) {
        this.inits = inits;
        this.ways = ways;
        this.logger = logger;
        /** @type {FairQueue<Job>} */
        this.queue = new FairQueue();
        /** @type {(WorkerSlot | null)[]} */
        this.slots = new Array(concurrency).fill(null);
        /** Workers that this machine gives; below the number of places after a failure beside running ones. */
        this.limit = concurrency;
        this.way = 0;
        this.proven = false;
        /** Post bytes: this host cannot read compiled modules in a worker. */
        this.portable = false;
        this.bootFailures = 0;
        this.terminated = false;
        /** @type {Promise<void> | null} */
        this.ending = null;
        this.inProcess = new InProcess(async () => (await inits()).compiled);
        this.local = concurrency === 0 || ways.length === 0;
        /** Nothing was asked for yet. */
        this.cold = !this.local;
        this.pumping = false;
        this.events = Object.freeze({
            onFree: (/** @type {WorkerSlot} */ slot) => this.onFree(slot),
            onIdle: (/** @type {WorkerSlot} */ slot) => this.onIdle(slot),
            onGone: (/** @type {WorkerSlot} */ slot) => this.onGone(slot),
        });
    }

    /**
     * @param {Task} task
     * @param {Transferable[]} [transfers] - detached when a worker takes the task
     * @param {QueueOptions} [options]
     * @returns {Promise<Uint8Array[]>}
     */
    async submit(task, transfers = [], options = {}) {
        if (this.terminated) throw new Error("queueAction: expected a running pool, got one that was terminated");
        checkTask(task, transfers);
        options.signal?.throwIfAborted();
        const job = new Job(task, transfers, options, (aborted) => this.drop(aborted));
        if (options.cold && this.cold) void this.runHere(job);
        else this.queue.push(job, options.group);
        this.cold = false;
        this.process();
        return job.promise;
    }

    /** Nobody waits for this task any more. @param {Job} job */
    drop(job) {
        if (!this.queue.remove(job)) this.slots.find((slot) => slot?.pendingDeferred === job)?.expectEnd();
        this.settle();
    }

    /**
     * @param {number} index
     * @param {Task} task
     * @param {Transferable[]} [transfers]
     * @returns {Promise<Uint8Array[]>}
     */
    async submitTo(index, task, transfers = []) {
        checkTask(task, transfers);
        const slot = this.slots[index];
        if (!slot?.idle) throw new Error(`postAction: expected an idle worker, got number ${index}`);
        const job = new Job(task, transfers, {}, () => {});
        slot.dispatch(job);
        return job.promise;
    }

    /** Gives work to who is free, and starts workers while work is left. */
    process() {
        if (this.terminated) return;
        if (this.local) {
            void this.pump();
            return;
        }
        for (const slot of this.slots) if (slot?.idle) this.feed(slot);
        const booting = this.slots.filter((slot) => slot?.initializing).length;
        const free = this.limit - this.slots.filter(Boolean).length;
        for (let missing = Math.min(free, this.toStart() - booting); missing > 0; missing--) this.start();
        this.settle();
    }

    /** Starts workers before there is work, where it is known to come: they are ready when it does. */
    warm() {
        if (this.terminated || this.local) return;
        const most = this.proven || this.ways[this.way].sure ? this.limit : 1;
        while (this.slots.filter(Boolean).length < most) this.start();
        this.settle();
    }

    /** Places that start hold the program only while work waits for them; so do idle ones. */
    settle() {
        for (const slot of this.slots) {
            if (!slot || slot.working) continue;
            if (slot.initializing && this.queue.length > 0) slot.hold();
            else slot.rest();
        }
    }

    /** One for each waiting task; but a way that may be refused is tried with one worker first. */
    toStart() {
        return this.proven || this.ways[this.way].sure ? this.queue.length : Math.min(1, this.queue.length);
    }

    /** @param {WorkerSlot} slot - idle */
    feed(slot) {
        for (let job = this.queue.shift(); job; job = this.queue.shift()) if (slot.dispatch(job)) break;
        this.settle();
    }

    start() {
        const index = this.slots.indexOf(null);
        const slot = new WorkerSlot(index, this.events);
        this.slots[index] = slot;
        void this.boot(slot, this.way);
    }

    /** @param {WorkerSlot} slot @param {number} way */
    async boot(slot, way) {
        slot.initializing = true;
        try {
            const inits = this.initsOf();
            inits.catch(() => {}); // told by start, unless the thread fails before
            await slot.start(this.ways[way], inits);
        } catch (error) {
            this.onBootFailure(slot, way, /** @type {Error} */ (error));
            return;
        }
        this.proven = true;
        this.bootFailures = 0;
        this.process();
    }

    async initsOf() {
        const { compiled, portable } = await this.inits();
        return this.portable ? { compiled: portable, portable } : { compiled, portable };
    }

    /** @param {WorkerSlot} slot */
    vacate(slot) {
        if (this.slots[slot.index] === slot) this.slots[slot.index] = null;
        if (!this.slots.some(Boolean)) this.limit = this.slots.length;
    }

    /** @param {WorkerSlot} slot @param {number} way @param {Error} error */
    onBootFailure(slot, way, error) {
        this.vacate(slot);
        if (this.terminated) return;
        const running = this.slots.filter((other) => other?.initialized).length;
        const last = this.ways.length - 1;
        if (error.name === UNREADABLE_ERROR && !this.portable) this.portable = true; // once more, the same way
        else if (running > 0) this.limit = running; // the machine gives no more: go on with these
        else if (!this.proven && way < last) this.way = Math.max(this.way, way + 1);
        else if (++this.bootFailures >= MAX_BOOT_FAILURES || (!this.proven && !this.ways[last].sure)) this.stayLocal(error);
        this.process();
    }

    /** Nobody waits for workers that do not come. @param {Error} error */
    stayLocal(error) {
        if (this.local) return;
        this.local = true;
        this.logger?.warn?.(`pool: expected to start workers, got "${error.message}"; tasks run on the calling thread`);
    }

    /** @param {WorkerSlot} slot */
    onFree(slot) {
        if (!this.terminated) this.feed(slot);
    }

    /** A task dispatched meanwhile is the veto: the worker asks again after it. @param {WorkerSlot} slot */
    onIdle(slot) {
        if (!slot.idle || this.slots[slot.index] !== slot) return;
        this.vacate(slot);
        void slot.leave();
        this.process();
    }

    /** @param {WorkerSlot} slot */
    onGone(slot) {
        this.vacate(slot);
        this.process();
    }

    /** Runs what waits on the calling thread, one task after the other. */
    async pump() {
        if (this.pumping) return;
        this.pumping = true;
        try {
            for (let job = this.queue.shift(); job; job = this.queue.shift()) await this.runHere(job);
        } finally {
            this.pumping = false;
        }
    }

    /** @param {Job} job */
    async runHere(job) {
        try {
            job.resolve(await this.inProcess.run(job.task, () => job.settled));
        } catch (error) {
            job.reject(taskError("in process", job.task, /** @type {Error} */ (error)));
        }
    }

    /**
     * Rejects what runs and what waits, and ends the threads.
     * @returns {Promise<void>} the same one every time
     */
    terminate() {
        this.ending ??= this.shutDown();
        return this.ending;
    }

    async shutDown() {
        this.terminated = true;
        const slots = this.slots.filter((slot) => slot !== null);
        this.slots.fill(null);
        for (const job of this.queue.clear()) job.reject(taskError("pool", job.task, new Error("ThreadManager terminated before the task was dispatched")));
        for (const slot of slots) slot.abandon(new Error("ThreadManager terminated while a task was in flight"));
        this.inProcess.close();
        await Promise.all(slots.map((slot) => slot.close()));
    }
}
