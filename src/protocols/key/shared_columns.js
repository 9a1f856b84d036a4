/**
 * The witness and the columns of a proof, in memory that this thread and all workers share. Otherwise each worker gets
 * a copy of what it reads and sends back a copy of what it wrote: 30 MB and a third of this thread's time at 2^16. For
 * large circuits the copies matter less, and their columns are not shared.
 * @module protocols/key/shared_columns
 */

/** @import { Pool } from "../../batch/types.js" */

/** The most bytes of a set that is shared, for circuits up to 2^18. */
export const COMMON_BYTES = 1 << 25;

/** @typedef {Uint8Array[]} Common */

/**
 * @param {Pick<Pool, "shared">} tm
 * @param {number[]} lengths - bytes of each
 * @returns {Common | undefined} cleared; undefined if this host shares no memory, or not that much
 */
export function takeCommon({ shared }, lengths) {
    const total = lengths.reduce((a, b) => a + b, 0);
    const all = total > COMMON_BYTES ? undefined : shared?.take(total, { cleared: true });
    let from = 0;
    return all && lengths.map((length) => all.subarray(from, from += length));
}

/**
 * Clears the memory: a witness is a secret.
 * @param {Pick<Pool, "shared">} tm
 * @param {Common} common
 * @param {boolean} ended - whether the proof has succeeded. If it failed, a worker may still write to the memory, which
 *   is then not used again
 */
export function giveCommon({ shared }, common, ended) {
    for (const bytes of common) bytes.fill(0);
    shared?.give(common[0], { again: ended, cleared: true });
}
