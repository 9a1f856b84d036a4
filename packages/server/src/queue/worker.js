/**
 * The side that proves: takes jobs from a queue of BullMQ, one process per machine.
 * @module server/queue/worker
 */
import { Queue, QueueEvents, UnrecoverableError, WaitingChildrenError, WaitingError, Worker } from "bullmq";
import { anything, call, count, isLate, milliseconds, record, text } from "../../../../src/internal/server.js";
import { cancelled, codeOf, encodeFailure, late, mayTryAgain, publicMessage } from "../failures.js";
import { ask, asking, closeQueues, closeWorker, lasting, within } from "./connection.js";
import { forgetRanks, served } from "./fair.js";
import { checkJob } from "../job_data.js";
import { atDeadline, tellerOf } from "../jobs.js";
import { expectConnection, locations, readRecord } from "../options.js";
import { namesOf, onFailure, QUOTIENT, msmsFor } from "../parts.js";
import { hashNamed } from "../references.js";
import { hasSecrets, withoutSecrets } from "../request.js";
import { createProofMaker } from "../proof_jobs.js";

/** @import { Job } from "bullmq" */
/** @import { PoolStats } from "../pool/prover_pool.js" */
/** @import { Range } from "../../../../src/internal/server.js" */
/** @import { PartData, QuotientResult, TaskOptions } from "../proof_jobs.js" */
/** @import { Reference } from "../references.js" */
/** @import { ProofData } from "../request.js" */

/**
 * What happened to a job, for logs, without the job's data.
 * @typedef {object} WorkerEvent
 * @property {"done" | "failed" | "again" | "returned" | "lost" | "wrong" | "error" | "weak"} event
 *   - again: it will be tried again; returned: the worker stops and has given it back; lost:
 *     another worker was lost with it, and it waits
 *   again; wrong: a part of a proof was wrong, see parts; weak: anybody can forge proofs of a key
 *   that is used for the first time, see circuit and reason
 * @property {string} [id]
 * @property {string} [tenant]
 * @property {string} [kind]
 * @property {number} [ms]
 * @property {string} [circuit] - the sha256 of its key
 * @property {string} [traceparent] - the trace that it belongs to
 * @property {string} [code]
 * @property {string} [message]
 * @property {string} [reason] - why the key is weak, such as DELTA_KNOWN
 * @property {readonly import("../proof_jobs.js").Blame[]} [parts]
 */

/**
 * @typedef {object} WorkerOptions
 * @property {object} connection - to Redis, in the form of BullMQ
 * @property {string} [queue] - its name; default "ffturbo"
 * @property {string} [prefix] - of the keys in Redis; default "bull"
 * @property {string} [name] - of this worker, in results; default host and process
 * @property {number} [concurrency] - jobs at once; default 1
 * @property {number} [threads] - for all jobs together; by default one per processor
 * @property {number} [memory] - bytes for all jobs together; default 1 GiB
 * @property {string | { folder: string, bytes?: number }} [cache] - folder for keys from URLs, and
 *   how many bytes it may hold; default 10 GiB
 * @property {readonly string[]} [allow] - folders and URLs that may be read; by default all
 * @property {readonly string[]} [allowWrite] - folders and URLs for the scalars of proofs in parts;
 *   by default none
 * @property {number} [lost] - milliseconds after the last message of a worker in which its jobs
 *   wait again, for others; default 30 000
 * @property {number} [attempts] - how many workers a job may lose before it fails; default 3
 * @property {number} [readTimeout] - milliseconds without a byte after which a download fails;
 *   default two minutes
 * @property {(event: Readonly<WorkerEvent>) => void} [onEvent]
 */

/**
 * @typedef {object} ProofStats
 * @property {Readonly<PoolStats>} pool
 * @property {{ hits: number, misses: number, files: number, bytes: number }} cache
 */

/**
 * @typedef {object} ProofWorker
 * @property {string} name
 * @property {() => Promise<void>} ready
 * @property {() => Promise<void>} ping - settles when Redis has answered; how long that may take is
 *   the caller's to say
 * @property {() => Promise<Readonly<ProofStats>>} stats
 * @property {(options?: { grace?: number }) => Promise<void>} close - takes no more jobs; running
 *   ones may go on for `grace` milliseconds (by default until they end), and are then given back to
 *   the queue
 */

const RULES = Object.freeze({
    connection: record, queue: text, prefix: text, name: text, concurrency: count(1), threads: count(0),
    memory: count(2 ** 24), cache: anything, allow: locations, allowWrite: locations, lost: milliseconds,
    attempts: count(1), readTimeout: milliseconds, onEvent: call,
});
const DEFAULTS = Object.freeze({
    queue: "ffturbo", prefix: "bull", concurrency: 1, memory: 2 ** 30, lost: 30_000, attempts: 3,
    readTimeout: 120_000, onEvent: () => {},
});

/**
 * Milliseconds between two reports of progress of a job: each is a message to Redis and to all
 * listeners.
 */
const REPORT_MS = 500;

/**
 * Fractions of `lost`: that a worker's hold of a job lasts after its last message, and that passes
 * between two looks for jobs that no worker holds. The looks of one worker may be skipped for those
 * of another that was lost itself, so that a job waits again after the first fraction and twice the
 * second.
 */
const HELD = 0.8, LOOKS = 0.1;

/** Milliseconds that Redis may take to answer when the worker stops. */
const LAST_MS = 1000;

/** Why jobs are aborted when the worker stops and gives them back. */
const RETURNED = new Error("worker: expected to finish, got stopped");

/**
 * How long a cancelled proof is remembered, in milliseconds: a part that comes later is computed in
 * vain.
 */
const UNWANTED_MS = 600_000;

/** In a proof in parts, progress is reported once for each part. @param {PartData} data */
const progressOf = ({ kind, range, total = 0 }) =>
    kind === "quotient" || !range
        ? { phase: "fft", done: 1, total: 1 }
        : { phase: range.part, done: range.to, total };

/**
 * A listener that reports progress, but not too often; undefined for a part of a proof.
 * @param {Job} job
 */
function reporter(job) {
    if (job.data.root) return undefined;
    let next = 0, sent = true;
    return (/** @type {import("../../../../src/internal/server.js").ProgressReport} */ report) => {
        const now = Date.now();
        if (now < next || !sent) return; // without Redis, reports would pile up
        next = now + REPORT_MS;
        sent = false;
        const done = () => { sent = true; };
        job.updateProgress(report).then(done, done); // a lost report must not fail the proof
    };
}

class QueueWorker {
    /** @param {unknown} options */
    constructor(options) {
        const checked = readRecord("createWorker", options, RULES, DEFAULTS);
        expectConnection("createWorker", checked);
        const { connection, queue, prefix, concurrency, lost, attempts } = checked;
        this.tell = tellerOf(checked.onEvent);
        this.maker = createProofMaker(checked, this.tell);
        this.tasks = this.maker.tasks;
        this.name = this.maker.name;
        /**
         * Jobs that run here.
         * @type {Map<string, { controller: AbortController, root: string }>}
         */
        this.running = new Map();
        /**
         * Proofs that were cancelled while a worker had them: their parts may still come.
         * @type {Set<string>}
         */
        this.unwanted = new Set();
        /**
         * How long a job waits for Redis: when that is away for longer, another worker may have it.
         */
        this.patience = Math.ceil(HELD * lost);
        this.queue = new Queue(queue, { ...asking(connection, this.patience), prefix });
        this.control = new QueueEvents(`${queue}-control`, { connection: lasting(connection), prefix });
        this.worker = new Worker(queue, (job, token) => this.process(job, token), {
            connection: lasting(connection), prefix, concurrency, name: this.name,
            lockDuration: this.patience, stalledInterval: Math.ceil(LOOKS * lost), maxStalledCount: attempts,
        });
        this.listen();
        /** @type {Promise<void> | undefined} */
        this.ending = undefined;
        /** Ends the wait for Redis of jobs that are to be given back. */
        this.over = new AbortController();
        /** Called when no job runs. */
        this.whenIdle = () => {};
    }

    listen() {
        /** @type {import("node:events").EventEmitter[]} */
        const parts = [this.queue, this.control, this.worker];
        for (const part of parts) // connections are restored
            part.on("error", (error) => this.tell({ event: "error", message: publicMessage(error) }));
        this.worker.on("ioredis:close", () => {
            if (!this.ending) this.tell({ event: "error", message: "queue: expected a connection to Redis, got it closed" });
        });
        // any: an event of ours, which the types of BullMQ do not have
        this.control.on(/** @type {any} */ ("cancel"), (/** @type {{ id: string }} */ { id }) => {
            this.unwanted.add(id);
            setTimeout(() => this.unwanted.delete(id), UNWANTED_MS).unref();
            for (const [own, { controller, root }] of this.running)
                if (root === id) controller.abort(cancelled(own));
        });
        this.worker.on("lockRenewalFailed", (ids) => { // another worker may have it by now
            for (const id of ids) this.running.get(id)?.controller.abort(new Error("worker: expected its lock"));
        });
        this.worker.on("drained", () => void forgetRanks(this.queue).catch(() => {}));
        this.worker.on("stalled", (id) => void this.tellLost(id).catch(() => {}));
        this.worker.on("completed", (job) => this.forget(job));
        this.worker.on("failed", (job) => { if (job?.finishedOn) this.forget(job); });
    }

    /**
     * Asks Redis, for as long as the worker may still have the job.
     * @template T
     * @param {() => Promise<T>} question
     * @returns {Promise<T>}
     */
    ask(question) {
        return ask(this.queue, question, { end: Date.now() + this.patience, signal: this.over.signal });
    }

    /** @param {string} id */
    async tellLost(id) {
        const job = await this.ask(() => this.queue.getJob(id));
        this.tell({ event: "lost", ...(job ? aboutJob(job) : { id }) });
    }

    /** Witnesses leave Redis when their job is done. @param {Job} job */
    forget(job) {
        if (!isOurs(job) || !hasSecrets(job.data)) return;
        job.updateData(withoutSecrets(job.data)).catch(() => {}); // removed already
    }

    /** @param {Job} job @param {string | undefined} token */
    async process(job, token) {
        const id = String(job.id);
        const controller = new AbortController();
        const started = Date.now();
        const { tenant, deadline, root = id, cancelled: unwanted } = Object(job.data), kind = job.name;
        const timer = atDeadline(deadline, () => controller.abort(late(id)));
        this.running.set(id, { controller, root });
        try {
            if (this.ending) throw RETURNED; // it was on its way
            checkJob(kind, job.data, id);
            if (deadline !== undefined && deadline <= started) throw late(id);
            if (unwanted) throw cancelled(id);
            if (root === id && job.priority) // without it, ranks are a little less fair
                await this.ask(() => served(this.queue, job.priority, { tenant, id })).catch(() => {});
            const result = await this.run(job, token, { signal: controller.signal, onProgress: reporter(job) });
            this.tell({ event: "done", ...aboutJob(job), ms: Date.now() - started });
            return result;
        } catch (error) {
            if (error instanceof WaitingChildrenError) throw error;
            throw await this.failureOf(error, job, token, Date.now() - started);
        } finally {
            clearTimeout(timer);
            this.running.delete(id);
            if (this.running.size === 0) this.whenIdle();
        }
    }

    /**
     * @param {unknown} error
     * @param {Job} job
     * @param {string | undefined} token
     * @param {number} ms
     * @returns {Promise<Error>} the error for BullMQ
     */
    async failureOf(error, job, token, ms) {
        const about = { ...aboutJob(job), ms };
        if (error === RETURNED) {
            // else it waits again when its worker counts as lost
            await within(job.moveToWait(token), LAST_MS);
            this.tell({ event: "returned", ...about });
            return new WaitingError();
        }
        const text = encodeFailure(error);
        const again = mayTryAgain(error);
        const code = codeOf(error);
        const last = !again || job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
        this.tell({ event: last ? "failed" : "again", ...about, code, message: publicMessage(error) });
        if (last && isOurs(job) && endsProof(job.data, code)) await this.discardScalars(job);
        const failure = again ? new Error(text) : new UnrecoverableError(text);
        failure.stack = text; // BullMQ keeps stacks
        return failure;
    }

    /**
     * @param {Job} job
     * @param {string | undefined} token
     * @param {TaskOptions} options
     * @returns {Promise<any>}
     */
    async run(job, token, options) {
        const { data, name: kind } = job;
        if (kind === "prove") return { ...(await this.tasks.prove(data, options)), worker: this.name };
        if (kind === "split") return this.split(job, token, options);
        await this.expectRoot(data);
        const made = kind === "msm" ? await this.tasks.msm(data, options) : await this.tasks.quotient(data, options);
        if ("quotient" in made) await this.addParts(data, job, made);
        await this.ask(() => this.queue.updateJobProgress(data.root, progressOf(data)))
            .catch(() => {}); // a lost report fails no proof
        return made;
    }

    /** Refuses parts of a proof that has failed or is no longer wanted. @param {PartData} data */
    async expectRoot({ root }) {
        const state = this.unwanted.has(root) ? "unknown" : await this.ask(() => this.queue.getJobState(root));
        if (["failed", "completed", "unknown"].includes(state)) throw cancelled(root);
    }

    /**
     * The job of a whole proof in parts: its parts are queued, and joined when they are done.
     * @param {Job} job
     * @param {string | undefined} token
     * @param {TaskOptions} options
     * @returns {Promise<import("../jobs.js").QueueResult>}
     */
    async split(job, token, options) {
        const counts = await within(job.getDependenciesCount(), this.patience);
        const { processed = 0, unprocessed = 0, ignored = 0 } = counts;
        if (processed + unprocessed + ignored === 0) await this.plan(job, options);
        const waits = job.moveToWaitingChildren(/** @type {string} */ (token));
        if (await within(waits, this.patience)) throw new WaitingChildrenError();
        const result = await this.tasks.join(job.data, String(job.id), await this.resultsOf(job), options);
        if (result.wrong) this.tell({ event: "wrong", ...aboutJob(job), parts: result.wrong });
        await this.discardScalars(job);
        return { ...result, worker: this.name };
    }

    /**
     * The results of the parts, by name.
     * @param {Job} job
     * @returns {Promise<Record<string, unknown>>}
     */
    async resultsOf(job) {
        const begin = this.queue.toKey(`${job.id}-`);
        const values = await within(job.getChildrenValues(), this.patience);
        return Object.fromEntries(Object.entries(values).map(([key, value]) => [key.slice(begin.length), value]));
    }

    /** Removes the scalars of H when they are no longer needed. @param {Job} job */
    async discardScalars({ id, data }) {
        await this.maker.store.discard(data.scratch ?? data.split?.scratch, data.root ?? id);
    }

    /** @param {Job} job @param {TaskOptions} options */
    async plan(job, options) {
        const workers = () => this.ask(() => this.queue.getWorkersCount());
        const { split } = job.data, msms = await msmsFor(split.msms, workers);
        if (msms !== split.msms) // the number of workers may change until the parts are joined
            await within(job.updateData({ ...job.data, split: { ...split, msms } }), this.patience);
        const ranges = await this.tasks.plan(job.data, options);
        const { first, over } = namesOf(ranges);
        const { zkey, witness, tenant, deadline, traceparent } = /** @type {ProofData} */ (job.data);
        const common = {
            tenant, deadline, traceparent, root: String(job.id), zkey, witness: /** @type {Reference} */ (witness),
            scratch: split.scratch,
        };
        await this.addAll([
            this.part(job, QUOTIENT, { ...common, kind: "quotient", ranges: [...over.values()] }),
            ...[...first].map(([name, range]) =>
                this.part(job, name, { ...common, kind: "msm", range, total: totalOf(ranges, range) })),
        ]);
    }

    /**
     * Queues the MSMs over H, once their scalars are available.
     * @param {PartData} data - of the FFTs
     * @param {Job} job
     * @param {QuotientResult} made
     */
    async addParts(data, job, { quotient }) {
        const { root, tenant, deadline, traceparent, zkey, scratch } = data;
        const ranges = /** @type {Range[]} */ (data.ranges);
        await this.expectRoot(data);
        const whole = { id: root, opts: job.opts };
        await this.addAll([...namesOf(ranges).over].map(([name, range]) =>
            this.part(whole, name, {
                kind: "msm", tenant, deadline, traceparent, root, zkey, witness: quotient, range, scratch,
                total: totalOf(ranges, range),
            })));
    }

    /**
     * Jobs have names, so that none is added twice.
     * @param {Parameters<Queue["addBulk"]>[0]} jobs
     */
    addAll(jobs) {
        return this.ask(() => this.queue.addBulk(jobs));
    }

    /**
     * @param {{ id?: string, opts: import("bullmq").JobsOptions }} whole
     * @param {string} name
     * @param {PartData} data
     */
    part({ id, opts: { priority, attempts, backoff } }, name, data) {
        return {
            name: data.kind,
            data: JSON.parse(JSON.stringify(data)),
            opts: {
                jobId: `${id}-${name}`, priority, attempts, backoff, stackTraceLimit: 0, removeOnComplete: true,
                removeOnFail: { age: KEEP_FAILED }, ...onFailure(data.range),
                parent: { id: String(id), queue: this.queue.qualifiedName },
            },
        };
    }

    /** @param {{ grace?: number }} [options] */
    async close({ grace } = {}) {
        this.ending ??= this.end(grace);
        return this.ending;
    }

    /** @param {number | undefined} grace */
    async end(grace) {
        await this.worker.pause(true);
        const idle = new Promise((resolve) => {
            this.whenIdle = () => resolve(undefined);
            if (this.running.size === 0) resolve(undefined);
        });
        const timer = grace === undefined ? undefined : setTimeout(() => {
            this.over.abort();
            for (const { controller } of this.running.values()) controller.abort(RETURNED);
        }, grace);
        await (grace === undefined ? idle : within(idle, grace + LAST_MS).catch(() => {}));
        clearTimeout(timer);
        this.over.abort();
        await closeWorker(this.worker, () => this.ping());
        await Promise.all([this.maker.pool.close(), closeQueues([this.control, this.queue])]);
    }

    /** Settles when Redis has answered. */
    async ping() {
        await this.queue.getJobCounts("active");
    }
}

/** What events say of a job. @param {Job} job */
function aboutJob(job) {
    const { id, name: kind, data } = job, ours = isOurs(job);
    return {
        id, tenant: Object(data).tenant, kind,
        circuit: ours ? hashNamed(data.zkey) : undefined, traceparent: ours ? data.traceparent : undefined,
    };
}

/** Is it a job that passed the checks? @param {Job} job */
function isOurs({ name, data, id }) {
    try {
        checkJob(name, data, String(id));
        return true;
    } catch {
        return false;
    }
}

/**
 * Does the whole proof fail with this part? It goes on without an MSM over H.
 * @param {any} data
 * @param {string} code
 */
const endsProof = ({ range }, code) => !range || !isLate(range) || ["ERR_CANCELLED", "ERR_DEADLINE"].includes(code);

/** @param {Range[]} ranges @param {{ part: string }} range */
const totalOf = (ranges, { part }) => Math.max(...ranges.filter((one) => one.part === part).map(({ to }) => to));

/** How long the reason of a failed part is kept, in seconds. */
const KEEP_FAILED = 3600;

/**
 * @param {WorkerOptions} options
 * @returns {Readonly<ProofWorker>}
 * @throws {ProverError} ERR_OPTION
 */
export function createWorker(options) {
    const worker = new QueueWorker(options);
    return Object.freeze({
        name: worker.name,
        ready: async () => { await Promise.all([worker.worker.waitUntilReady(), worker.control.waitUntilReady()]); },
        ping: () => worker.ping(),
        stats: worker.maker.stats,
        close: (how) => worker.close(how),
    });
}
