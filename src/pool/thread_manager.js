/**
 * `curve.tm`: the main instance with its memory, and the pool behind it. The
 * names are those that callers of ffjavascript know.
 * @module pool/thread_manager
 */
import { createArena } from "../runtime/memory.js";
import { PROTOCOL } from "./protocol.js";

/** @import { Arena } from "../runtime/memory.js" */
/** @import { QueueOptions } from "./job.js" */
/** @import { Task } from "./tasks.js" */
/** @import { WorkerPool } from "./worker_pool.js" */

/**
 * Addresses of constants in the base module.
 * @typedef {{ readonly [name in "pq" | "pr" | "pG1gen" | "pG1zero" | "pG2gen" | "pG2zero" | "pOneT"]: number }} Layout
 */

/**
 * @typedef {object} Parts
 * @property {WorkerPool} pool
 * @property {WebAssembly.Memory} memory
 * @property {WebAssembly.Instance} instance
 * @property {Layout} layout
 * @property {boolean} singleThread
 * @property {number} concurrency - at least 1
 * @property {string} [tier] - of the lane kernels beside the base module
 */

export class ThreadManager {
    /** @type {WorkerPool} */ #pool;
    /** @type {Arena} */ #arena;

    /** @param {Parts} parts */
    constructor({ pool, memory, instance, layout, singleThread, concurrency, tier = "scalar" }) {
        this.#pool = pool;
        this.#arena = createArena(memory);
        this.memory = memory;
        this.instance = instance;
        this.singleThread = singleThread;
        this.concurrency = concurrency;
        /** "fma", "simd" or "scalar": which lane kernels run beside the base module. */
        this.tier = tier;
        this.protocol = PROTOCOL;
        this.oldPFree = 0;
        this.initalPFree = this.#arena.mark();
        this.pq = layout.pq;
        this.pr = layout.pr;
        this.pG1gen = layout.pG1gen;
        this.pG1zero = layout.pG1zero;
        this.pG2gen = layout.pG2gen;
        this.pG2zero = layout.pG2zero;
        this.pOneT = layout.pOneT;
    }

    /** No worker was needed so far: a first small task is done before one has started. */
    get cold() { return this.#pool.cold; }

    /** The main memory, valid until it grows. */
    get u8() { return this.#arena.u8(); }
    get u32() { return this.#arena.u32(); }

    /** Slots, or null where no worker is. */
    get pool() { return this.#pool.slots; }
    get workers() { return this.#pool.slots.map((slot) => slot?.worker ?? null); }
    get working() { return this.#pool.slots.map((slot) => slot?.working ?? false); }
    get pendingDeferreds() { return this.#pool.slots.map((slot) => slot?.pendingDeferred ?? null); }
    /** Do tasks run on the calling thread, by wish or because workers were refused? */
    get inProcess() { return this.#pool.local; }
    /** What waits for a worker. */
    get actionQueue() { return this.#pool.queue.toArray(); }

    /** @throws {Error} when one is open: they do not nest */
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
     * Runs a task on the next free worker.
     * @param {Task} task
     * @param {Transferable[]} [transfers] - buffers that the worker may take; detached then
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

    /** Gives waiting tasks to idle workers; the pool does so by itself. */
    processWorks() {
        this.#pool.process();
    }

    /** Starts the workers now, for work that will come soon. */
    warm() {
        this.#pool.warm();
    }

    /** Ends all workers; what runs or waits is rejected. May be called twice. @returns {Promise<void>} */
    terminate() {
        return this.#pool.terminate();
    }
}
