/**
 * A task on its way through the pool, and the promise that its caller holds.
 * @module pool/job
 */
import { onAbort } from "../util/signals.js";
import { isDetached } from "../util/bytes.js";
import { OUT_OF_MEMORY } from "../util/out_of_memory.js";
import { describeTask } from "./tasks.js";

/** @import { Task } from "./tasks.js" */

/**
 * @typedef {object} QueueOptions
 * @property {AbortSignal} [signal] - on abort the task rejects at once; it is not started if it
 *   still waits, and a worker that stays busy with it is terminated
 * @property {boolean} [cold] - if it is the very first task of the pool, run it on the calling
 *   thread, because it is done before a worker would have started
 * @property {unknown} [group] - producers with different groups take turns
 * @property {boolean} [urgent] - comes before all waiting tasks that are not: much else waits for
 *   it
 * @property {(fraction: number) => void} [onFraction] - called from time to time with the fraction
 *   of the task that is done, in (0, 1]; it only grows
 */

/** @param {unknown} value */
const brand = (value) => Object.prototype.toString.call(value).slice(8, -1);

/**
 * @param {unknown} task
 * @param {unknown} transfers
 * @throws {TypeError} before anything is queued or detached
 */
export function checkTask(task, transfers) {
    if (!Array.isArray(task))
        throw new TypeError(`queueAction: expected a task, a list of commands, got ${brand(task)}`);
    if (!Array.isArray(transfers))
        throw new TypeError(`queueAction: expected a list of transfers, got ${brand(transfers)}`);
    for (const item of transfers) {
        if (!["ArrayBuffer", "MessagePort"].includes(brand(item)))
            throw new TypeError(`queueAction: expected ArrayBuffers as transfers, got ${brand(item)}`);
        if (brand(item) === "ArrayBuffer" && isDetached(item)) {
            throw new TypeError("queueAction: expected attached buffers as transfers, got a detached ArrayBuffer");
        }
    }
}

/** `code` of the error of a task whose worker could not start, died or was terminated. */
export const LOST_WORKER = "ERR_WORKER";

/**
 * Was memory refused? The code is our own, or Node's for a thread that ran out of heap.
 * @param {any} error
 */
export const isOutOfMemory = (error) => error?.code === OUT_OF_MEMORY || error?.code === "ERR_WORKER_OUT_OF_MEMORY";

/**
 * @param {string} where - "worker 3" or "in process"
 * @param {Task} task
 * @param {Error} cause - with the original stack
 * @param {string} [code] - used unless memory was refused, which has its own code
 */
export function taskError(where, task, cause, code) {
    const error = new Error(`Worker error: ${where}, task ${describeTask(task)}: ${cause.message}`, { cause });
    const known = isOutOfMemory(cause) ? OUT_OF_MEMORY : code;
    return known === undefined ? error : Object.assign(error, { code: known });
}

/**
 * Told of a task when a thread takes it; what it returns is called when the task has ended.
 * @typedef {(thread: number, task: string) => () => void} TaskWatcher thread: 0 for the calling
 *   one, else the worker's place from 1; task: the functions that it calls
 */

export class Job {
    /**
     * @param {Task} task
     * @param {Transferable[]} transfers
     * @param {QueueOptions} options
     * @param {(job: Job) => void} onAborted
     * @param {Iterable<TaskWatcher>} [watchers]
     */
    constructor(task, transfers, { signal, group, onFraction }, onAborted, watchers = []) {
        this.task = task;
        this.watchers = watchers;
        /** @type {(() => void)[]} */
        this.ends = [];
        this.onFraction = onFraction;
        this.onAborted = onAborted;
        this.fraction = 0;
        this.transfers = [...new Set(transfers)]; // several commands may use the same buffer
        this.group = group;
        this.settled = false;
        /** @type {Promise<Uint8Array[]>} */
        this.promise = new Promise((resolve, reject) => {
            this.onResult = resolve;
            this.onFailure = reject;
        });
        this.unheard = onAbort(signal, () => {
            this.reject(signal?.reason ?? new Error("queueAction: expected to finish, got aborted"));
            onAborted(this);
        });
    }

    /** What the listener throws ends the task. @param {unknown} fraction */
    report(fraction) {
        if (this.settled || !(typeof fraction === "number" && fraction > this.fraction && fraction <= 1)) return;
        this.fraction = fraction;
        try {
            this.onFraction?.(fraction);
        } catch (error) {
            this.reject(error);
            this.onAborted(this);
        }
    }

    /** A thread takes it. @param {number} thread */
    begin(thread) {
        this.ends = Array.from(this.watchers, (watcher) => watcher(thread, describeTask(this.task)));
    }

    finish() {
        this.settled = true;
        this.unheard();
        for (const end of this.ends.splice(0)) end();
    }

    /** @param {Uint8Array[]} out */
    resolve(out) {
        this.finish();
        this.onResult?.(out);
    }

    /** @param {unknown} error */
    reject(error) {
        this.finish();
        this.onFailure?.(error);
    }
}
