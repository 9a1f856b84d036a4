/**
 * What waits for a device: runs for all of its groups, one after the other.
 * @module gpu/serial_queue
 */

import { Backlog } from "./backlog.js";

/** The runs of one GPU. */
export class SerialQueue extends Backlog {
    constructor() {
        super();
        /** @type {Promise<unknown>} */
        this.tail = Promise.resolve();
    }

    /**
     * Runs it when those before it have ended, however they did.
     * @template T
     * @param {() => Promise<T>} run
     * @returns {Promise<T>}
     */
    next(run) {
        const mine = this.tail.then(run);
        this.tail = mine.catch(() => {});
        return mine;
    }
}
