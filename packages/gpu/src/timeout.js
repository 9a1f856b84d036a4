/**
 * Waiting for a device that may never answer.
 * @module gpu/timeout
 */
import { onAbort, startTimer } from "../../../src/internal/gpu.js";

/**
 * Settles as `promise`, but not later than a signal aborts or the time is over.
 * @template T
 * @param {Promise<T>} promise
 * @param {{ ms?: number, signal?: AbortSignal }} until
 * @returns {Promise<T>}
 */
export function withTimeout(promise, { ms, signal }) {
    return new Promise((resolve, reject) => {
        const timer = ms === undefined ? undefined : startTimer(ms, () =>
            end(reject)(new Error(`WebGPU: expected an answer within ${Math.round(ms / 1000)} s, got none`)));
        const aborted = () => end(reject)(signal?.reason);
        const end = (/** @type {(value: any) => void} */ settle) => (/** @type {any} */ value) => {
            timer?.cancel();
            unheard();
            settle(value);
        };
        const unheard = onAbort(signal, aborted);
        promise.then(end(resolve), end(reject));
        if (signal?.aborted) aborted();
    });
}
