import type { WorkerHandle, WorkerHandlers } from "./host_types.js";
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
     * - whether it is known to work unless the machine runs out of memory or threads
     */
    sure: boolean;
};
export type WayOptions = {
    /**
     * - gives a Worker, or a promise of
     * one
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
/**
 * @param {{ name: string, source: string }} program - what the worker runs
 * @param {WayOptions} options
 * @returns {Way[]}
 */
export declare function waysToStart({ name, source }: {
    name: string;
    source: string;
}, options: WayOptions): Way[];
