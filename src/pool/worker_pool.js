/**
 * The pool: a queue, places for workers, and what happens when a worker is
 * missing, dies or asks to end. Every task that is submitted settles.
 * @module pool/worker_pool
 */
import { InProcess } from "./in_process.js";
import { checkTask, isOutOfMemory, Job, taskError } from "./job.js";
import { UNREADABLE_ERROR } from "./protocol.js";
import { FairList } from "./fair_list.js";
import { SharedMemory } from "./shared_memory.js";
import { WorkerSlot } from "./slot.js";

/** @import { Task } from "./tasks.js" */
/** @import { Init } from "./tasks.js" */
/** @import { QueueOptions } from "./job.js" */
/** @import { OpenKernels } from "./open_executor.js" */
/** @import { Inits } from "./slot.js" */
/** @import { Way } from "../util/worker_ways.js" */

/** @typedef {{ warn?: (text: string) => void }} Logger */

/**
 * @typedef {object} PoolOptions
 * @property {number} concurrency - places for workers; 0 runs everything on the calling thread
 * @property {() => Promise<Inits>} inits - asked for at the first task
 * @property {OpenKernels} openKernels - for the calling thread
 * @property {Way[]} ways
 * @property {Logger} [logger]
 */

/** How many workers may fail to start in a row before the pool stops trying. */
const MAX_BOOT_FAILURES = 8;

export class WorkerPool {
    /** @param {PoolOptions} options */
    constructor({ concurrency, inits, openKernels, ways, logger }) {
        this.inits = inits;
        this.ways = ways;
        this.logger = logger;
        /** @type {FairList<Job>} */
        this.queue = new FairList();
        /** @type {(WorkerSlot | null)[]} */
        this.slots = new Array(concurrency).fill(null);
        /**
         * How many workers may run; less than there are places once a worker failed to start while
         * others ran.
         */
        this.limit = concurrency;
        this.way = 0;
        this.proven = false;
        /** Whether to post bytes, because this host cannot read compiled modules in a worker. */
        this.portable = false;
        this.bootFailures = 0;
        this.terminated = false;
        /** @type {Promise<void> | null} */
        this.ending = null;
        this.inProcess = new InProcess(async () => (await inits()).compiled, openKernels);
        this.shared = new SharedMemory();
        this.local = concurrency === 0 || ways.length === 0;
        /** Whether no task was submitted yet. */
        this.cold = !this.local;
        this.pumping = false;
        /**
         * Told of each task that is queued from now on.
         * @type {Set<import("./job.js").TaskWatcher>}
         */
        this.watchers = new Set();
        /** Whether the calling thread takes tasks too. */
        this.helping = false;
        /** How many callers want workers to stay however long they have nothing to do. */
        this.staying = 0;
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
        const job = new Job(task, transfers, options, (aborted) => this.drop(aborted), this.watchers);
        if (options.cold && this.cold) void this.runHere(job);
        else this.queue.push(job, options.group, options.urgent);
        this.cold = false;
        this.process();
        return job.promise;
    }

    /** Gives up a task whose result is no longer wanted. @param {Job} job */
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

    /** Gives tasks to free workers, and starts workers while tasks are left. */
    process() {
        if (this.local) {
            void this.pump();
            return;
        }
        for (const slot of this.slots) if (slot?.idle) this.feed(slot);
        if (this.helping) void this.pump();
        const booting = this.slots.filter((slot) => slot?.initializing).length;
        const free = this.limit - this.slots.filter(Boolean).length;
        for (let missing = Math.min(free, this.toStart() - booting); missing > 0; missing--) this.start();
        this.settle();
    }

    /** Starts workers before there is work, so that they are ready when it comes. */
    warm() {
        if (this.terminated || this.local) return;
        const most = this.proven || this.ways[this.way].sure ? this.limit : 1;
        while (this.slots.filter(Boolean).length < most) this.start();
        this.settle();
    }

    /**
     * Idle workers do not keep the program alive; starting ones do only while tasks wait for them.
     */
    settle() {
        for (const slot of this.slots) {
            if (!slot || slot.working) continue;
            if (slot.initializing && this.queue.length > 0) slot.hold();
            else slot.rest();
        }
    }

    /**
     * How many to start: one per waiting task, but only one while the host may still refuse this
     * way to start.
     */
    toStart() {
        return this.proven || this.ways[this.way].sure ? this.queue.length : Math.min(1, this.queue.length);
    }

    /**
     * The next job for a worker that can take one: a job may have been refused, or the worker lost
     * meanwhile.
     */
    take(/** @type {WorkerSlot} */ slot) {
        return slot.idle ? this.queue.shift() : undefined;
    }

    /** @param {WorkerSlot} slot */
    feed(slot) {
        for (let job = this.take(slot); job; job = this.take(slot)) slot.dispatch(job);
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
            inits.catch(() => {}); // start reports the error, unless the thread fails before
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
        if (this.slots.some(Boolean)) return;
        this.limit = this.slots.length - Number(this.helping);
        this.shared.drop();
    }

    /** @param {WorkerSlot} slot @param {number} way @param {Error} error */
    onBootFailure(slot, way, error) {
        this.vacate(slot);
        if (this.terminated) return;
        const running = this.slots.filter((other) => other?.initialized).length,
            others = this.slots.filter(Boolean).length;
        const last = this.ways.length - 1;
        if (error.name === UNREADABLE_ERROR && !this.portable)
            this.portable = true; // tries the same way once more
        else if (isOutOfMemory(error) && others > 0)
            this.limit = others; // one of those may have started in the meantime
        else if (isOutOfMemory(error))
            // this thread would need as much memory, and each refusal takes long
            this.refuse(error);
        else if (running > 0)
            this.limit = running; // the machine allows no more, so go on with these
        else if (!this.proven && way < last) this.way = Math.max(this.way, way + 1);
        else if (++this.bootFailures >= MAX_BOOT_FAILURES || (!this.proven && !this.ways[last].sure))
            this.stayLocal(error);
        this.process();
    }

    /** Rejects the tasks that wait; later ones are tried again. @param {Error} error */
    refuse(error) {
        for (const job of this.queue.clear()) job.reject(taskError("pool", job.task, error));
    }

    /**
     * Gives up starting workers: from now on tasks run on the calling thread.
     * @param {Error} error
     */
    stayLocal(error) {
        if (this.local) return;
        this.local = true;
        this.logger?.warn?.(`pool: expected to start workers, got "${error.message}"; tasks run on the calling thread`);
    }

    /**
     * Clears what tasks have left in all memories; no task that is queued from now on sees any of
     * it.
     * @returns {Promise<void>} settles when the memory of this thread is clear
     */
    wipe() {
        this.shared.wipe();
        for (const slot of this.slots) slot?.wipe();
        return this.inProcess.wipe();
    }

    /** @param {WorkerSlot} slot */
    onFree(slot) {
        if (!this.terminated) this.feed(slot);
    }

    /**
     * Lets workers stay however long they have nothing to do.
     * @returns {() => void} ends that; may be called more than once
     */
    stay() {
        let stays = true;
        this.staying++;
        return () => {
            if (!stays) return;
            stays = false;
            this.staying--;
            // it does not ask again
            for (const slot of this.slots) if (slot?.idleLong) this.onIdle(slot);
        };
    }

    /**
     * If a task was dispatched in the meantime, the worker stays, and asks again after it.
     * @param {WorkerSlot} slot
     */
    onIdle(slot) {
        if (!slot.idle || this.slots[slot.index] !== slot) return;
        slot.idleLong = true;
        if (this.staying > 0) return;
        this.vacate(slot);
        void slot.leave();
        this.process();
    }

    /** @param {WorkerSlot} slot */
    onGone(slot) {
        this.vacate(slot);
        this.process();
    }

    /**
     * Lets the calling thread take tasks instead of one worker, until the pool stops it. Only a
     * pool of several threads that has no worker yet does so; otherwise nothing changes.
     * @param {boolean} on
     */
    help(on) {
        const able = !this.local && this.limit > 1 && !this.slots.some(Boolean);
        if (on === this.helping || (on && !able)) return;
        this.helping = on;
        this.limit = this.slots.length - Number(on);
        this.inProcess.help(on);
        this.process();
    }

    /** Runs the waiting tasks on the calling thread, one after the other. */
    async pump() {
        if (this.pumping) return;
        this.pumping = true;
        const next = () => (this.local || this.helping ? this.queue.shift() : undefined);
        try {
            for (let job = next(); job; job = next()) await this.runHere(job);
        } finally {
            this.pumping = false;
        }
    }

    /** @param {Job} job */
    async runHere(job) {
        job.begin(0);
        try {
            const onFraction = job.onFraction && ((/** @type {number} */ fraction) => job.report(fraction));
            job.resolve(await this.inProcess.run(job.task, () => job.settled, onFraction));
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
        for (const job of this.queue.clear())
            job.reject(
                taskError("pool", job.task, new Error("ThreadManager terminated before the task was dispatched")),
            );
        for (const slot of slots) slot.abandon(new Error("ThreadManager terminated while a task was in flight"));
        this.inProcess.close();
        this.shared.close();
        await Promise.all(slots.map((slot) => slot.close()));
    }
}
