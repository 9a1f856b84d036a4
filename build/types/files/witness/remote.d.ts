import type { WorkerHandle, WorkerHandlers } from "../../util/host_types.js";
import type { Way } from "../../util/worker_ways.js";
import type { Witness } from "./program.js";
import type { Order } from "./protocol.js";
export type Run = {
    resolve: (witness: Witness) => void;
    reject: (error: unknown) => void;
    onLog: (line: string) => void;
};
/** @import { WorkerHandle, WorkerHandlers } from "../../util/host_types.js" */
/** @import { Way } from "../../util/worker_ways.js" */
/** @import { Witness } from "./program.js" */
/** @import { Order } from "./protocol.js" */
/**
 * @typedef {object} Run
 * @property {(witness: Witness) => void} resolve
 * @property {(error: unknown) => void} reject
 * @property {(line: string) => void} onLog
 */
/** The worker cannot be used for any order; the program has not been tried. */
export declare class Refused extends Error {
}
export declare class RemoteCalculator {
    /** @type {WorkerHandle | null} */
    worker: WorkerHandle | null;
    closed: boolean;
    /** May it be used again? */
    kept: boolean;
    /** @type {{ resolve: () => void, reject: (error: unknown) => void } | null} */
    boot: {
        resolve: () => void;
        reject: (error: unknown) => void;
    } | null;
    /** @type {Run | null} */
    run: Run | null;
    constructor();
    /**
     * Settles when the worker has answered.
     * @param {Way} way
     * @throws {Error} when it cannot start, or does not answer in time; it is then closed
     */
    start(way: Way): Promise<void>;
    /** @param {Way} way */
    open(way: Way): Promise<void>;
    /** @returns {WorkerHandlers} */
    handlers(): WorkerHandlers;
    /** @param {any} data - an Answer, or anything that a foreign worker sends */
    receive(data: any): void;
    /** @param {string[]} lines */
    hear(lines: string[]): void;
    /** @param {boolean} kept - whether it may be used for another run */
    finish(kept: boolean): Run | null;
    /** The worker is lost. @param {Error} error */
    fail(error: Error): void;
    /** Terminates the worker, and rejects what it runs with this reason. @param {unknown} reason */
    stop(reason: unknown): void;
    /**
     * @param {Order} order
     * @param {Transferable[]} transfers - detached
     * @param {(line: string) => void} onLog
     * @returns {Promise<Witness>}
     */
    calculate(order: Order, transfers: Transferable[], onLog: (line: string) => void): Promise<Witness>;
    /** Lets the program end while this worker waits. */
    rest(): void;
    /** Keeps the program alive while this worker is at work. */
    hold(): void;
    close(): void;
}
