/**
 * Decides where a witness is calculated: in a worker, which is kept for a while for the next one,
 * or on this thread if no worker can start. At most one witness per processor is calculated at a
 * time; others wait.
 * @module files/witness/runners
 */
import { hardwareConcurrency, startTimer } from "../../util/host.js";
import { onAbort } from "../../util/signals.js";
import { waysToStart } from "../../util/worker_ways.js";
import { ProverError } from "../errors.js";
import { orAborted, startDeadline } from "../stop.js";
import { createPrograms } from "./programs.js";
import { Refused, RemoteCalculator } from "./remote.js";
import { witnessWorkerSource } from "./worker_source.js";

/** @import { WayOptions } from "../../util/worker_ways.js" */
/** @import { Witness } from "./program.js" */
/** @import { Programs } from "./programs.js" */
/** @import { Order } from "./protocol.js" */

/** Milliseconds that a worker is kept for the next witness: as long as one of the pool. */
const KEPT = 1500;

/**
 * @typedef {object} Limits
 * @property {number} timeout - milliseconds; Infinity means no limit
 * @property {AbortSignal} [signal]
 * @property {(line: string) => void} onLog
 * @property {boolean} [consume] - the module's bytes may be detached
 * @property {Programs} [programs] - kept programs, for calculating on this thread
 */

/**
 * @typedef {object} Runner
 * @property {() => Promise<boolean>} isRemote - false if this thread will be busy until the witness
 *   is calculated
 * @property {(order: Order, limits: Limits) => Promise<Witness>} calculate - may be called once
 * @property {() => void} leave - to be called afterwards, or when the runner is no longer wanted
 */

/**
 * Idle workers, with the options that they were started with. expire: they end in a while.
 * @type {{ calculator: RemoteCalculator, options: WayOptions, expire: () => void, cancel: () =>
 *   void }[]}
 */
const kept = [];

/** How many callers want idle workers to stay. */
let staying = 0;

/**
 * Workers that start for a witness that will come.
 * @type {Set<{ options: WayOptions, started: Promise<unknown> }>}
 */
const coming = new Set();

/** Options with which no worker starts here. @type {WayOptions[]} */
const refused = [];

/** @param {WayOptions} a @param {WayOptions} b */
const same = (a, b) => a.createWorker === b.createWorker && String(a.workerUrl) === String(b.workerUrl);

/**
 * How many witnesses are being calculated, and which wait.
 * @type {{ taken: number, waiting: (() => void)[] }}
 */
const turns = { taken: 0, waiting: [] };

/** @returns {Promise<void>} */
function takeTurn() {
    if (turns.taken < hardwareConcurrency()) {
        turns.taken++;
        return Promise.resolve();
    }
    return new Promise((resolve) => { turns.waiting.push(resolve); });
}

function giveTurn() {
    const next = turns.waiting.shift();
    if (next) next();
    else turns.taken--;
}

/** @param {WayOptions} options @returns {RemoteCalculator | undefined} */
function takeKept(options) {
    const index = kept.findIndex((entry) => same(entry.options, options));
    if (index < 0) return undefined;
    const [{ calculator, cancel }] = kept.splice(index, 1);
    cancel();
    if (calculator.closed) return takeKept(options);
    calculator.hold();
    return calculator;
}

/**
 * Keeps a worker; only for a while, unless it is to stay.
 * @param {RemoteCalculator} calculator
 * @param {WayOptions} options
 */
function keep(calculator, options) {
    const end = () => {
        kept.splice(kept.findIndex((entry) => entry.calculator === calculator), 1);
        calculator.close();
    };
    /** @type {ReturnType<typeof startTimer> | undefined} */
    let timer;
    const expire = () => {
        timer = startTimer(KEPT, end);
        timer.unref();
    };
    calculator.rest();
    kept.push({ calculator, options, expire, cancel: () => timer?.cancel() });
    if (staying === 0) expire();
}

/**
 * @param {WayOptions} options
 * @returns {Promise<RemoteCalculator | undefined>} undefined if no worker can start here
 */
async function startRemote(options) {
    if (refused.some((entry) => same(entry, options))) return undefined;
    const ways = waysToStart({ name: "ffturbo-witness", source: witnessWorkerSource }, options);
    for (const way of ways) {
        const calculator = new RemoteCalculator();
        try {
            await calculator.start(way);
            return calculator;
        } catch {
            if (way.sure) return undefined; // the machine is out of memory or threads
        }
    }
    refused.push(options);
    return undefined;
}

/** @param {Order} order @param {Limits} limits @returns {Promise<Witness>} */
async function calculateHere(order, { onLog, signal, programs = createPrograms() }) {
    /** @type {{ error: unknown } | undefined} */
    let heard;
    const listen = (/** @type {string} */ line) => {
        try {
            onLog(line);
        } catch (error) {
            heard = { error };
            throw error;
        }
    };
    try {
        signal?.throwIfAborted();
        return await programs.calculate(order, listen);
    } catch (error) {
        throw heard ? heard.error : error;
    }
}

/**
 * @param {RemoteCalculator} remote
 * @param {Order} order
 * @param {Limits} limits
 * @returns {Promise<Witness>}
 */
async function calculateThere(remote, order, { timeout, signal, onLog, consume }) {
    const late = () =>
        remote.stop(
            new ProverError(
                "ERR_LIMIT",
                `${order.name}: expected the witness within ${timeout} ms, got none; the program does not end, or witnessTimeout is too short for it`,
            ),
        );
    const abort = () => remote.stop(signal?.reason);
    const own = consume && ArrayBuffer.isView(order.code) ? [/** @type {ArrayBuffer} */ (order.code.buffer)] : [];
    const cancel = startDeadline(timeout, late);
    const unheard = onAbort(signal, abort);
    try {
        return await remote.calculate(order, own, onLog);
    } finally {
        cancel();
        unheard();
    }
}

/**
 * A runner for one witness. Its worker starts at once.
 * @param {WayOptions & { here: boolean }} options - here: the caller wants it on this thread
 * @returns {Runner}
 */
export function openRunner({ here, createWorker, workerUrl }) {
    const options = { createWorker, workerUrl };
    let left = false;
    // instead of starting another one beside it
    const ahead = [...coming].filter((entry) => same(entry.options, options)).map(({ started }) => started);
    /** @type {Promise<RemoteCalculator | undefined>} */
    const opening = here
        ? Promise.resolve(undefined)
        : takeTurn().then(() => Promise.all(ahead))
            .then(() => takeKept(options) ?? (left ? undefined : startRemote(options)));
    return Object.freeze({
        isRemote: async () => (await opening) !== undefined,
        async calculate(/** @type {Order} */ order, /** @type {Limits} */ limits) {
            const remote = await orAborted(opening, limits.signal);
            if (!remote) return calculateHere(order, limits);
            try {
                return await calculateThere(remote, order, limits);
            } catch (error) {
                if (error instanceof Refused) return calculateHere(order, limits);
                throw error;
            }
        },
        leave() {
            if (left || here) return;
            left = true;
            void opening.then((remote) => {
                if (remote?.kept && !remote.run) keep(remote, options);
                else remote?.close();
                giveTurn();
            });
        },
    });
}

/**
 * Starts a worker for a witness that will come, and lets idle ones stay.
 * @param {WayOptions & { here: boolean }} options - as of openRunner
 * @returns {() => void} ends that; to be called once
 */
export function stayReady(options) {
    const runner = openRunner(options);
    staying++;
    const started = runner.isRemote().then(() => runner.leave()), entry = { options, started };
    coming.add(entry);
    void started.then(() => coming.delete(entry));
    return () => {
        staying--;
        runner.leave(); // starts none if its turn has not come yet
        if (staying === 0) for (const { expire } of kept) expire();
    };
}
