/**
 * One witness worker, seen from outside: how it starts, works and is terminated. It runs a program
 * that is not trusted, which can only be stopped by terminating the worker.
 * @module files/witness/remote
 */
import { ProverError } from "../errors.js";
import { startDeadline } from "../stop.js";
import { Unlike } from "./program.js";
import { HELLO } from "./protocol.js";
import { CircuitError } from "./log.js";

/** @import { WorkerHandle, WorkerHandlers } from "../../util/host_types.js" */
/** @import { Way } from "../../util/worker_ways.js" */
/** @import { Witness } from "./program.js" */
/** @import { Order } from "./protocol.js" */
/** @import { Stopped } from "./trace.js" */
/** @import { ProverCode } from "../errors.js" */

/**
 * @typedef {object} Run
 * @property {(witness: Witness) => void} resolve
 * @property {(error: unknown) => void} reject
 * @property {(line: string) => void} onLog
 */

/** The worker cannot be used for any order; the program has not been tried. */
export class Refused extends Error {}

/** @param {{ code: ProverCode, message: string, stopped?: Stopped }} failure */
function failureOf({ code, message, stopped }) {
    if (!stopped) return new ProverError(code, message);
    return Object.assign(new CircuitError(message, stopped.locations), { stopped });
}

/** What an answer may have. */
const FIELDS = ["witness", "lines", "values", "keep", "failure", "unlike", "unreadable"];

/**
 * Those of its own: lists, maps and bytes inherit a function `values`.
 * @param {any} message
 * @returns {any}
 */
const fieldsOf = (message) => Object.fromEntries(
    FIELDS.filter((name) => Object.hasOwn(Object(message), name)).map((name) => [name, message[name]]));

export class RemoteCalculator {
    constructor() {
        /** @type {WorkerHandle | null} */
        this.worker = null;
        this.closed = false;
        /** May it be used again? */
        this.kept = true;
        /** @type {{ resolve: () => void, reject: (error: unknown) => void } | null} */
        this.boot = null;
        /** @type {Run | null} */
        this.run = null;
    }

    /**
     * Settles when the worker has answered.
     * @param {Way} way
     * @throws {Error} when it cannot start, or does not answer in time; it is then closed
     */
    async start(way) {
        /** @type {Promise<void>} */
        const ready = new Promise((resolve, reject) => { this.boot = { resolve, reject }; });
        const cancel = startDeadline(way.timeout, () =>
            this.boot?.reject(new Error(`worker: expected an answer within ${way.timeout} ms, got none`)),
        );
        try {
            await Promise.race([ready, this.open(way)]); // opening may throw, or never end
            await ready;
        } catch (error) {
            this.close();
            throw error;
        } finally {
            cancel();
            this.boot = null;
        }
    }

    /** @param {Way} way */
    async open(way) {
        const worker = await way.open(this.handlers());
        this.worker = worker;
        if (this.closed) await worker.terminate();
        else worker.postMessage({ witness: HELLO });
    }

    /** @returns {WorkerHandlers} */
    handlers() {
        return {
            onMessage: (data) => this.receive(data),
            onError: (error) => this.fail(error),
            onExit: (code) => this.fail(new Error(`worker: expected to go on, got exit with code ${code}`)),
        };
    }

    /** @param {any} message - an Answer, or anything that a foreign worker sends */
    receive(message) {
        const data = fieldsOf(message);
        if (this.boot) {
            if (data.witness === HELLO) this.boot.resolve();
            else
                this.boot.reject(
                    new Error(
                        "worker: expected one that calculates witnesses, got another; serve the file ffturbo/worker of this version",
                    ),
                );
        } else if (data.lines) this.hear(data.lines);
        else if (data.values) this.finish(data.keep)?.resolve(Object.freeze(data.values));
        else if (data.failure) this.finish(data.keep)?.reject(failureOf(data.failure));
        else if (data.unlike) this.finish(data.keep)?.reject(new Unlike(data.unlike));
        else if (data.unreadable)
            this.finish(false)?.reject(
                new Refused("worker: expected a module that can be read there, got one that cannot"),
            );
    }

    /** @param {string[]} lines */
    hear(lines) {
        try {
            for (const line of lines) this.run?.onLog(line);
        } catch (error) { // thrown by the listener
            this.stop(error);
        }
    }

    /** @param {boolean} kept - whether it may be used for another run */
    finish(kept) {
        const { run } = this;
        this.run = null;
        this.kept = kept;
        return run;
    }

    /** The worker is lost. @param {Error} error */
    fail(error) {
        if (this.boot) this.boot.reject(error);
        else
            this.stop(
                new ProverError(
                    "ERR_LIMIT",
                    `witness calculator: expected its worker to go on, got ${error.message}; the host may lack memory`,
                    { cause: error },
                ),
            );
    }

    /** Terminates the worker, and rejects what it runs with this reason. @param {unknown} reason */
    stop(reason) {
        this.finish(false)?.reject(reason);
        this.close();
    }

    /**
     * @param {Order} order
     * @param {Transferable[]} transfers - detached
     * @param {(line: string) => void} onLog
     * @returns {Promise<Witness>}
     */
    calculate(order, transfers, onLog) {
        return new Promise((resolve, reject) => {
            if (this.closed) throw new Refused("worker: expected a running one, got one that ended");
            this.run = { resolve, reject, onLog };
            try {
                this.worker?.postMessage({ witness: order }, transfers);
            } catch (error) { // a host that cannot clone a WebAssembly.Module
                this.run = null;
                throw new Refused(String(error), { cause: error });
            }
        });
    }

    /** Lets the program end while this worker waits. */
    rest() { this.worker?.unref(); }

    /** Keeps the program alive while this worker is at work. */
    hold() { this.worker?.ref(); }

    close() {
        this.closed = true;
        void this.worker?.terminate();
    }
}
