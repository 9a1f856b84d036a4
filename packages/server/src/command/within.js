/** Bounds how long something may take that waits for a connection to come back. */
import { within } from "../queue/connection.js";

/**
 * Asks whether something answers; while one question is open, others wait for its answer.
 * @param {() => Promise<unknown>} ask
 * @param {number} ms
 * @returns {() => Promise<boolean>}
 */
export function createProbe(ask, ms) {
    /** @type {Promise<unknown> | undefined} */
    let asked;
    return () => {
        asked ??= ask().finally(() => { asked = undefined; });
        return within(asked, ms).then(() => true, () => false);
    };
}
