/**
 * `curve.tm`: the main instance with its memory, and the pool behind it. The
 * names of its methods are those of ffjavascript.
 * @module pool/thread_manager
 */
import { createArena, createWiper } from "../runtime/memory.js";
import { createExecutor } from "./executor.js";
import { PROTOCOL } from "./protocol.js";

/** @import { Arena } from "../runtime/memory.js" */
/** @import { QueueOptions } from "./job.js" */
/** @import { OpenKernels } from "./open_executor.js" */
/** @import { Task } from "./tasks.js" */
/** @import { WorkerPool } from "./worker_pool.js" */

/**
 * Addresses of constants in the base module.
 * @typedef {{ readonly [name in "pq" | "pr" | "pG1gen" | "pG1zero" | "pG2gen" | "pG2zero"
 *   | "pOneT"]: number }} Layout
 */

/**
 * Its exports are functions of numbers.
 * @typedef {{ exports: Record<string, (...args: number[]) => number> }} Instance
 */

/**
 * @typedef {object} Parts
 * @property {WorkerPool} pool
 * @property {WebAssembly.Memory} memory
 * @property {Instance} instance
 * @property {OpenKernels} openKernels
 * @property {Layout} layout
 * @property {boolean} singleThread
 * @property {number} concurrency - at least 1
 * @property {string} [tier] - of the lane kernels that are linked with the base module
 * @property {(name: string, code: string) => WebAssembly.Module | Uint8Array} codeOf - of a module
 *   that tasks link
 */

export class ThreadManager {
    /** @type {WorkerPool} */ #pool;
    /** @type {Arena} */ #arena;
    /** @type {ReturnType<typeof createExecutor> | undefined} */ #executor;
    /** @type {OpenKernels} */ #openKernels;
    /** @type {() => void} */ #wipeHere;
    /** @type {Parts["codeOf"]} */ #codeOf;

    /** @param {Parts} parts */
    constructor({ pool, memory, instance, openKernels, layout, singleThread, concurrency, tier, codeOf }) {
        this.#pool = pool;
        this.#arena = createArena(memory);
        this.#openKernels = openKernels;
        this.#codeOf = codeOf;
        this.memory = memory;
        this.instance = instance;
        this.singleThread = singleThread;
        this.concurrency = concurrency;
        /** The tier of the lane kernels that are linked with the base module. */
        this.tier = tier;
        this.protocol = PROTOCOL;
        this.oldPFree = 0;
        this.initalPFree = this.#arena.mark();
        this.#wipeHere = createWiper(memory);
        this.pq = layout.pq;
        this.pr = layout.pr;
        this.pG1gen = layout.pG1gen;
        this.pG1zero = layout.pG1zero;
        this.pG2gen = layout.pG2gen;
        this.pG2zero = layout.pG2zero;
        this.pOneT = layout.pOneT;
    }

    /** Memory that this thread and the workers have in common, to borrow. */
    get shared() { return this.#pool.shared; }

    /**
     * Whether no worker was needed so far: a first small task is done before a worker would have
     * started.
     */
    get cold() { return this.#pool.cold; }

    /** The main memory, valid until it grows. */
    get u8() { return this.#arena.u8(); }
    get u32() { return this.#arena.u32(); }

    /** The workers' slots; null where there is no worker. */
    get pool() { return this.#pool.slots; }
    get workers() { return this.#pool.slots.map((slot) => slot?.worker ?? null); }
    get working() { return this.#pool.slots.map((slot) => slot?.working ?? false); }
    get pendingDeferreds() { return this.#pool.slots.map((slot) => slot?.pendingDeferred ?? null); }
    /**
     * Whether tasks run on the calling thread, because the caller chose so or because workers were
     * refused.
     */
    get inProcess() { return this.#pool.local; }
    /** What waits for a worker. */
    get actionQueue() { return this.#pool.queue.toArray(); }

    /** @throws {Error} when another one is still open: they do not nest */
    startSyncOp() {
        if (this.oldPFree !== 0) throw new Error("Sync operation in progress");
        this.oldPFree = this.#arena.mark();
    }

    /** Frees what was allocated since startSyncOp. */
    endSyncOp() {
        if (this.oldPFree === 0) throw new Error("No sync operation in progress");
        this.#arena.release(this.oldPFree);
        this.oldPFree = 0;
    }

    /**
     * @param {number} length
     * @returns {number} address in the main memory, which grows when needed
     */
    alloc(length) {
        return this.#arena.alloc(length);
    }

    /** @param {Uint8Array} buff @returns {number} address of a copy */
    allocBuff(buff) {
        const pointer = this.alloc(buff.byteLength);
        this.setBuff(pointer, buff);
        return pointer;
    }

    /** @param {number} pointer @param {number} length @returns {Uint8Array} a copy */
    getBuff(pointer, length) {
        return this.u8.slice(pointer, pointer + length);
    }

    /** @param {number} pointer @param {Uint8Array} buffer */
    setBuff(pointer, buffer) {
        this.u8.set(buffer, pointer);
    }

    /** Frees everything that was allocated since the start. */
    resetMemory() {
        this.#arena.release(this.initalPFree);
    }

    /**
     * Runs a task at once on the main instance, which has no lanes.
     * @param {Task} task
     * @returns {Uint8Array[]}
     */
    runHere(task) {
        this.#executor ??= createExecutor(this.memory, this.#openKernels(this.instance.exports, this.memory));
        return this.#executor.run(task).out;
    }

    /**
     * Runs a task on the next free worker.
     * @param {Task} task
     * @param {Transferable[]} [transfers] - buffers that are transferred to the worker, and so
     *   detached here
     * @param {QueueOptions} [options]
     * @returns {Promise<Uint8Array[]>} what its GET commands copied out
     */
    queueAction(task, transfers, options) {
        return this.#pool.submit(task, transfers, options);
    }

    /**
     * Gives a task to one worker, which must be idle.
     * @param {number} worker - index in `pool`
     * @param {Task} task
     * @param {Transferable[]} [transfers]
     * @returns {Promise<Uint8Array[]>}
     */
    postAction(worker, task, transfers) {
        return this.#pool.submitTo(worker, task, transfers);
    }

    /**
     * What a LINK command needs of a module that only some tasks use.
     * @param {string} name - of its artifact
     * @param {string} code - packed
     * @returns {WebAssembly.Module | Uint8Array} the caller's own, by that name in `modules`, or
     *   its bytes
     */
    codeOf(name, code) {
        return this.#codeOf(name, code);
    }

    /** Gives waiting tasks to idle workers; the pool also does so by itself. */
    processWorks() {
        this.#pool.process();
    }

    /**
     * Lets the calling thread take tasks instead of one worker, as long as `on` is true: for work
     * that is done before another worker would have paid for its start. Without effect once there
     * are workers.
     * @param {boolean} on
     */
    help(on) {
        this.#pool.help(on);
    }

    /**
     * Tells of each task that is queued from now on, when a thread takes it and when it has ended.
     * @param {import("./job.js").TaskWatcher} watcher
     * @returns {() => void} ends that
     */
    watch(watcher) {
        const { watchers } = this.#pool;
        watchers.add(watcher);
        return () => { watchers.delete(watcher); };
    }

    /** Starts the workers now, for work that will come soon. */
    warm() {
        this.#pool.warm();
    }

    /**
     * Lets workers stay however long they have nothing to do: for work that comes at any time, and
     * must not wait for them to start.
     * @returns {() => void} ends that; may be called more than once
     */
    stay() {
        return this.#pool.stay();
    }

    /**
     * Marks the end of the places for operands on the main instance: `wipe` clears what is
     * allocated by now, and keeps what is allocated later.
     */
    seal() {
        this.#wipeHere = createWiper(this.memory);
    }

    /**
     * Clears what operations and tasks have left in memory: on the main instance now, in workers
     * after the task in flight. No task that is queued afterwards can see operands, scalars or sums
     * of earlier ones.
     * @returns {Promise<void>} settles when also what tasks on this thread have left is cleared
     */
    wipe() {
        this.#wipeHere();
        return this.#pool.wipe();
    }

    /**
     * Ends all workers and rejects what runs or waits. May be called more than once.
     * @returns {Promise<void>}
     */
    terminate() {
        return this.#pool.terminate();
    }
}
