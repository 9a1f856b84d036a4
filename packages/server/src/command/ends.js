/**
 * Waits for the ends of jobs: one listener for each job, however many requests wait for it and
 * leave.
 */

export function createEnds() {
    /** @type {Map<string, Set<() => void>>} */
    const waiting = new Map();
    /**
     * @param {import("../jobs.js").ProofJob} job
     * @param {() => void} end - called when it has ended
     * @returns {() => void} end is no longer called
     */
    const onEnd = (job, end) => {
        const known = waiting.get(job.id);
        const ends = known ?? new Set();
        ends.add(end);
        if (!known) {
            waiting.set(job.id, ends);
            const settled = () => {
                waiting.delete(job.id);
                for (const one of ends) one();
            };
            job.result().then(settled, settled);
        }
        return () => void ends.delete(end);
    };
    return {
        onEnd,
        /**
         * Waits until the job has ended, the time is up, the client has gone, or the server stops.
         * @param {import("../jobs.js").ProofJob} job
         * @param {number} ms
         * @param {import("node:http").ServerResponse} raw
         * @param {Set<() => void>} streams - functions that end what is open
         * @returns {Promise<void>}
         */
        wait: (job, ms, raw, streams) => new Promise((resolve) => {
            const end = () => {
                clearTimeout(timer);
                leave();
                streams.delete(end);
                raw.off("close", end);
                resolve();
            };
            const timer = setTimeout(end, ms);
            const leave = onEnd(job, end);
            streams.add(end);
            raw.on("close", end);
            if (raw.destroyed) end(); // the client left before
        }),
    };
}
