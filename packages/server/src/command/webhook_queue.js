/**
 * The schedule of webhooks in Redis: a queue beside that of the proofs, which every front serves,
 * so that a webhook is sent even if the front that took its request is gone.
 */
import { DelayedError, Queue, Worker } from "bullmq";
import { publicMessage } from "../failures.js";
import { ask, asking, closeQueues, closeWorker, lasting } from "../queue/connection.js";
import { ANSWER_MS, HOOKS } from "./limits.js";
import { AGAIN_MS, LATER_MS, TRIES } from "./webhooks.js";

/** Webhooks that one front has under way at once, at most. */
const MOST = 1024;

/**
 * @param {object} options
 * @param {object} options.connection - to Redis
 * @param {string} [options.queue] - of the proofs
 * @param {string[]} options.tenants
 * @param {ReturnType<typeof import("./webhooks.js").createTry>} options.attempt
 * @param {ReturnType<typeof import("./ends.js").createEnds>["onEnd"]} options.onEnd
 * @param {(line: object) => void} options.log
 * @returns {import("./webhooks.js").Schedule}
 */
export function scheduleInRedis({ connection, queue = "ffturbo", tenants, attempt, onEnd, log }) {
    const name = `${queue}-webhooks`;
    const hooks = new Queue(name, asking(connection, ANSWER_MS));
    const worker = new Worker(name, async (job, token) => {
        const last = job.attemptsMade + 1 >= Number(job.opts.attempts);
        const became = await attempt(job.data, last);
        if (became === "again") throw new Error("expected to deliver it, got a failure");
        if (became === "over") return;
        await job.moveToDelayed(Date.now() + LATER_MS, token);
        throw new DelayedError();
    }, { connection: lasting(connection), concurrency: Math.min(MOST, HOOKS * tenants.length) });
    // connections are restored
    const onError = (/** @type {Error} */ error) => log({ event: "error", message: publicMessage(error) });
    hooks.on("error", onError);
    worker.on("error", onError);
    return {
        async add(hook, job) {
            const delayed = await ask(hooks, () => hooks.add("webhook", hook, {
                jobId: hook.id, delay: LATER_MS, attempts: TRIES, backoff: { type: "exponential", delay: AGAIN_MS },
                removeOnComplete: true, removeOnFail: true, stackTraceLimit: 0,
            }), { end: Date.now() + ANSWER_MS });
            // otherwise it is looked at a little later
            onEnd(job, () => void delayed.promote().catch(() => {}));
        },
        async close(grace) {
            await closeWorker(worker, () => hooks.getJobCounts("active"), grace);
            await closeQueues([hooks]);
        },
    };
}
