/**
 * The witness and the columns of a proof, in memory that this thread and all workers share. Otherwise each worker gets
 * a copy of what it reads and sends back a copy of what it wrote: 30 MB and a third of this thread's time at 2^16. For
 * large circuits the copies matter less, and their columns are not shared.
 * @module protocols/key/shared_columns
 */

import { freeBuffers } from "../../util/host_memory.js";

/** @import { Pool } from "../../batch/types.js" */
/** @import { Key } from "./header.js" */

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

/**
 * Does the work with the witness and columns on the domain in memory that workers share, if that is possible; the
 * context's own witness is gone then.
 * @template {{ tm: Pick<Pool, "shared">, witness: Uint8Array, zkey: Key, columns?: Uint8Array[] }} C
 * @template T
 * @param {C} context
 * @param {number} count - of columns
 * @param {(context: C) => Promise<T>} work
 */
export async function inCommon(context, count, work) {
    const { tm, witness, zkey: { domainSize, curve: { n8r } } } = context;
    const common = takeCommon(tm, [witness.length, ...new Array(count).fill(domainSize * n8r)]);
    if (!common) return work(context);
    const [values, ...columns] = common;
    let ended = false;
    try {
        values.set(witness);
        witness.fill(0);
        freeBuffers([witness.buffer]);
        const result = await work({ ...context, witness: values, columns });
        ended = true;
        return result;
    } finally {
        giveCommon(tm, common, ended);
    }
}
