/** Bounds how long something may take that waits for a connection to come back. */

/**
 * @template T
 * @param {Promise<T>} promise
 * @param {number} ms
 * @returns {Promise<T>} rejects when the time is up
 */
export async function within(promise, ms) {
    let timer;
    const late = new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error(`expected an answer within ${ms} ms, got none`)), ms);
    });
    try {
        return await Promise.race([promise, late]);
    } finally {
        clearTimeout(timer);
    }
}

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
