/**
 * What a processor still has to do, by estimates: the GPU, or the CPU as far as a GPU's calls are
 * computed there.
 * @module gpu/backlog
 */

/** The work that has begun or waits, and has not ended. */
export class Backlog {
    constructor() {
        /** Milliseconds that it is expected to take. */
        this.queuedMs = 0;
        /** How many have begun so far. */
        this.begun = 0;
    }

    /**
     * @template T
     * @param {number} ms - that the work is expected to take
     * @param {() => Promise<T>} work
     * @returns {Promise<T>}
     */
    async during(ms, work) {
        this.queuedMs += ms;
        this.begun++;
        try {
            return await work();
        } finally {
            this.queuedMs = Math.max(0, this.queuedMs - ms); // sums of fractions do not end at zero
        }
    }
}
