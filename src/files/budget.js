/**
 * A budget of bytes: a read waits until enough of the bytes of earlier reads have been given back.
 * @module files/budget
 */
import { onAbort } from "../util/signals.js";

/**
 * @typedef {object} Budget
 * @property {(bytes: number) => Promise<void>} take - settles at once while the budget lasts; a
 *   read that is larger than the whole budget is admitted alone
 * @property {(bytes: number) => void} give
 */

/**
 * @param {number} limit - bytes
 * @param {AbortSignal} [signal] - on abort, the waiting reads are rejected
 * @returns {Budget}
 */
export function createBudget(limit, signal) {
    /** @type {{ bytes: number, resolve: () => void, reject: (error: unknown) => void }[]} */
    const waiting = [];
    let used = 0;
    const admit = () => {
        while (waiting.length > 0 && (used === 0 || used + waiting[0].bytes <= limit)) {
            const next = /** @type {typeof waiting[0]} */ (waiting.shift());
            used += next.bytes;
            next.resolve();
        }
    };
    onAbort(signal, () => {
        for (const { reject } of waiting.splice(0)) reject(signal?.reason);
    });
    return Object.freeze({
        take: (bytes) => new Promise((resolve, reject) => {
            if (signal?.aborted) {
                reject(signal.reason);
                return;
            }
            waiting.push({ bytes, resolve, reject });
            admit();
        }),
        give(bytes) {
            used -= bytes;
            admit();
        },
    });
}
