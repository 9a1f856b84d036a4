/**
 * The pool: a queue, places for workers, and what happens when a worker is
 * missing, dies or asks to end. Every task that is submitted settles.
 * @module pool/worker_pool
 */
import { InProcess } from "./in_process.js";
import { Job } from "./job.js";
import { FairQueue } from "./queue.js";
import { SharedMemory } from "./shared_memory.js";
import { WorkerSlot } from "./slot.js";
import type { Task } from "./tasks.js";
import type { Init } from "./tasks.js";
import type { QueueOptions } from "./job.js";
import type { OpenKernels } from "./open_executor.js";
import type { Inits } from "./slot.js";
import type { Way } from "../util/worker_ways.js";
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
    /**
     * - for the calling thread
     */
    openKernels: OpenKernels;
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
    /** How many workers may run; less than there are places once a worker failed to start while others ran. */
    limit: number;
    way: number;
    proven: boolean;
    /** Whether to post bytes, because this host cannot read compiled modules in a worker. */
    portable: boolean;
    bootFailures: number;
    terminated: boolean;
    /** @type {Promise<void> | null} */
    ending: Promise<void> | null;
    inProcess: InProcess;
    shared: SharedMemory;
    local: boolean;
    /** Whether no task was submitted yet. */
    cold: boolean;
    pumping: boolean;
    /** Whether the calling thread takes tasks too. */
    helping: boolean;
    events: Readonly<{
        onFree: (/** @type {WorkerSlot} */ slot: WorkerSlot) => void;
        onIdle: (/** @type {WorkerSlot} */ slot: WorkerSlot) => void;
        onGone: (/** @type {WorkerSlot} */ slot: WorkerSlot) => void;
    }>;
    /** @param {PoolOptions} options */
    constructor({ concurrency, inits, openKernels, ways, logger }: PoolOptions);
    /**
     * @param {Task} task
     * @param {Transferable[]} [transfers] - detached when a worker takes the task
     * @param {QueueOptions} [options]
     * @returns {Promise<Uint8Array[]>}
     */
    submit(task: Task, transfers?: Transferable[], options?: QueueOptions): Promise<Uint8Array[]>;
    /** Gives up a task for which nobody waits any more. @param {Job} job */
    drop(job: Job): void;
    /**
     * @param {number} index
     * @param {Task} task
     * @param {Transferable[]} [transfers]
     * @returns {Promise<Uint8Array[]>}
     */
    submitTo(index: number, task: Task, transfers?: Transferable[]): Promise<Uint8Array[]>;
    /** Gives tasks to free workers, and starts workers while tasks are left. */
    process(): void;
    /** Starts workers before there is work, so that they are ready when it comes. */
    warm(): void;
    /** Idle workers do not keep the program alive; starting ones do only while tasks wait for them. */
    settle(): void;
    /** How many to start: one per waiting task, but only one while the host may still refuse this way to start. */
    toStart(): number;
    /** The next job for a worker that can take one: a job may have been refused, or the worker lost meanwhile. */
    take(/** @type {WorkerSlot} */ slot: WorkerSlot): Job | undefined;
    /** @param {WorkerSlot} slot */
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
    /** Rejects the tasks that wait; later ones are tried again. @param {Error} error */
    refuse(error: Error): void;
    /** Gives up starting workers: from now on tasks run on the calling thread. @param {Error} error */
    stayLocal(error: Error): void;
    /**
     * Clears what tasks have left in all memories; no task that is queued from now on sees any of it.
     * @returns {Promise<void>} settles when the memory of this thread is clear
     */
    wipe(): Promise<void>;
    /** @param {WorkerSlot} slot */
    onFree(slot: WorkerSlot): void;
    /** If a task was dispatched in the meantime, the worker stays, and asks again after it. @param {WorkerSlot} slot */
    onIdle(slot: WorkerSlot): void;
    /** @param {WorkerSlot} slot */
    onGone(slot: WorkerSlot): void;
    /**
     * Lets the calling thread take tasks in the place of one worker, until it is told to stop. Only a pool of several
     * threads that has no worker yet does so; otherwise nothing changes.
     * @param {boolean} on
     */
    help(on: boolean): void;
    /** Runs the waiting tasks on the calling thread, one after the other. */
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
