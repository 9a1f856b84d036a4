/**
 * The ways to start a worker, in the order to try them: the factory of the
 * caller, the file of the caller, then our source in the forms that the host
 * knows. A Content-Security-Policy may refuse any of them, at once or later.
 * @module pool/ways
 */
import { adoptWorker, createWorker, hasWorkers, reportsWorkerExit, workerForms, workerUrlForms } from "../util/host.js";
import { workerSource } from "./worker_source.js";

/** @import { WorkerHandle, WorkerHandlers } from "../util/host_types.js" */

/**
 * @typedef {object} Way
 * @property {string} name - for messages
 * @property {(handlers: WorkerHandlers) => Promise<WorkerHandle>} open
 * @property {number} timeout - ms without an answer after which it counts as refused
 * @property {boolean} sure - it is known to work unless the machine is exhausted
 */

/**
 * @typedef {object} WayOptions
 * @property {(request: { name: string, source: string }) => unknown} [createWorker] - gives a Worker, or a promise of one
 * @property {string | URL} [workerUrl] - where `ffturbo/worker` is served
 */

const NAME = "ffturbo";
/** A refusal that nobody reports must not be felt. */
const QUICK = 1000;
/** Where the host reports every failure, silence means a busy machine. */
const PATIENT = 30000;

/** @param {WayOptions} options @returns {Way[]} */
export function waysToStart(options) {
    const { createWorker: custom, workerUrl: url } = options;
    /** @type {Way[]} */
    const ways = [];
    if (custom) ways.push({ name: "createWorker", timeout: QUICK, sure: false, open: async (handlers) => adoptWorker(await custom({ name: NAME, source: workerSource }), handlers) });
    if (!hasWorkers()) return ways;
    if (url !== undefined) {
        for (const form of workerUrlForms()) {
            ways.push({ name: `workerUrl (${form})`, timeout: QUICK, sure: false, open: async (handlers) => createWorker({ source: "", url, form, name: NAME, ...handlers }) });
        }
    }
    const sure = reportsWorkerExit();
    for (const form of workerForms()) {
        ways.push({ name: form, timeout: sure ? PATIENT : QUICK, sure, open: async (handlers) => createWorker({ source: workerSource, form, name: NAME, ...handlers }) });
    }
    return ways;
}
