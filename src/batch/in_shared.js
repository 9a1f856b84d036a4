/**
 * Operations in memory that the pool shares with its workers, where the host has such memory: the
 * calling thread copies the input there, workers read it and write their results there, and the
 * calling thread copies these out. The results that callers get are buffers of their own.
 * @module batch/in_shared
 */
/** @import { Pool } from "./types.js" */
import { runsHere } from "./submit.js";

/**
 * @template T
 * @param {Pool} tm
 * @param {number} length - bytes
 * @param {(shared: Uint8Array | undefined) => Promise<T>} work - shared: undefined where there is
 *   none, or no worker that could share it
 * @returns {Promise<T>}
 */
export async function inShared(tm, length, work) {
    const shared = runsHere(tm) ? undefined : tm.shared?.take(length);
    let again = false;
    try {
        const result = await work(shared);
        again = true;
        return result;
    } finally {
        if (shared) tm.shared?.give(shared, { again });
    }
}
