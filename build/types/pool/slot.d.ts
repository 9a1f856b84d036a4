import type { Job } from "./job.js";
import type { Way } from "./ways.js";
import type { Init } from "./tasks.js";
import type { Timer, WorkerHandle, WorkerHandlers } from "../util/host_types.js";
export type SlotEvents = {
    /**
     * - a task ended
     */
    onFree: (slot: WorkerSlot) => void;
    /**
     * - the worker asks to leave
     */
    onIdle: (slot: WorkerSlot) => void;
    /**
     * - the worker left or died; its task is already rejected
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
 * @property {(slot: WorkerSlot) => void} onIdle - the worker asks to leave
 * @property {(slot: WorkerSlot) => void} onGone - the worker left or died; its task is already rejected
 */
/**
 * INIT with compiled modules, and with bytes for hosts that cannot post modules.
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
    /** Does the process stay alive for this place? */
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
     * @param {Promise<Inits>} inits - the thread starts while modules are compiled
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
    /** @param {any} data - a message of protocol.js, or of somebody else's worker */
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
    /** The task in flight was aborted: a worker that goes on with it makes room for another. */
    expectEnd(): void;
    get idle(): boolean;
    /**
     * @param {Job} job
     * @returns {boolean} false when the host refused to post it; the job is rejected then
     */
    dispatch(job: Job): boolean;
    /** The program does not end while this place is at work, or is waited for. */
    hold(): void;
    /** The program may end. */
    rest(): void;
    /** Says goodbye and ends the thread. */
    leave(): Promise<void>;
    close(): Promise<void>;
}
