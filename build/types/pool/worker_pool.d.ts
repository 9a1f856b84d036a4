/**
 * The pool: a queue, places for workers, and what to do when one is missing,
 * dies or wants to leave. Every task that goes in settles.
 * @module pool/worker_pool
 */
import { InProcess } from "./in_process.js";
import { Job } from "./job.js";
import { FairQueue } from "./queue.js";
import { WorkerSlot } from "./slot.js";
import type { Task } from "./tasks.js";
import type { Init } from "./tasks.js";
import type { QueueOptions } from "./job.js";
import type { Inits } from "./slot.js";
import type { Way } from "./ways.js";
export type Logger = {
    warn?: (text: string) => void;
};
export type PoolOptions = {
    /**
     * - places for workers; 0 runs everything on the calling thread
     */
    concurrency: number;
    /**
     * - asked for at the first task
     */
    inits: () => Promise<Inits>;
    ways: Way[];
    logger?: Logger;
};
export declare class WorkerPool {
    inits: () => Promise<Inits>;
    ways: Way[];
    logger: Logger | undefined;
    /** @type {FairQueue<Job>} */
    queue: FairQueue<Job>;
    /** @type {(WorkerSlot | null)[]} */
    slots: (WorkerSlot | null)[];
    /** Workers that this machine gives; below the number of places after a failure beside running ones. */
    limit: number;
    way: number;
    proven: boolean;
    /** Post bytes: this host cannot read compiled modules in a worker. */
    portable: boolean;
    bootFailures: number;
    terminated: boolean;
    /** @type {Promise<void> | null} */
    ending: Promise<void> | null;
    inProcess: InProcess;
    local: boolean;
    /** Nothing was asked for yet. */
    cold: boolean;
    pumping: boolean;
    events: Readonly<{
        onFree: (/** @type {WorkerSlot} */ slot: WorkerSlot) => void;
        onIdle: (/** @type {WorkerSlot} */ slot: WorkerSlot) => void;
        onGone: (/** @type {WorkerSlot} */ slot: WorkerSlot) => void;
    }>;
    /** @param {PoolOptions} options */
    constructor({ concurrency, inits, ways, logger }: PoolOptions);
    /**
     * @param {Task} task
     * @param {Transferable[]} [transfers] - detached when a worker takes the task
     * @param {QueueOptions} [options]
     * @returns {Promise<Uint8Array[]>}
     */
    submit(task: Task, transfers?: Transferable[], options?: QueueOptions): Promise<Uint8Array[]>;
    /** Nobody waits for this task any more. @param {Job} job */
    drop(job: Job): void;
    /**
     * @param {number} index
     * @param {Task} task
     * @param {Transferable[]} [transfers]
     * @returns {Promise<Uint8Array[]>}
     */
    submitTo(index: number, task: Task, transfers?: Transferable[]): Promise<Uint8Array[]>;
    /** Gives work to who is free, and starts workers while work is left. */
    process(): void;
    /** Starts workers before there is work, where it is known to come: they are ready when it does. */
    warm(): void;
    /** Places that start hold the program only while work waits for them; so do idle ones. */
    settle(): void;
    /** One for each waiting task; but a way that may be refused is tried with one worker first. */
    toStart(): number;
    /** @param {WorkerSlot} slot - idle */
    feed(slot: WorkerSlot): void;
    start(): void;
    /** @param {WorkerSlot} slot @param {number} way */
    boot(slot: WorkerSlot, way: number): Promise<void>;
    initsOf(): Promise<{
        compiled: Init;
        portable: Init;
    }>;
    /** @param {WorkerSlot} slot */
    vacate(slot: WorkerSlot): void;
    /** @param {WorkerSlot} slot @param {number} way @param {Error} error */
    onBootFailure(slot: WorkerSlot, way: number, error: Error): void;
    /** Nobody waits for workers that do not come. @param {Error} error */
    stayLocal(error: Error): void;
    /** @param {WorkerSlot} slot */
    onFree(slot: WorkerSlot): void;
    /** A task dispatched meanwhile is the veto: the worker asks again after it. @param {WorkerSlot} slot */
    onIdle(slot: WorkerSlot): void;
    /** @param {WorkerSlot} slot */
    onGone(slot: WorkerSlot): void;
    /** Runs what waits on the calling thread, one task after the other. */
    pump(): Promise<void>;
    /** @param {Job} job */
    runHere(job: Job): Promise<void>;
    /**
     * Rejects what runs and what waits, and ends the threads.
     * @returns {Promise<void>} the same one every time
     */
    terminate(): Promise<void>;
    shutDown(): Promise<void>;
}
