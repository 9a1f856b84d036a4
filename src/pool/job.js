/**
 * A task on its way through the pool, and the promise that its caller holds.
 * @module pool/job
 */
import { onAbort } from "./aborts.js";
import { describeTask } from "./tasks.js";

/** @import { Task } from "./tasks.js" */

/**
 * @typedef {object} QueueOptions
 * @property {AbortSignal} [signal] - rejects at once; what waits is not started, and a worker that stays busy with it is ended
 * @property {boolean} [cold] - as the very first task of the pool it runs on the calling thread: it ends before a worker would have started
 * @property {unknown} [group] - producers with different groups take turns
 */

/** @param {ArrayBuffer} buffer */
function isDetached(buffer) {
    try {
        return new Uint8Array(buffer) === null;
    } catch {
        return true;
    }
}

/** @param {unknown} value */
const brand = (value) => Object.prototype.toString.call(value).slice(8, -1);

/**
 * @param {unknown} task
 * @param {unknown} transfers
 * @throws before anything is queued or detached
 */
export function checkTask(task, transfers) {
    if (!Array.isArray(task)) throw new TypeError(`queueAction: expected a task, a list of commands, got ${brand(task)}`);
    if (!Array.isArray(transfers)) throw new TypeError(`queueAction: expected a list of transfers, got ${brand(transfers)}`);
    for (const item of transfers) {
        if (!["ArrayBuffer", "MessagePort"].includes(brand(item))) throw new TypeError(`queueAction: expected ArrayBuffers as transfers, got ${brand(item)}`);
        if (brand(item) === "ArrayBuffer" && isDetached(item)) {
            throw new TypeError("queueAction: expected attached buffers as transfers, got a detached ArrayBuffer");
        }
    }
}

/**
 * @param {string} where - "worker 3" or "in process"
 * @param {Task} task
 * @param {Error} cause - with the original stack
 */
export const taskError = (where, task, cause) => new Error(`Worker error: ${where}, task ${describeTask(task)}: ${cause.message}`, { cause });

export class Job {
    /**
     * @param {Task} task
     * @param {Transferable[]} transfers
     * @param {QueueOptions} options
     * @param {(job: Job) => void} onAborted
     */
    constructor(task, transfers, { signal, group }, onAborted) {
        this.task = task;
        this.transfers = [...new Set(transfers)]; // one buffer may back several commands
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

    finish() {
        this.settled = true;
        this.unheard();
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
