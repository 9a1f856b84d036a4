import type { Job } from "./job.js";
import type { Way } from "../util/worker_ways.js";
import type { Init } from "./tasks.js";
import type { Timer, WorkerHandle, WorkerHandlers } from "../util/host_types.js";
export type SlotEvents = {
    /**
     * - a task ended
     */
    onFree: (slot: WorkerSlot) => void;
    /**
     * - the worker asks to end
     */
    onIdle: (slot: WorkerSlot) => void;
    /**
     * - the worker ended or died; its task is already rejected
     */
    onGone: (slot: WorkerSlot) => void;
};
export type Inits = {
    compiled: Init;
    portable: Init;
};
/**
 * @typedef {object} SlotEvents
 * @property {(slot: WorkerSlot) => void} onFree - a task ended
 * @property {(slot: WorkerSlot) => void} onIdle - the worker asks to end
 * @property {(slot: WorkerSlot) => void} onGone - the worker ended or died; its task is already rejected
 */
/**
 * The INIT command with compiled modules, and one with bytes for hosts that cannot post modules.
 * @typedef {object} Inits
 * @property {Init} compiled
 * @property {Init} portable
 */
export declare class WorkerSlot {
    index: number;
    events: SlotEvents;
    /** @type {WorkerHandle | null} */
    worker: WorkerHandle | null;
    initialized: boolean;
    initializing: boolean;
    working: boolean;
    /** @type {Job | null} */
    pendingDeferred: Job | null;
    taskId: number;
    closed: boolean;
    /** Whether the process stays alive for this place. */
    held: boolean;
    /** @type {Timer | null} */
    timer: Timer | null;
    /** @type {{ resolve: () => void, reject: (error: Error) => void } | null} */
    boot: {
        resolve: () => void;
        reject: (error: Error) => void;
    } | null;
    /** @param {number} index @param {SlotEvents} events */
    constructor(index: number, events: SlotEvents);
    /**
     * Settles when the worker has said that it is ready.
     * @param {Way} way
     * @param {Promise<Inits>} inits - a promise, so that the thread starts while modules are still being compiled
     * @throws {Error} when it cannot start, or does not answer in time
     */
    start(way: Way, inits: Promise<Inits>): Promise<void>;
    /** @param {Way} way @param {Promise<Inits>} inits */
    open(way: Way, inits: Promise<Inits>): Promise<void>;
    /** @param {Inits} inits */
    postInit({ compiled, portable }: Inits): void;
    /** @param {number} timeout - ms */
    watch(timeout: number): void;
    /** @returns {WorkerHandlers} */
    handlers(): WorkerHandlers;
    /** @param {any} data - a message of protocol.js, or anything that a foreign worker sends */
    receive(data: any): void;
    /** @param {{ out?: Uint8Array[], error?: unknown }} answer */
    settle({ out, error }: {
        out?: Uint8Array[];
        error?: unknown;
    }): void;
    /** The worker is lost. @param {Error} error */
    fail(error: Error): void;
    /** Rejects the task in flight. @param {Error} error */
    abandon(error: Error): void;
    /** @returns {Job | null} the task that was in flight */
    finish(): Job | null;
    /** The task in flight was aborted: a worker that still goes on with it after a while is replaced by another. */
    expectEnd(): void;
    get idle(): boolean;
    /**
     * Rejects the job when the host refuses to post it. The job is in flight before that, because a worker of the
     * caller may fail while it is posted.
     * @param {Job} job
     */
    dispatch(job: Job): void;
    /** Clears what tasks have left in the worker's memory, after the one in flight. */
    wipe(): void;
    /** Keeps the program alive while this place is at work, or a task waits for it. */
    hold(): void;
    /** Lets the program end. */
    rest(): void;
    /** Tells the worker to terminate, and ends the thread. */
    leave(): Promise<void>;
    /** Settles when the thread has ended, or after LAST_WORDS: the caller's own workers may never end. */
    close(): Promise<void>;
}
