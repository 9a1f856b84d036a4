/**
 * Stopping: one signal for all parts of a proof, raised by the caller or by the first part
 * that fails, and waits that give up with it.
 * @module prover/stop
 */
import { expectListeners, startTimer } from "../util/host.js";
import { createController } from "./controller.js";
import { ProverError } from "./errors.js";

/**
 * Settles as `promise` does, or rejects when the signal is raised first.
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
        signal.addEventListener("abort", abort, { once: true });
        const settle = (/** @type {(value: any) => void} */ done) => (/** @type {any} */ value) => {
            signal.removeEventListener("abort", abort);
            done(value);
        };
        promise.then(settle(resolve), settle(reject));
    });
}

/**
 * Settles as `promise` does, or rejects after `ms` without an answer.
 * @template T
 * @param {Promise<T>} promise
 * @param {number} ms - Infinity waits for ever
 * @param {() => string} complaint
 * @returns {Promise<T>}
 */
export function orStalled(promise, ms, complaint) {
    if (ms === Infinity) return promise;
    return new Promise((resolve, reject) => {
        const timer = startTimer(ms, () => reject(new ProverError("ERR_READ", complaint())));
        const settle = (/** @type {(value: any) => void} */ done) => (/** @type {any} */ value) => {
            timer.cancel();
            done(value);
        };
        promise.then(settle(resolve), settle(reject));
    });
}

/**
 * Runs body under a signal of its own, which the caller's raises too, and a failure.
 * @template T
 * @param {AbortSignal | undefined} outer - the caller's
 * @param {(controller: AbortController) => Promise<T>} body
 * @returns {Promise<T>}
 */
export async function underSignal(outer, body) {
    outer?.throwIfAborted();
    const controller = createController();
    expectListeners(controller.signal);
    const abort = () => controller.abort(outer?.reason);
    outer?.addEventListener("abort", abort, { once: true });
    try {
        return await body(controller);
    } catch (error) {
        controller.abort(error);
        throw error;
    } finally {
        outer?.removeEventListener("abort", abort);
    }
}

/**
 * Waits for parts that run side by side. The first failure raises the signal for the others;
 * when all have settled, it is passed on: nothing is left running.
 * @template {readonly [Promise<any>, ...Promise<any>[]]} T
 * @param {AbortController} controller - raised by the first failure
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
    return /** @type {any} */ (values);
}
