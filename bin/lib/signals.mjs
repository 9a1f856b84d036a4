/** How signals stop the command, and when they are left to the system. */
import { constants } from "node:os";
import { SIGNALS, Stopped } from "./exit_codes.mjs";

/** Milliseconds that stopped work may take to clean up. */
const PATIENCE = 500;

/** The listeners, by signal. @type {Map<string, () => void>} */
const listeners = new Map();

/**
 * Signals stop the command cleanly, with a message and an exit code. If something still keeps the
 * process running, such as a thread that waits for a FIFO to be opened, the signal is sent again,
 * without a listener, and ends it.
 * @returns {{ signal: AbortSignal, stopped: Promise<never> }} signal aborts on a signal; stopped
 *   rejects some time later
 */
export function listen() {
    const controller = new AbortController();
    const stopped = /** @type {Promise<never>} */ (new Promise((_, reject) => {
        for (const name of SIGNALS) listeners.set(name, () => {
            controller.abort(new Stopped(name));
            setTimeout(() => reject(controller.signal.reason), PATIENCE).unref();
            setTimeout(() => process.kill(process.pid, name), 2 * PATIENCE).unref();
        });
    }));
    leaveSignals(false);
    return { signal: controller.signal, stopped };
}

/**
 * While this thread runs a circuit's program, it cannot handle signals, and a listener would make
 * the process ignore them. So the listeners are removed and the system ends the process; nothing
 * has been written at that point.
 * @param {boolean} left
 */
export function leaveSignals(left) {
    for (const [name, listener] of listeners) {
        if (left) process.off(name, listener);
        else process.once(name, listener);
    }
}

/**
 * A server has work to finish when a signal arrives, so it handles the first one itself. The second
 * one ends it at once.
 * @returns {Promise<string>} the name of the first
 */
export function untilStopped() {
    leaveSignals(true);
    return new Promise((resolve) => {
        for (const name of SIGNALS) process.once(name, () => {
            resolve(name);
            process.once(name, () => process.exit(128 + constants.signals[name]));
        });
    });
}
