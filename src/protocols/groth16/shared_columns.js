/**
 * The witness and the columns of a proof, in memory that this thread and all workers share. Otherwise each worker gets
 * a copy of what it reads and sends back a copy of what it wrote: 30 MB and a third of this thread's time at 2^16.
 *
 * A worker cannot be made to release shared memory, and its garbage collector sees no reason to do so. So one set per
 * pool is cleared and kept for the next proof; large sets, for which the copies matter less, are not shared at all.
 * @module protocols/groth16/shared_columns
 */
import { takeShared } from "../../util/shared.js";

/** The most bytes of a set that is shared, for circuits up to 2^18. */
export const COMMON_BYTES = 1 << 25;

/** @typedef {Uint8Array[]} Common */

/** @type {WeakMap<object, Common>} */
const kept = new WeakMap();

/**
 * @param {object} tm
 * @param {number[]} lengths - bytes of each
 * @returns {Common | undefined} cleared; undefined if this host shares no memory, or not that much
 */
export function takeCommon(tm, lengths) {
    if (lengths.reduce((a, b) => a + b, 0) > COMMON_BYTES) return undefined;
    const before = kept.get(tm);
    kept.delete(tm); // two proofs at the same time must not use the same set
    if (before && lengths.every((length, i) => before[i].length === length)) return before;
    /** @type {Common} */
    const fresh = [];
    for (const length of lengths) {
        const bytes = takeShared(length);
        if (!bytes) return undefined;
        fresh.push(bytes);
    }
    return fresh;
}

/**
 * Clears the memory: a witness is a secret.
 * @param {object} tm
 * @param {Common} common
 * @param {boolean} ended - whether the proof has succeeded. If it failed, a worker may still write to the memory, which
 *   is then not used again
 */
export function giveCommon(tm, common, ended) {
    for (const bytes of common) bytes.fill(0);
    if (ended) kept.set(tm, common);
}
