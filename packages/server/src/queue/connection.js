/**
 * Redis may be away. So every wait for it ends in time, nothing is stored here until it comes back,
 * and connections close without it.
 * @module server/queue/connection
 */
import { QueueError } from "../failures.js";
import { messageOf, ProverError } from "../../../../src/internal/server.js";

/** @import { Queue, QueueEvents, QueueEventsProducer, Worker } from "bullmq" */

/**
 * Milliseconds between two tries while Redis does not answer, and between two looks whether it is
 * there.
 */
const RETRY_MS = 50;

/** Milliseconds between two attempts to connect: doubled from the first to the last. */
const FIRST_MS = 100, LAST_MS = 2000;

/** Milliseconds that what a connection still has under way gets when it closes. */
const CLOSE_MS = 1000;

/**
 * What a lost connection says, or a Redis that is no use now: it starts, is full, or has become a
 * replica.
 */
const AWAY = new RegExp([
    "connection is closed", "isn't writeable", "timed? ?out", "max retries", "closing state", "\\bE(?:CONN|PIPE|HOST|NET)",
    "^(?:LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|OOM)\\b",
].join("|"), "i");

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

/** The failure of a question that Redis has not answered in time. @param {unknown} [cause] */
const unavailable = (cause) =>
    new QueueError("ERR_QUEUE", "queue: expected an answer of Redis in time, got none", { cause });

/**
 * @template T
 * @param {Promise<T>} promise
 * @param {number} ms
 * @returns {Promise<T>}
 * @throws {QueueError} ERR_QUEUE when the time is up
 */
export async function within(promise, ms) {
    let timer;
    const late = new Promise((_, reject) => { timer = setTimeout(() => reject(unavailable()), Math.max(0, ms)); });
    try {
        return await Promise.race([promise, /** @type {Promise<never>} */ (late)]);
    } finally {
        clearTimeout(timer);
    }
}

/** @param {number} times */
const retryStrategy = (times) => Math.min(FIRST_MS * 2 ** (times - 1), LAST_MS);

/** Is it a client of ioredis, which its owner has set up? @param {any} connection */
const isClient = (connection) => typeof connection.duplicate === "function";

/**
 * A connection that comes back soon after Redis does, for what waits for jobs and events.
 * @template {object} C
 * @param {C} connection
 * @returns {any} as BullMQ takes it
 */
export const lasting = (connection) => (isClient(connection) ? connection : { retryStrategy, ...connection });

/**
 * Options of a queue whose commands are refused at once without Redis, and not sent when it comes
 * back. A connection that is silent for so long is ended, with all that it has not sent.
 * @param {object} connection
 * @param {number} timeout - milliseconds
 * @returns {any} as BullMQ takes it
 */
export const asking = (connection, timeout) => ({
    connection: isClient(connection) ? connection : {
        enableOfflineQueue: false, autoResendUnfulfilledCommands: false, maxRetriesPerRequest: 0,
        socketTimeout: timeout, connectTimeout: timeout, retryStrategy, ...connection,
    },
    // it is there before Redis is, and no command of its own can fail it for good
    skipWaitingForReady: true, skipVersionCheck: true, skipMetasUpdate: true,
});

/** @param {any} part - of BullMQ @returns {Promise<boolean>} may it send a command? */
async function isReady(part) {
    const { status } = await part.getBackend().client;
    return status === "ready" || status === "wait"; // wait: it connects with its first command
}

/**
 * Asks Redis, again and again if the connection breaks: what is asked may be done twice.
 * @template T
 * @param {any} queue - made with `asking`
 * @param {() => Promise<T>} question
 * @param {{ end: number, signal?: AbortSignal }} until - end: the time until when there has to be
 *   an answer
 * @returns {Promise<T>}
 * @throws {QueueError} ERR_QUEUE when there is none
 */
export async function ask(queue, question, { end, signal }) {
    for (let last; ; await pause(RETRY_MS)) {
        if (Date.now() >= end || signal?.aborted) throw unavailable(last);
        if (!await isReady(queue)) continue;
        try {
            return await within(question(), end - Date.now());
        } catch (error) {
            const isOurs = error instanceof QueueError || error instanceof ProverError;
            if (isOurs || !AWAY.test(messageOf(error))) throw error;
            last = error;
        }
    }
}

/**
 * Ends its connections now, whatever state they are in.
 * @param {any} part - a Queue or QueueEvents of BullMQ
 */
async function cut(part) {
    // to be ended
    part.getBackend().client.then((/** @type {any} */ client) => client.on("error", () => {}), () => {});
    // it stops reading first
    if (part.closing === undefined && "consumeEvents" in part) part.close().catch(() => {});
    await part.getBackend().close(true);
}

/**
 * @param {readonly (Queue | QueueEvents | QueueEventsProducer)[]} parts - of which nothing is under
 *   way
 */
export async function closeQueues(parts) {
    await Promise.allSettled(parts.map((part) => within(cut(part), CLOSE_MS)));
}

/**
 * Closes a worker: with Redis it ends its jobs there; without, or where that is silent, it ends its
 * connections.
 * @param {Worker} worker
 * @param {() => Promise<unknown>} ping - asks Redis
 * @param {number} [grace] - milliseconds for jobs that still run
 */
export async function closeWorker(worker, ping, grace = CLOSE_MS) {
    const there = await within(ping(), Math.min(CLOSE_MS, grace)).then(() => true, () => false);
    const closed = within(worker.close(!there), CLOSE_MS + grace);
    await closed.catch(async () => { // Redis went away in between
        await /** @type {any} */ (worker).lockManager.close(); // any: private
        await within(cut(worker), CLOSE_MS).catch(() => {});
    });
}
