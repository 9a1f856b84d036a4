/**
 * The ways to start a worker, in the order to try them: the caller's factory,
 * the caller's file, then our own source in the forms that the host supports.
 * A Content-Security-Policy may refuse any of them, at once or later.
 * @module util/worker_ways
 */
import { adoptWorker, createWorker, hasWorkers, reportsWorkerExit, workerForms, workerUrlForms } from "./host.js";
import { workerProgram } from "./host_worker.js";

/** @import { WorkerHandle, WorkerHandlers } from "./host_types.js" */
/** @import { WorkerProgram } from "./host_worker.js" */

/**
 * @typedef {object} Way
 * @property {string} name - for messages
 * @property {(handlers: WorkerHandlers) => Promise<WorkerHandle>} open
 * @property {number} timeout - ms without an answer after which it counts as refused
 * @property {boolean} sure - whether it is known to work unless the machine runs out of memory or
 *   threads
 */

/**
 * @typedef {object} WayOptions
 * @property {(program: WorkerProgram) => unknown} [createWorker] - gives a Worker, or a promise of
 *   one
 * @property {string | URL} [workerUrl] - where `ffturbo/worker` is served
 */

/** Milliseconds; short, because the host may refuse without reporting it. */
const QUICK = 1000;
/**
 * Milliseconds; where the host reports every failure, or the worker runs, no answer means that the
 * machine is busy.
 */
export const PATIENT = 30000;

/**
 * @param {{ name: string, source: string }} program - what the worker runs
 * @param {WayOptions} options
 * @returns {Way[]}
 */
export function waysToStart({ name, source }, options) {
    const { createWorker: custom, workerUrl: url } = options;
    /** @type {Way[]} */
    const ways = [];
    if (custom)
        ways.push({
            name: "createWorker",
            timeout: QUICK,
            sure: false,
            open: async (handlers) => adoptWorker(await custom(workerProgram(name, source)), handlers),
        });
    if (!hasWorkers()) return ways;
    if (url !== undefined) {
        for (const form of workerUrlForms()) {
            ways.push({
                name: `workerUrl (${form})`,
                timeout: QUICK,
                sure: false,
                open: async (handlers) => createWorker({ source: "", url, form, name, ...handlers }),
            });
        }
    }
    const sure = reportsWorkerExit();
    for (const form of workerForms()) {
        ways.push({
            name: form,
            timeout: sure ? PATIENT : QUICK,
            sure,
            open: async (handlers) => createWorker({ source, form, name, ...handlers }),
        });
    }
    return ways;
}
