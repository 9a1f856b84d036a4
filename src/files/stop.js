/**
 * Stopping: one signal for all parts of a proof, which the caller or the first part that fails
 * aborts, and waits that end with it.
 * @module files/stop
 */
import { now, startTimer } from "../util/host.js";
import { createController, onAbort } from "../util/signals.js";
import { ProverError } from "./errors.js";

/**
 * Settles like `promise`, or rejects if the signal aborts first.
 * @template T
 * @param {Promise<T>} promise
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
export function orAborted(promise, signal) {
    if (!signal) return promise;
    return new Promise((resolve, reject) => {
        const abort = () => reject(signal.reason);
        if (signal.aborted) {
            promise.catch(() => {}); // its failure comes too late to matter
            abort();
            return;
        }
        const unheard = onAbort(signal, abort);
        const settle = (/** @type {(value: any) => void} */ done) => (/** @type {any} */ value) => {
            unheard();
            done(value);
        };
        promise.then(settle(resolve), settle(reject));
    });
}

/**
 * Milliseconds. A timer this late means that the thread was busy; the answer may already be
 * waiting.
 */
const LATE = 50;

/**
 * The longest delay of setTimeout, which calls back at once for longer ones; more than these 24
 * days means never.
 */
const LONGEST = 2 ** 31 - 1;

/**
 * Calls back after `ms`, or a little later if this thread was busy then, so that waiting messages
 * are handled first.
 * @param {number} ms - Infinity means never
 * @param {() => void} callback
 * @returns {() => void} cancels it
 */
export function startDeadline(ms, callback) {
    if (!(ms <= LONGEST)) return () => {};
    let timer = startTimer(0, () => {});
    const watch = (/** @type {number} */ span) => {
        const due = now() + span;
        timer.cancel();
        timer = startTimer(span, () => (now() > due + LATE ? watch(LATE) : callback()));
    };
    watch(ms);
    return () => timer.cancel();
}

/**
 * Settles like `promise`, or rejects after `ms` without an answer.
 * @template T
 * @param {Promise<T>} promise
 * @param {number} ms - Infinity means no limit
 * @param {() => string} complaint
 * @returns {Promise<T>}
 */
export function orStalled(promise, ms, complaint) {
    if (ms === Infinity) return promise;
    return new Promise((resolve, reject) => {
        const cancel = startDeadline(ms, () =>
            // it may answer later
            reject(Object.assign(new ProverError("ERR_READ", complaint()), { again: true })));
        const settle = (/** @type {(value: any) => void} */ done) => (/** @type {any} */ value) => {
            cancel();
            done(value);
        };
        promise.then(settle(resolve), settle(reject));
    });
}

/**
 * A controller that also aborts when the signal does, until it is unlinked.
 * @param {AbortSignal} [signal]
 * @returns {{ controller: AbortController, unlink: () => void }}
 */
export function linked(signal) {
    const controller = createController();
    const abort = () => controller.abort(signal?.reason);
    if (signal?.aborted) abort();
    return { controller, unlink: onAbort(signal, abort) };
}

/**
 * Runs body under a new signal, which aborts when the caller's does and when body fails.
 * @template T
 * @param {AbortSignal | undefined} outer - the caller's
 * @param {(controller: AbortController) => Promise<T>} body
 * @returns {Promise<T>}
 */
export async function underSignal(outer, body) {
    outer?.throwIfAborted();
    const { controller, unlink } = linked(outer);
    try {
        return await body(controller);
    } catch (error) {
        controller.abort(error);
        throw error;
    } finally {
        unlink();
    }
}

/**
 * Waits for parts that run side by side. The first failure aborts the others, and is thrown
 * when all have settled, so that nothing is left running.
 * @template {readonly [Promise<any>, ...Promise<any>[]]} T
 * @param {AbortController} controller - aborted by the first failure
 * @param {T} parts
 * @returns {Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }>}
 */
export async function joinFirstFailure(controller, parts) {
    /** @type {{ error: unknown } | undefined} */
    let first;
    const watched = parts.map((part) => part.catch((error) => {
        first ??= { error };
        controller.abort(error);
    }));
    const values = await Promise.all(watched);
    if (first) throw first.error;
    return /** @type {any} */ (values); // any: map forgets the type of each
}
