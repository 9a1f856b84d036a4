/**
 * What a prover is for those who submit, on the pool of one process and in Redis alike: its jobs,
 * and what both kinds do with them.
 * @module server/jobs
 */
import { verify } from "../../../src/internal/server.js";
import { QueueError } from "./failures.js";

/** @import { ProgressReport, ProveResult, VerificationKey } from "../../../src/internal/server.js" */
/** @import { Blame } from "./proof_jobs.js" */
/** @import { ProofRequest, SubmitOptions } from "./request.js" */

/**
 * How a submitted job ended, for logs and metrics.
 * @typedef {object} EndEvent
 * @property {"ended"} event
 * @property {string} id
 * @property {string} tenant
 * @property {number} ms - since it was submitted
 * @property {string} [code] - of its failure; a job without one was done
 * @property {string} [traceparent]
 */

/**
 * @typedef {ProveResult & { worker: string, wrong?: readonly Blame[] }} QueueResult
 * wrong: parts that were wrong and have been corrected
 */

/**
 * @typedef {"waiting" | "active" | "done" | "failed" | "unknown"} JobState
 */

/**
 * @typedef {object} ProofJob
 * @property {string} id
 * @property {string} tenant
 * @property {boolean} repeated - the key of the request was that of a job that existed already:
 *   this one
 * @property {() => Promise<QueueResult>} result - rejects with a QueueError, whose code says why
 * @property {(listener: (report: ProgressReport) => void) => () => void} onProgress - returns a
 *   function that removes the listener
 * @property {() => Promise<boolean>} cancel - false if the job had already ended
 * @property {() => Promise<{ state: JobState, progress?: ProgressReport, result?: QueueResult,
 *   error?: QueueError }>} status
 */

/**
 * A job in a list.
 * @typedef {{ id: string, state: JobState, submitted: number, progress?: ProgressReport, error?:
 *   QueueError }} ListedJob submitted: milliseconds since 1970
 */

/**
 * @typedef {object} ListOptions
 * @property {string} [tenant] - whose jobs; default "default"
 * @property {number} [limit] - of jobs in the answer, 1 to 100; default 50
 * @property {string} [after] - `next` of the page before
 */

/**
 * @typedef {object} Prover
 * @property {(request: ProofRequest, options?: SubmitOptions) => Promise<ProofJob>} submit -
 *   rejects with ERR_OPTION, ERR_READ, ERR_LIMIT when too many wait, ERR_CONFLICT for the key of
 *   another request, or ERR_QUEUE. If it is not known whether the job was taken, it is withdrawn
 *   when Redis is back, unless it has a key; the promise `settled` of the error tells when
 * @property {(id: string) => Promise<ProofJob | undefined>} get - one that was submitted before,
 *   here or elsewhere
 * @property {() => Promise<{ waiting: number, active: number }>} counts
 * @property {(options?: ListOptions) => Promise<{ jobs: ListedJob[], next?: string }>} list - a
 *   tenant's jobs that are waiting, active, or kept after their end, the newest first; next: for
 *   the page after this one, which may be empty
 * @property {(options?: { tenant?: string }) => Promise<number>} oldest - for how many milliseconds
 *   the oldest waiting job of a tenant, by default of all, has waited; 0 if none waits
 * @property {(options?: { grace?: number }) => Promise<void>} close - jobs go on, but promises of
 *   results that are still pending reject. What Redis is asked at the time may go on for `grace`
 *   milliseconds; default: its `timeout`
 */

/** The longest time of a timer, in milliseconds: it would not wait for a longer one at all. */
const LONGEST = 2 ** 31 - 1;

/**
 * @param {number | undefined} deadline - milliseconds since 1970
 * @param {() => void} end - called when it has passed
 * @param {number} [grace] - milliseconds after it
 * @returns {ReturnType<typeof setTimeout> | undefined} to be cleared; undefined without a deadline
 */
export function atDeadline(deadline, end, grace = 0) {
    if (deadline === undefined) return undefined;
    const left = deadline - Date.now() + grace;
    return setTimeout(end, Math.min(LONGEST, Math.max(0, left)));
}

/**
 * @param {string} id - of the job
 * @param {ProveResult} result
 * @param {VerificationKey | undefined} vkey - of the request
 * @throws {QueueError} ERR_CHECK for a proof that it does not verify
 */
export async function expectValid(id, { publicSignals, proof }, vkey) {
    if (vkey && !await verify(vkey, publicSignals, proof))
        throw new QueueError("ERR_CHECK", `job ${id}: expected a proof that verifies, got another one`);
}

/**
 * @template T
 * @param {Set<T>} listeners
 * @param {T} listener
 * @returns {() => boolean} removes it
 */
export function addListener(listeners, listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

/**
 * @template {object} E
 * @param {(event: Readonly<E>) => void} onEvent - of a caller
 * @returns {(event: E) => void} tells it
 */
export const tellerOf = (onEvent) => (event) => {
    try {
        onEvent(Object.freeze(event));
    } catch { /* a listener must not stop a proof */ }
};
