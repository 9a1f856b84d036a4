/**
 * The side that submits: puts jobs into a queue of BullMQ, and returns their proofs.
 * @module server/queue/prover
 */
import { Queue, QueueEvents, QueueEventsProducer } from "bullmq";
import { cancelled, codeOf, conflict, decodeFailure, late, QueueError } from "../failures.js";
import { ask, asking, closeQueues, lasting, within } from "./connection.js";
import { arrived, gone, oldest, page, rankOf, unlist } from "./fair.js";
import { addListener, atDeadline, expectValid, tellerOf } from "../jobs.js";
import { expectConnection, locations, readList, readRecord, tenant as tenantRule } from "../options.js";
import { call, count, ensure, milliseconds, record, text } from "../../../../src/internal/server.js";
import { jobsOf, mostMsms, msmsFor } from "../parts.js";
import { createHashes } from "../references.js";
import { NAME, nameJob, readRequest } from "../request.js";

/** @import { ProgressReport, VerificationKey } from "../../../../src/internal/server.js" */
/** @import { EndEvent, JobState, ListOptions, ProofJob, Prover, QueueResult } from "../jobs.js" */
/** @import { ProofData, SubmitOptions } from "../request.js" */

/**
 * @typedef {object} ProverOptions
 * @property {object} connection - to Redis, in the form of BullMQ: { host, port, password } or a
 *   client of ioredis
 * @property {string} [queue] - its name; default "ffturbo"
 * @property {string} [prefix] - of the keys in Redis; default "bull"
 * @property {number} [waiting] - how many jobs may wait; more are refused. Tenants share these
 *   slots, and a tenant with no waiting job always finds one, see server/admission. Default 10 000
 * @property {number} [inline] - bytes of a file that may be part of the job itself; default 64 KiB
 * @property {number} [attempts] - how often a job is tried if its failure may be temporary, and how
 *   many workers it may lose; default 3
 * @property {number} [keep] - seconds that a result stays in Redis; default an hour
 * @property {number} [timeout] - milliseconds that Redis may take to answer, however often the
 *   connection breaks; then the promise rejects with ERR_QUEUE, and what was asked for is not done
 *   later. Default 5000
 * @property {readonly string[]} [allow] - folders and URLs that may be named; by default all
 * @property {readonly string[]} [allowWrite] - folders and URLs that a request may name as scratch;
 *   by default none
 * @property {(event: Readonly<EndEvent>) => void} [onEvent] - a job that was submitted here has
 *   ended
 */

const RULES = Object.freeze({
    connection: record, queue: text, prefix: text, waiting: count(0), inline: count(0), attempts: count(1),
    keep: count(1), timeout: milliseconds, allow: locations, allowWrite: locations, onEvent: call,
});
const DEFAULTS = Object.freeze({
    queue: "ffturbo", prefix: "bull", waiting: 10_000, inline: 65_536, attempts: 3, keep: 3600, timeout: 5000,
    onEvent: () => {},
});

/**
 * Milliseconds between two checks of jobs without events, because events may be lost with a
 * connection.
 */
const LOOK_MS = 5000;

/** Milliseconds after a deadline in which its worker may report it; then it is reported here. */
const GRACE_MS = 2000;

/** Milliseconds before another try to withdraw a job. */
const AGAIN_MS = 500;

/** Milliseconds before another try of a job, doubled with each. */
const BACKOFF_MS = 1000;

/** The states of BullMQ. @type {Record<string, JobState>} */
const STATES = Object.freeze({
    waiting: "waiting", prioritized: "waiting", delayed: "waiting", active: "active", "waiting-children": "active",
    completed: "done", failed: "failed",
});

/** A wait for the result of a job. */
class Watch {
    constructor() {
        /** @type {Set<(report: ProgressReport) => void>} */
        this.listeners = new Set();
        this.promise = new Promise((resolve, reject) => {
            this.resolve = resolve;
            this.reject = reject;
        });
        this.promise.catch(() => {}); // result() throws the error
    }
}

class QueueProver {
    /** @param {unknown} options */
    constructor(options) {
        const checked = readRecord("createProver", options, RULES, DEFAULTS);
        expectConnection("createProver", checked);
        const { connection, queue, prefix, waiting, inline, attempts, keep, timeout } = checked;
        const { allow, allowWrite, onEvent } = checked;
        this.timeout = timeout;
        this.tell = tellerOf(onEvent);
        this.most = waiting;
        this.inline = inline;
        this.allow = allow;
        this.allowWrite = allowWrite;
        this.hashes = createHashes();
        this.jobOptions = {
            attempts, backoff: { type: "exponential", delay: BACKOFF_MS }, stackTraceLimit: 0,
            removeOnComplete: { age: keep }, removeOnFail: { age: keep },
        };
        this.queue = new Queue(queue, { ...asking(connection, timeout), prefix });
        this.events = new QueueEvents(queue, { connection: lasting(connection), prefix });
        this.control = new QueueEventsProducer(`${queue}-control`, { ...asking(connection, timeout), prefix });
        this.parts = Object.freeze([this.queue, this.events, this.control]);
        for (const part of this.parts) // connections are restored
            /** @type {import("node:events").EventEmitter} */ (part).on("error", () => {});
        /** What Redis is asked now, and what has to be withdrawn. @type {Set<Promise<unknown>>} */
        this.open = new Set();
        /** Ends the wait for Redis of what is open. */
        this.over = new AbortController();
        /** @type {Map<string, Watch>} */
        this.watches = new Map();
        this.listen();
        /** @type {Promise<void> | undefined} */
        this.looking = undefined;
        this.timer = setInterval(() => void this.look().catch(() => {}), LOOK_MS);
        this.timer.unref();
        /** @type {Promise<void> | undefined} */
        this.ending = undefined;
    }

    listen() {
        this.events.on("completed", ({ jobId, returnvalue }) =>
            this.settle(jobId, (watch) => watch.resolve?.(returnvalue)));
        this.events.on("failed", ({ jobId, failedReason }) => void this.fail(jobId, failedReason));
        this.events.on("removed", ({ jobId }) => this.settle(jobId, (watch) => watch.reject?.(cancelled(jobId))));
        this.events.on("progress", ({ jobId, data }) => {
            const report = /** @type {ProgressReport} */ (data);
            for (const listener of this.watches.get(jobId)?.listeners ?? []) listener(report);
        });
    }

    /** The wait for the result of a job, a new one if there is none. @param {string} id */
    watch(id) {
        const watch = this.watches.get(id) ?? new Watch();
        this.watches.set(id, watch);
        return watch;
    }

    /** @param {string} id @param {(watch: Watch) => void} how */
    settle(id, how) {
        const watch = this.watches.get(id);
        if (!watch) return;
        this.watches.delete(id);
        how(watch);
    }

    /** @param {string} id @param {string} reason */
    async fail(id, reason) {
        if (!this.watches.has(id)) return;
        const error = await this.ask(() => this.reasonOf(reason)).catch(() => decodeFailure(reason));
        this.settle(id, (watch) => watch.reject?.(error));
    }

    /**
     * For a proof in parts BullMQ only names the part that failed; the reason is in that part.
     * @param {string} reason
     */
    async reasonOf(reason) {
        const child = /^child \S*:([\w-]+) failed$/.exec(reason)?.[1];
        const part = child && await this.queue.getJob(child);
        return decodeFailure(part ? part.failedReason : reason);
    }

    /**
     * Asks Redis, until the end of its time.
     * @template T
     * @param {() => Promise<T>} question
     * @param {number} [end]
     * @returns {Promise<T>}
     * @throws {QueueError} ERR_QUEUE
     */
    ask(question, end = Date.now() + this.timeout) {
        return this.hold(ask(this.queue, question, { end, signal: this.over.signal }));
    }

    /**
     * Notes what is open, until it settles.
     * @template T
     * @param {Promise<T>} promise
     * @returns {Promise<T>}
     */
    hold(promise) {
        const settled = promise.then(() => {}, () => {}).then(() => { this.open.delete(settled); });
        this.open.add(settled);
        return promise;
    }

    /** Finds jobs whose end was missed, one look at a time. */
    look() {
        this.looking ??= this.lookAtAll().finally(() => { this.looking = undefined; });
        return this.looking;
    }

    async lookAtAll() {
        for (const id of [...this.watches.keys()]) {
            const { state, result, error } = await this.ask(() => this.status(id));
            if (state === "done") this.settle(id, (watch) => watch.resolve?.(result));
            if (state === "failed") this.settle(id, (watch) => watch.reject?.(error));
            if (state === "unknown") this.settle(id, (watch) => watch.reject?.(new QueueError(
                "ERR_LOST", `job ${id}: expected it in the queue, got nothing of that name`,
            )));
        }
    }

    /** @param {string} id */
    async status(id) {
        // the state first: a job that was read before it ended has no result
        const state = STATES[await this.queue.getJobState(id)] ?? "unknown";
        const job = await this.queue.getJob(id);
        if (!job) return { state: /** @type {JobState} */ ("unknown") };
        if (state === "done") return { state, result: job.returnvalue };
        if (state === "failed") return { state, error: await this.reasonOf(job.failedReason) };
        const { progress } = job;
        const report = typeof progress === "object" ? /** @type {ProgressReport} */ (progress) : undefined;
        return { state, progress: report };
    }

    /** @param {any} request @param {SubmitOptions} [options] @returns {Promise<ProofJob>} */
    async submit(request, options) {
        if (this.ending) throw new Error("submit: expected an open prover, got one that was closed");
        const { data: asked, priority, vkey } = await readRequest(request, this);
        const { id, data, confirm } = nameJob(asked, priority, options);
        const end = Date.now() + this.timeout;
        const keyed = data.fingerprint !== undefined;
        if (keyed && await this.ask(() => this.exists(id, data), end)) {
            const known = this.face(id, data, { vkey, repeated: true });
            await confirm(known);
            return known;
        }
        const jobs = await this.ask(() => this.jobsFor(data), end), room = { id, jobs, slots: this.most };
        const rank = await this.ask(() => rankOf(this.queue, data.tenant, priority, room), end);
        this.watch(id);
        try {
            // a name is never added twice
            const named = { ...this.jobOptions, jobId: id, priority: rank };
            await this.ask(() => this.queue.add(data.kind, data, named), end);
            // another with this key may have come first
            if (keyed) await this.ask(() => this.exists(id, data), end);
            // otherwise it no longer counts after a while
            await this.ask(() => arrived(this.queue, id), end).catch(() => {});
            const job = this.face(id, data, { vkey });
            await confirm(job);
            void this.tellEnd(job, data);
            return job;
        } catch (error) {
            if (keyed) throw error; // who has the key can ask again, and may be watching it already
            this.watches.delete(id);
            throw Object.assign(Object(error), { settled: this.hold(this.withdraw(id, data)) });
        }
    }

    /**
     * @param {string} id
     * @param {string} tenant
     * @returns {Promise<boolean>} was there no such job?
     */
    async discard(id, tenant) {
        const job = await this.queue.getJob(id);
        // a worker has it
        if (job && !await job.remove().then(() => true, () => false)) await this.cancel(id);
        else await gone(this.queue, tenant, id);
        return !job;
    }

    /**
     * Withdraws a job that no client knows, in the queue or not, as soon as Redis answers. It is
     * gone when it was not there twice: a Redis that has hung still reads what was sent on
     * connections that were cut since.
     * @param {string} id
     * @param {ProofData} data
     */
    async withdraw(id, { tenant }) {
        for (let absent = 0; !this.over.signal.aborted;) {
            absent = await this.ask(() => this.discard(id, tenant)).catch(() => false) ? absent + 1 : 0;
            if (absent === 2) return;
            await new Promise((resolve) => { setTimeout(resolve, AGAIN_MS); });
        }
    }

    /**
     * @param {string} id
     * @param {ProofData} data
     * @returns {Promise<boolean>} is there a job of this name, for the same request?
     * @throws {QueueError} ERR_CONFLICT if it is that of another
     */
    async exists(id, { fingerprint }) {
        const job = await this.queue.getJob(id);
        if (job && job.data.fingerprint !== fingerprint) throw conflict();
        return job !== undefined;
    }

    /** @param {ProofJob} job @param {ProofData} data */
    async tellEnd({ id, tenant, result }, { traceparent }) {
        const started = Date.now();
        const code = await result().then(() => undefined, codeOf);
        if (this.ending) return; // the job goes on
        this.tell({ event: "ended", id, tenant, ms: Date.now() - started, code, traceparent });
    }

    /**
     * @param {ProofData} data
     * @returns {Promise<number>} how many jobs the proof will be
     * @throws {ProverError} ERR_LIMIT if there will never be room for them
     */
    async jobsFor({ split }) {
        if (!split) return 1;
        const msms = await msmsFor(split.msms, () => this.queue.getWorkersCount());
        const most = mostMsms(msms, this.most);
        ensure(
            split.msms === undefined || split.msms <= most,
            "ERR_LIMIT",
            () =>
                `submit: expected split.msms to be at most ${most} for the workers and the waiting room, got ${split.msms}`,
        );
        return jobsOf(msms);
    }

    async counts() {
        const { waiting = 0, prioritized = 0, delayed = 0, active = 0 } = await this.queue.getJobCounts(
            "waiting", "prioritized", "delayed", "active",
        );
        return { waiting: waiting + prioritized + delayed, active };
    }

    /** @param {ListOptions} [options] */
    async list(options) {
        const { tenant, limit, after } = readList(options);
        return this.ask(() => this.page(tenant, limit, after));
    }

    /** @param {string} tenant @param {number} limit @param {number} [after] */
    async page(tenant, limit, after) {
        const rows = await page(this.queue, tenant, limit, after);
        const jobs = await Promise.all(rows.map(async ({ id, at }) => {
            const { state, progress, error } = await this.status(id);
            return { id, state, submitted: Math.floor(at / 1000), progress, error };
        }));
        const known = jobs.filter(({ state }) => state !== "unknown");
        for (const job of jobs) if (!known.includes(job)) await unlist(this.queue, tenant, job.id);
        return { jobs: known, next: rows.length === limit ? String(rows[limit - 1].at) : undefined };
    }

    /** @param {{ tenant?: string }} [options] */
    async oldest(options) {
        const { tenant } = readRecord("oldest", options, { tenant: tenantRule }, {});
        return this.ask(() => oldest(this.queue, tenant));
    }

    /** @param {string} id @returns {Promise<boolean>} */
    async cancel(id) {
        const job = await this.queue.getJob(id);
        if (!job || ["completed", "failed"].includes(await job.getState())) return false;
        if (await job.remove().then(() => true, () => false))
            // otherwise it counts until its turn comes
            await gone(this.queue, job.data.tenant, id).catch(() => {});
        else { // a worker has it and is notified; if it is lost, the next one sees the mark
            await job.updateData({ ...job.data, cancelled: true });
            await this.control.publishEvent({ eventName: "cancel", id });
        }
        return true;
    }

    /** @param {string} id @returns {Promise<ProofJob | undefined>} */
    async get(id) {
        const job = NAME.test(id) ? await this.ask(() => this.queue.getJob(id)) : undefined;
        return job && this.face(id, job.data);
    }

    /**
     * @param {string} id
     * @param {ProofData} data
     * @param {{ vkey?: VerificationKey, repeated?: boolean }} [how]
     * @returns {ProofJob}
     */
    face(id, { tenant, deadline }, { vkey, repeated = false } = {}) {
        /** @type {Promise<QueueResult> | undefined} */
        let first = this.watches.has(id) ? this.outcome(id, deadline, vkey) : undefined;
        first?.catch(() => {});
        return Object.freeze({
            id, tenant, repeated,
            result: () => {
                if (!first) {
                    first = this.outcome(id, deadline, vkey);
                    void this.look().catch(() => {}); // it may have ended already
                }
                return first;
            },
            onProgress: (listener) => addListener(this.watch(id).listeners, listener),
            cancel: () => this.ask(() => this.cancel(id)),
            status: () => this.ask(() => this.status(id)),
        });
    }

    /**
     * @param {string} id
     * @param {number | undefined} deadline
     * @param {VerificationKey | undefined} vkey
     * @returns {Promise<QueueResult>}
     */
    async outcome(id, deadline, vkey) {
        const watch = this.watch(id);
        const timer = atDeadline(deadline, () => {
            this.settle(id, () => watch.reject?.(late(id)));
            void this.ask(() => this.cancel(id)).catch(() => {});
        }, GRACE_MS);
        try {
            const result = await watch.promise;
            await expectValid(id, result, vkey);
            return result;
        } finally {
            clearTimeout(timer);
        }
    }

    /** @param {{ grace?: number }} [options] */
    async close({ grace = this.timeout } = {}) {
        this.ending ??= this.end(grace);
        return this.ending;
    }

    /** @param {number} grace */
    async end(grace) {
        clearInterval(this.timer);
        for (const id of [...this.watches.keys()]) this.settle(id, (watch) => watch.reject?.(new Error(
            `job ${id}: expected a prover that listens, got it closed; the job goes on`,
        )));
        await within(Promise.all(this.open), grace).catch(() => {});
        this.over.abort();
        await closeQueues(this.parts);
    }
}

/**
 * @param {ProverOptions} options
 * @returns {Readonly<Prover>}
 * @throws {import("../../../../src/internal/server.js").ProverError} ERR_OPTION
 */
export function createProver(options) {
    const prover = new QueueProver(options);
    return Object.freeze({
        submit: (request, how) => prover.submit(request, how),
        get: (id) => prover.get(id),
        counts: () => prover.ask(() => prover.counts()),
        list: (how) => prover.list(how),
        oldest: (how) => prover.oldest(how),
        close: (how) => prover.close(how),
    });
}
