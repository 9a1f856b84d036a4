import type { WayOptions } from "../../util/worker_ways.js";
import type { Witness } from "./program.js";
import type { Programs } from "./programs.js";
import type { Order } from "./protocol.js";
export type Limits = {
    /**
     * - milliseconds; Infinity means no limit
     */
    timeout: number;
    signal?: AbortSignal;
    onLog: (line: string) => void;
    /**
     * - the module's bytes may be detached
     */
    consume?: boolean;
    /**
     * - kept programs, for calculating on this thread
     */
    programs?: Programs;
};
export type Place = {
    /**
     * - false if this thread will be busy until the witness is calculated
     */
    isRemote: () => Promise<boolean>;
    /**
     * - may be called once
     */
    calculate: (order: Order, limits: Limits) => Promise<Witness>;
    /**
     * - to be called afterwards, or when the place is no longer wanted
     */
    leave: () => void;
};
/**
 * A place for one witness. Its worker starts at once.
 * @param {WayOptions & { here: boolean }} options - here: the caller wants it on this thread
 * @returns {Place}
 */
export declare function openPlace({ here, createWorker, workerUrl }: WayOptions & {
    here: boolean;
}): Place;
