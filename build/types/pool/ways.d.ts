import type { WorkerHandle, WorkerHandlers } from "../util/host_types.js";
export type Way = {
    /**
     * - for messages
     */
    name: string;
    open: (handlers: WorkerHandlers) => Promise<WorkerHandle>;
    /**
     * - ms without an answer after which it counts as refused
     */
    timeout: number;
    /**
     * - it is known to work unless the machine is exhausted
     */
    sure: boolean;
};
export type WayOptions = {
    /**
     * - gives a Worker, or a promise of one
     */
    createWorker?: (request: {
        name: string;
        source: string;
    }) => unknown;
    /**
     * - where `ffturbo/worker` is served
     */
    workerUrl?: string | URL;
};
/** @param {WayOptions} options @returns {Way[]} */
export declare function waysToStart(options: WayOptions): Way[];
