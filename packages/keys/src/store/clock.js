/**
 * Time as the store needs it; tests bring their own.
 * @module store/clock
 */
import { onAbort, startTimer } from "../../../../src/internal/keys.js";

/**
 * @typedef {object} Clock
 * @property {() => number} time - milliseconds since 1970
 * @property {(ms: number, signal: AbortSignal) => Promise<void>} sleep - ends early, without an
 *   error, if the signal aborts
 */

/** @returns {Clock} that of the host */
export const hostClock = () => Object.freeze({
    time: () => Date.now(),
    sleep: (ms, signal) => new Promise((resolve) => {
        const end = () => {
            timer.cancel();
            unheard();
            resolve();
        };
        const timer = startTimer(ms, end);
        const unheard = onAbort(signal, end);
        if (signal.aborted) end();
    }),
});
