/**
 * The interface of a queue on the pool of this process: requests and jobs as in ffturbo-server/queue, but
 * without Redis; nothing outlives the process.
 * @module server/pool/local
 */
import { createDelegated } from "../delegated.js";
import { cancelled, codeOf, conflict, FullError, late, publicMessage, QueueError } from "../failures.js";
import { addListener, atDeadline, expectValid, tellerOf } from "../jobs.js";
import { readList, readRecord, tenant as tenantRule } from "../options.js";
import { anything, call, count, milliseconds, ProverError } from "../../../../src/internal/server.js";
import { createHashes, hashNamed } from "../references.js";
import { bytesInside, nameJob, newName, readRequest } from "../request.js";
import { Admission } from "../admission.js";
import { createProofMaker } from "../proof_jobs.js";

/** @import { ProgressReport } from "../../../../src/internal/server.js" */
/** @import { EndEvent, JobState, ListOptions, ProofJob, Prover, QueueResult } from "../jobs.js" */
/** @import { ProofStats, WorkerEvent } from "../queue/worker.js" */
/** @import { MsmShare } from "../delegated.js" */
/** @import { ProofData, ProofRequest, SubmitOptions } from "../request.js" */

/**
 * @typedef {object} LocalProverOptions
 * @property {number} [concurrency] - proofs at once; default 1
 * @property {number} [threads]
 * @property {number} [memory] - bytes for all of them together; default 1 GiB. Waiting requests
 *   that contain their files hold a quarter of it at most, or one request of each tenant
 * @property {number} [waiting] - proofs that may wait; more are refused. Tenants share these
 *   slots, and a tenant with no waiting proof always finds one, see server/admission. Default 1000
 * @property {number} [inline] - bytes of a file that may come inside a request; default 64 KiB
 * @property {number} [keep] - seconds that a result stays, among the last 1000 of its tenant;
 *   default an hour
 * @property {string | { folder: string, bytes?: number }} [cache] - folder for keys from addresses
 * @property {readonly string[]} [allow] - folders and addresses that may be read; default: all
 * @property {number} [readTimeout] - milliseconds without a byte after which a download fails;
 *   default two minutes
 * @property {(event: Readonly<WorkerEvent | EndEvent>) => void} [onEvent] - what a worker and a
 *   submitter would hear
 */

const RULES = Object.freeze({
    concurrency: count(1), threads: count(0), memory: count(2 ** 24), waiting: count(0), inline: count(0),
    keep: count(1), cache: anything, allow: anything, readTimeout: milliseconds, onEvent: call,
});
const DEFAULTS = Object.freeze({
    concurrency: 1, memory: 2 ** 30, waiting: 1000, inline: 65_536, keep: 3600, readTimeout: 120_000,
    onEvent: () => {},
});

/** The fraction of the memory that waiting requests may hold. */
const WAITING_MEMORY = 1 / 4;

/**
 * How many ended jobs of a tenant are kept, as many as may wait by default, and how many bytes of
 * their results. What is kept for one tenant takes nothing from another.
 */
const KEPT_JOBS = 1000, KEPT_BYTES = 2 ** 24;

/** One job of this process. */
class LocalJob {
    /**
     * @param {string} tenant
     * @param {number} slots - that it takes while it has not ended
     * @param {string} [id]
     */
    constructor(tenant, slots, id) {
        this.id = id ?? newName();
        this.tenant = tenant;
        this.slots = slots;
        /** @type {string | undefined} */
        this.fingerprint = undefined;
        this.submitted = Date.now();
        /** When its proof began. @type {number | undefined} */
        this.begun = undefined;
        this.controller = new AbortController();
        /** @type {JobState} */
        this.state = "waiting";
        /** @type {ProgressReport | undefined} */
        this.progress = undefined;
        /** @type {QueueResult | undefined} */
        this.value = undefined;
        /** @type {QueueError | undefined} */
        this.error = undefined;
        /** @type {Set<(report: ProgressReport) => void>} */
        this.listeners = new Set();
        /** @type {Promise<QueueResult>} */
        this.ended = Promise.reject(new Error("not begun"));
        this.ended.catch(() => {});
    }

    /** @param {ProgressReport} report */
    report(report) {
        this.state = "active";
        this.begun ??= Date.now();
        this.progress = report;
        for (const listener of this.listeners) listener(report);
    }

    /**
     * @param {Promise<QueueResult>} running
     * @param {(bytes: number) => void} onEnd - with the size of its result
     */
    follow(running, onEnd) {
        this.ended = running.then((value) => {
            this.state = "done";
            this.value = value;
            onEnd(JSON.stringify(value).length);
            return value;
        }, (error) => {
            this.state = "failed";
            this.error = error instanceof QueueError ? error : new QueueError(codeOf(error), publicMessage(error));
            onEnd(0);
            throw this.error;
        });
        this.ended.catch(() => {}); // result() throws it
    }

    /** @returns {Promise<boolean>} */
    async cancel() {
        if (this.state === "done" || this.state === "failed") return false;
        this.controller.abort(cancelled(this.id));
        await this.ended.catch(() => {});
        return true;
    }

    /** @returns {ProofJob} */
    face(repeated = false) {
        return Object.freeze({
            id: this.id, tenant: this.tenant, repeated,
            result: () => this.ended,
            onProgress: (listener) => addListener(this.listeners, listener),
            cancel: () => this.cancel(),
            status: async () => ({ state: this.state, progress: this.progress, result: this.value, error: this.error }),
        });
    }
}

/** The jobs of one process, by their names: those that have not ended, and some that have. */
export class LocalJobs {
    /** @param {number} slots @param {number} bytes - of a slot @param {number} keep - seconds */
    constructor(slots, bytes, keep) {
        this.room = new Admission(slots);
        this.bytes = bytes;
        this.keep = keep;
        /** Oldest first. @type {Map<string, LocalJob>} */
        this.all = new Map();
        /** How many there have been: their place in lists. @type {number} */
        this.count = 0;
        /** @type {WeakMap<LocalJob, number>} */
        this.numbers = new WeakMap();
        /** @type {Set<LocalJob>} */
        this.unfinished = new Set();
        /** @typedef {Map<LocalJob, { size: number, timer: any }>} Ended - oldest first */
        /** The ended ones of each tenant. @type {Map<string, Ended>} */
        this.ended = new Map();
    }

    /**
     * @param {string} tenant
     * @param {number} bytes - that it holds
     * @param {string} [id]
     * @returns {LocalJob}
     */
    open(tenant, bytes, id) {
        const job = new LocalJob(tenant, Math.max(1, Math.ceil(bytes / this.bytes)), id);
        this.room.enter(tenant, job.slots);
        this.all.set(job.id, job);
        this.numbers.set(job, ++this.count);
        this.unfinished.add(job);
        return job;
    }

    /**
     * @param {ReturnType<typeof readList>} options
     * @returns {Awaited<ReturnType<Prover["list"]>>}
     */
    page({ tenant, limit, after = Infinity }) {
        const numberOf = (/** @type {LocalJob} */ job) => Number(this.numbers.get(job));
        const jobs = [...this.all.values()].filter((job) => job.tenant === tenant && numberOf(job) < after).reverse();
        const last = jobs[limit - 1];
        return {
            jobs: jobs.slice(0, limit)
                .map(({ id, state, submitted, progress, error }) => ({ id, state, submitted, progress, error })),
            next: last && String(numberOf(last)),
        };
    }

    /** @param {string} [tenant] */
    oldest(tenant) {
        for (const job of this.unfinished) // oldest first
            if (job.state === "waiting" && (tenant ?? job.tenant) === job.tenant) return Date.now() - job.submitted;
        return 0;
    }

    /** @param {LocalJob} job @param {number} bytes - of its result */
    end(job, bytes) {
        this.unfinished.delete(job);
        this.room.leave(job.tenant, job.slots);
        const ended = this.ended.get(job.tenant) ?? new Map();
        const timer = setTimeout(() => this.forget(job), Math.min(2 ** 31 - 1, 1000 * this.keep)).unref();
        this.ended.set(job.tenant, ended.set(job, { size: bytes, timer }));
        let held = 0;
        for (const { size } of ended.values()) held += size;
        for (const [old, { size }] of ended) {
            if (ended.size <= KEPT_JOBS && held <= KEPT_BYTES) break;
            held -= size;
            this.forget(old);
        }
    }

    /** @param {LocalJob} job */
    forget(job) {
        this.all.delete(job.id);
        const ended = this.ended.get(job.tenant);
        clearTimeout(ended?.get(job)?.timer); // it would keep the job in memory
        ended?.delete(job);
        if (ended?.size === 0) this.ended.delete(job.tenant);
    }
}

class LocalProver {
    /** @param {unknown} options */
    constructor(options) {
        const checked = readRecord("createLocalProver", options, RULES, DEFAULTS);
        const { concurrency, memory, waiting, inline, keep, allow, onEvent } = checked;
        this.waiting = waiting;
        this.inline = inline;
        this.allow = allow;
        this.tell = tellerOf(onEvent);
        // the pool refuses none that the jobs admit
        this.maker = createProofMaker({ ...checked, waiting: Number.MAX_SAFE_INTEGER }, this.tell);
        this.hashes = createHashes();
        const slots = waiting + concurrency;
        const most = WAITING_MEMORY * memory;
        this.jobs = new LocalJobs(slots, most / slots, keep);
        const { pool, store, tellWeak } = this.maker, { room, bytes } = this.jobs;
        this.msmShare = createDelegated({ pool, store, hashes: this.hashes, allow, room, bytes, most, tellWeak });
        this.closed = false;
    }

    /**
     * @param {ProofRequest} request
     * @param {SubmitOptions} [options]
     * @returns {Promise<ProofJob>}
     */
    async submit(request, options) {
        if (this.closed) throw new Error("submit: expected an open prover, got one that was closed");
        const { data: asked, priority, vkey } = await readRequest(request, this);
        if (asked.kind === "split")
            throw new ProverError("ERR_OPTION", "submit: expected no split in one process, got one");
        const { id, data, confirm } = nameJob(asked, priority, options);
        const known = this.jobs.all.get(id);
        if (known && known.fingerprint !== data.fingerprint) throw conflict();
        const job = known ?? this.open(id, data, { priority, vkey });
        const face = job.face(known !== undefined);
        try {
            await confirm(face);
        } catch (error) {
            if (job.fingerprint === undefined) await job.cancel(); // no client knows its name
            throw error;
        }
        return face;
    }

    /**
     * @param {string} id
     * @param {ProofData} data
     * @param {any} more
     * @returns {LocalJob} that has begun to wait
     */
    open(id, data, more) {
        if (!this.jobs.room.admits(data.tenant)) throw new FullError(this.waiting);
        const job = this.jobs.open(data.tenant, bytesInside(data), id);
        job.fingerprint = data.fingerprint;
        job.follow(this.run(job, data, more), (bytes) => this.jobs.end(job, bytes));
        void this.tellEnd(job, data);
        return job;
    }

    /**
     * @param {LocalJob} job
     * @param {ProofData} data
     * @param {any} more
     * @returns {Promise<QueueResult>}
     */
    async run(job, data, { priority, vkey }) {
        const { controller, controller: { signal } } = job, { tasks, name } = this.maker;
        const timer = atDeadline(data.deadline, () => controller.abort(late(job.id)));
        try {
            const result = await tasks.prove(data, { signal, priority, onProgress: (report) => job.report(report) });
            await expectValid(job.id, result, vkey);
            return { ...result, worker: name };
        } finally {
            clearTimeout(timer);
        }
    }

    /**
     * Tells what became of a job, as a worker and as its submitter.
     * @param {LocalJob} job
     * @param {ProofData} data
     */
    async tellEnd(job, data) {
        const { id, tenant, submitted } = job, { traceparent } = data, circuit = hashNamed(data.zkey);
        await job.ended.catch(() => {});
        const now = Date.now();
        const ms = now - (job.begun ?? now), code = job.error?.code;
        const failure = job.error && { code, message: job.error.message };
        this.tell({ event: code ? "failed" : "done", id, tenant, kind: "prove", circuit, traceparent, ms, ...failure });
        this.tell({ event: "ended", id, tenant, ms: now - submitted, code, traceparent });
    }

    async counts() {
        const all = [...this.jobs.unfinished];
        const active = all.filter(({ state }) => state === "active").length;
        return { waiting: all.length - active, active };
    }

    /** @param {{ grace?: number }} [options] */
    async close({ grace } = {}) {
        this.closed = true;
        const { unfinished } = this.jobs, timer = grace === undefined ? undefined : setTimeout(() => {
            for (const { controller, id } of unfinished) controller.abort(cancelled(id));
        }, grace);
        await Promise.allSettled([...unfinished].map(({ ended }) => ended));
        clearTimeout(timer);
        await this.maker.pool.close({ abort: true });
    }
}

/**
 * @param {LocalProverOptions} [options]
 * @returns {Readonly<Omit<Prover, "close"> & { stats: () => Promise<Readonly<ProofStats>>, close:
 *   (options?: { grace?: number }) => Promise<void>, verifyMany:
 *   import("./prover_pool.js").ProverPool["verifyMany"], msmShare: MsmShare }>} stats: as of a
 *   worker; verifyMany: on the pool of this prover; msmShare: what a server of ffturbo-keys/delegate
 *   does; close: running and waiting jobs may go on for `grace` milliseconds (default: to their
 *   end), then they are aborted
 * @throws {ProverError} ERR_OPTION
 */
export function createLocalProver(options) {
    const prover = new LocalProver(options), { jobs, maker: { pool, stats }, msmShare } = prover;
    return Object.freeze({
        submit: (/** @type {ProofRequest} */ request, /** @type {SubmitOptions | undefined} */ how) =>
            prover.submit(request, how),
        get: async (/** @type {string} */ id) => jobs.all.get(id)?.face(),
        list: async (/** @type {ListOptions | undefined} */ how) => jobs.page(readList(how)),
        oldest: async (/** @type {{ tenant?: string } | undefined} */ how) =>
            jobs.oldest(readRecord("oldest", how, { tenant: tenantRule }, {}).tenant),
        counts: () => prover.counts(),
        stats, msmShare, verifyMany: pool.verifyMany,
        close: (/** @type {{ grace?: number } | undefined} */ how) => prover.close(how),
    });
}
