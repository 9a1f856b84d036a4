/**
 * Many proofs in one process: a limited number at once, in a fair order, on curves and keys that
 * stay open, with one limit of memory for all of them together. Public as ffturbo-server/pool.
 * @module server/pool/prover_pool
 */
import {
    abortSignal, count, createBudget, curveOfKey, describe, FairList, flag, fullProve, getCurveFromName,
    hardwareConcurrency, onAbort, oneOf, orAborted, prove, ProverError, verifyStream, yieldToEventLoop,
} from "../../../../src/internal/server.js";
import { KeyCache } from "./key_cache.js";
import { PRIORITIES, readRecord, tenant } from "../options.js";
import { Admission } from "../admission.js";

/** @import { Curve, Inputs, ProgramLike, ProveOptions, ProveResult } from "../../../../src/internal/server.js" */
/** @import { SourceLike, VerificationKey } from "../../../../src/internal/server.js" */
/** @import { Priority } from "../options.js" */
/** @import { CachedKey } from "./key_cache.js" */

/**
 * @typedef {object} PoolOptions
 * @property {number} [concurrency] - proofs at once; default 2, so that workers have tasks of one
 *   proof while the other reads or joins
 * @property {number} [threads] - workers for all proofs together; 0 runs everything on this thread;
 *   by default one per processor
 * @property {number} [memory] - approximately how many bytes all proofs together may hold at once;
 *   default 1 GiB. A proof that needs more runs alone
 * @property {number} [waiting] - how many proofs may wait; more are refused. Tenants share these
 *   slots, and a tenant with no waiting proof always finds one, see server/admission. Default 1000
 * @property {number} [keys] - how many unused files of keys are held open; default 16
 */

/**
 * @typedef {object} TurnOptions
 * @property {string} [tenant] - on whose behalf: waiting tenants are served in turn; by default
 *   there is one tenant
 * @property {Priority} [priority] - served before all lower priorities, whatever the tenant;
 *   default normal
 * @property {AbortSignal} [signal] - on abort the promise rejects at once, whether the proof waits
 *   or runs
 */

/** @typedef {TurnOptions & Omit<ProveOptions, "threads" | "memory" | "curve">} PoolProveOptions */

/**
 * What a proof of this pool uses.
 * @typedef {{ curve: Curve, memory: number, signal: AbortSignal }} Resources
 */

/**
 * @typedef {object} PoolStats
 * @property {number} running
 * @property {number} waiting
 * @property {number} memory - bytes set aside for the proofs that run
 * @property {number} done
 * @property {number} failed - rejected ones, including aborted ones
 * @property {number} keys - held open
 */

/**
 * @typedef {object} ProverPool
 * @property {(zkey: SourceLike, witness: SourceLike, options?: PoolProveOptions) =>
 *   Promise<ProveResult>} prove
 * @property
 *   {(inputs: Inputs, wasm: ProgramLike, zkey: SourceLike, options?: PoolProveOptions) =>
 *   Promise<ProveResult>}
 *   fullProve
 * @property
 *   {<T>(zkey: SourceLike, work: (key: SourceLike, resources: Resources) => Promise<T>, options?:
 *   TurnOptions) => Promise<T>} run - runs any other work with a key, in the same order
 * @property
 *   {(vkey: VerificationKey, items: readonly unknown[], options?: TurnOptions & { reason?: boolean
 *   }) => Promise<any[]>}
 *   verifyMany - proofs under one key, of any protocol, each { publicSignals, proof }: whether each
 *   is valid, or a verdict with its reason. All of them together take the slot of one proof
 * @property {(options?: { tenant?: string }) => Promise<void>} room - settles when another proof of
 *   this tenant would not be refused
 * @property {() => Readonly<PoolStats>} stats
 * @property {(options?: { abort?: boolean }) => Promise<void>} close - finishes or aborts all
 *   proofs, then ends the workers and closes files
 */

const RULES = Object.freeze({
    concurrency: count(1), threads: count(0), memory: count(2 ** 24), waiting: count(0), keys: count(0),
});
const DEFAULTS = Object.freeze({ concurrency: 2, memory: 2 ** 30, waiting: 1000, keys: 16 });
const TURN_RULES = Object.freeze({ tenant, priority: oneOf(PRIORITIES), signal: abortSignal });

/** Milliseconds that an idle worker of the curves stays, to be ready for the next proof. */
const KEPT_MS = 600_000;

/**
 * Turns of the event loop that a request of a MiB takes to arrive: connections are read in pieces
 * of 64 KiB.
 */
const TURNS = 32;

/**
 * Much of a verification is work of this thread: what has come in the meantime is read before the
 * next one.
 */
async function letOthersIn() {
    for (let i = 0; i < TURNS; i++) await yieldToEventLoop();
}

/** One proof, or other work of the pool. */
class PendingProof {
    /** @param {string} tenant @param {(signal: AbortSignal) => Promise<any>} work */
    constructor(tenant, work) {
        this.tenant = tenant;
        this.work = work;
        this.controller = new AbortController();
        this.promise = new Promise((resolve, reject) => {
            this.resolve = resolve;
            this.reject = reject;
        });
    }
}

/** The waiting proofs: by priority, and for each priority by tenants in turn. */
class Waiting {
    /** @param {number} most */
    constructor(most) {
        this.room = new Admission(most);
        /** @type {FairList<PendingProof>[]} */
        this.rows = PRIORITIES.map(() => new FairList());
    }

    get length() {
        return this.rows.reduce((sum, row) => sum + row.length, 0);
    }

    /** @param {PendingProof} pending @param {Priority} priority */
    push(pending, priority) {
        this.rows[PRIORITIES.indexOf(priority)].push(pending, pending.tenant);
        this.room.enter(pending.tenant);
    }

    /** @returns {PendingProof | undefined} */
    shift() {
        const pending = this.rows.find((row) => row.length > 0)?.shift();
        if (pending) this.room.leave(pending.tenant);
        return pending;
    }

    /** @param {PendingProof} pending */
    remove(pending) {
        const waited = this.rows.some((row) => row.remove(pending));
        if (waited) this.room.leave(pending.tenant);
        return waited;
    }

    toArray() {
        return this.rows.flatMap((row) => row.toArray());
    }
}

class Pool {
    /** @param {unknown} options */
    constructor(options) {
        const { concurrency, threads, memory, waiting, keys } = readRecord(
            "createProverPool", options, RULES, DEFAULTS,
        );
        this.concurrency = concurrency;
        this.threads = threads;
        this.memory = memory;
        this.most = waiting;
        this.waiting = new Waiting(waiting);
        /** @type {Set<PendingProof>} */
        this.running = new Set();
        this.budget = createBudget(memory);
        this.held = 0;
        this.done = 0;
        this.failed = 0;
        this.keys = new KeyCache(keys);
        /** @type {Map<string, Promise<Curve>>} */
        this.curves = new Map();
        /**
         * Callbacks that wait for room of a tenant.
         * @type {{ tenant: string, resolve: () => void }[]}
         */
        this.watching = [];
        /** @type {Promise<void> | undefined} */
        this.ending = undefined;
        /** Settles when nothing runs and nothing waits. @type {(() => void) | undefined} */
        this.whenIdle = undefined;
    }

    /** Would a proof of this tenant be refused? @param {string} tenant */
    isFull(tenant) {
        return this.running.size >= this.concurrency && !this.waiting.room.admits(tenant);
    }

    /**
     * @template T
     * @param {string} where
     * @param {TurnOptions} options
     * @param {(signal: AbortSignal) => Promise<T>} work
     * @returns {Promise<T>}
     */
    async enter(where, { tenant: who = "", priority = "normal", signal }, work) {
        if (this.ending) throw new Error(`${where}: expected a running pool, got one that was closed`);
        signal?.throwIfAborted();
        if (this.isFull(who))
            throw new ProverError(
                "ERR_LIMIT",
                `${where}: expected at most ${this.most} waiting proofs, got one more; wait for room()`,
            );
        const pending = new PendingProof(who, work);
        const unheard = onAbort(signal, () => this.drop(pending, signal?.reason));
        this.waiting.push(pending, priority);
        this.next();
        try {
            return await pending.promise;
        } finally {
            unheard();
        }
    }

    /** @param {PendingProof} pending @param {unknown} reason */
    drop(pending, reason) {
        pending.controller.abort(reason);
        if (!this.waiting.remove(pending)) return; // it runs, and stops by its signal
        this.failed++;
        pending.reject(reason);
        this.wake();
    }

    next() {
        while (this.running.size < this.concurrency) {
            const pending = this.waiting.shift();
            if (!pending) break;
            this.running.add(pending);
            void this.serve(pending);
        }
        this.wake();
    }

    /** @param {PendingProof} pending */
    async serve(pending) {
        try {
            const result = await pending.work(pending.controller.signal);
            this.done++;
            pending.resolve(result);
        } catch (error) {
            this.failed++;
            pending.reject(error);
        }
        this.running.delete(pending);
        this.next();
    }

    wake() {
        for (const watch of this.watching.splice(0)) {
            if (this.isFull(watch.tenant)) this.watching.push(watch);
            else watch.resolve();
        }
        if (this.running.size === 0 && this.waiting.length === 0) this.whenIdle?.();
    }

    /**
     * @param {string} name
     * @returns {Promise<Curve>} used only by this pool, so that it may be terminated
     */
    curve(name) {
        let curve = this.curves.get(name);
        if (!curve) {
            const own = { threads: this.threads, terminationTimeout: KEPT_MS, logger: {} };
            // any: it takes what ffjavascript takes, or our options
            curve = getCurveFromName(name, /** @type {any} */ (own));
            this.curves.set(name, curve);
            curve.catch(() => this.curves.delete(name)); // the next proof tries again
        }
        return curve;
    }

    /**
     * Bytes for a proof with this key: a fair share, or the least that it needs.
     * @param {CachedKey} key
     */
    share({ leastMemory }) {
        const workers = this.threads ?? hardwareConcurrency();
        return Math.max(Math.floor(this.memory / this.concurrency), leastMemory(workers));
    }

    /**
     * Sets memory aside, once earlier proofs have given back enough.
     * @param {number} bytes
     * @param {AbortSignal} signal
     * @returns {Promise<() => void>} gives it back
     */
    async reserve(bytes, signal) {
        const taking = this.budget.take(bytes);
        try {
            await orAborted(taking, signal);
        } catch (error) {
            // memory that is granted too late is given back
            void taking.then(() => this.budget.give(bytes));
            throw error;
        }
        this.held += bytes;
        return () => {
            this.held -= bytes;
            this.budget.give(bytes);
        };
    }

    /**
     * @template T
     * @param {string} where
     * @param {SourceLike} zkey
     * @param {TurnOptions} options
     * @param {(key: SourceLike, resources: Resources) => Promise<T>} work
     * @returns {Promise<T>}
     */
    async withKey(where, zkey, options, work) {
        return this.enter(where, options, (signal) => this.keys.use(zkey, signal, async (key) => {
            const memory = this.share(key);
            const release = await this.reserve(Math.min(memory, this.memory), signal);
            try {
                return await work(key.source, { curve: await this.curve(key.info.curve), memory, signal });
            } finally {
                release();
            }
        }));
    }

    /**
     * @param {any} vkey - any: anything of the caller
     * @param {unknown} items
     * @param {TurnOptions} options
     * @param {boolean} reason
     */
    async verifyMany(vkey, items, options, reason) {
        const where = "pool.verifyMany", name = curveOfKey(vkey, where);
        if (!Array.isArray(items))
            throw new ProverError("ERR_OPTION", `${where}: expected a list of { publicSignals, proof }, got ${describe(items)}`);
        // what the caller changes later has no effect
        const key = structuredClone(vkey), list = [...items];
        return this.enter(where, options, async (signal) => {
            await letOthersIn();
            const answers = [], curve = await this.curve(name);
            for await (const answer of verifyStream(key, list, { reason, signal, curve })) answers.push(answer);
            return answers;
        });
    }

    /** @param {string} who */
    async room(who) {
        while (this.isFull(who))
            await new Promise((resolve) => { this.watching.push({ tenant: who, resolve: () => resolve(undefined) }); });
    }

    /** @returns {Readonly<PoolStats>} */
    stats() {
        const { running, waiting, held, done, failed, keys } = this;
        return Object.freeze({
            running: running.size, waiting: waiting.length, memory: held, done, failed, keys: keys.size,
        });
    }

    /** @param {{ abort?: boolean }} [options] */
    async close({ abort = false } = {}) {
        this.ending ??= this.end();
        if (abort) {
            const reason = new Error("pool: expected to finish, got closed");
            for (const pending of [...this.waiting.toArray(), ...this.running]) this.drop(pending, reason);
        }
        return this.ending;
    }

    async end() {
        if (this.running.size + this.waiting.length > 0)
            await new Promise((resolve) => { this.whenIdle = () => resolve(undefined); });
        const curves = await Promise.allSettled(this.curves.values());
        await Promise.all(curves.map((curve) => curve.status === "fulfilled" && curve.value.terminate()));
        await this.keys.close();
    }
}

/** @param {any} options @returns {{ asked: TurnOptions, rest: any }} */
function splitOptions(options) {
    const { tenant: who, priority, signal, ...rest } = options ?? {};
    return { asked: readRecord("prover pool", { tenant: who, priority, signal }, TURN_RULES, {}), rest };
}

/** Refuses options that the pool sets itself. @param {string} where @param {any} rest */
function checkOwn(where, rest) {
    for (const name of ["threads", "memory", "curve"]) if (rest[name] !== undefined) {
        throw new ProverError("ERR_OPTION", `${where}: expected ${name} among the options of the pool, got it of a proof`);
    }
}

/**
 * A pool of proofs. It starts nothing before the first proof, and close() ends everything that it
 * has started.
 * @param {PoolOptions} [options]
 * @returns {Readonly<ProverPool>}
 * @throws {ProverError} ERR_OPTION. The promises of the pool reject with the errors of prove and
 *   fullProve, with ERR_LIMIT when too many wait, and with the reason of an aborted signal
 */
export function createProverPool(options) {
    const pool = new Pool(options);
    /** @type {ProverPool} */
    const face = {
        async prove(zkey, witness, given) {
            const { asked, rest } = splitOptions(given);
            checkOwn("pool.prove", rest);
            return pool.withKey("pool.prove", zkey, asked, (key, resources) => prove(key, witness, { ...rest, ...resources }));
        },
        async fullProve(inputs, wasm, zkey, given) {
            const { asked, rest } = splitOptions(given);
            checkOwn("pool.fullProve", rest);
            return pool.withKey("pool.fullProve", zkey, asked, (key, resources) =>
                fullProve(inputs, wasm, key, { ...rest, ...resources }),
            );
        },
        async run(zkey, work, given) {
            const { asked, rest } = splitOptions(given);
            readRecord("pool.run", rest, {}, {});
            return pool.withKey("pool.run", zkey, asked, work);
        },
        async verifyMany(vkey, items, given) {
            const { asked, rest } = splitOptions(given);
            const { reason } = readRecord("pool.verifyMany", rest, { reason: flag }, { reason: false });
            return pool.verifyMany(vkey, items, asked, reason);
        },
        room: async (given) => pool.room(readRecord("pool.room", given, { tenant }, { tenant: "" }).tenant),
        stats: () => pool.stats(),
        close: (how) => pool.close(how),
    };
    return Object.freeze(face);
}
