/**
 * The witness and the columns of a proof, where this thread and all workers reach them. Without it each worker gets a copy of
 * what it reads and sends one of what it wrote: 30 MB and a third of this thread's time at 2^16.
 *
 * Nobody can tell a worker to let go of shared memory, and its own collector sees no reason to. So one set is kept per pool,
 * cleared, for the next proof; large ones, where the copies matter less, are not shared at all.
 * @module prover/common
 */
import { takeShared } from "../util/shared.js";

/** Bytes of a set that is shared; a circuit of 2^18. */
const LIMIT = 1 << 25;

/** @typedef {Uint8Array[]} Common */

/** @type {WeakMap<object, Common>} */
const kept = new WeakMap();

/**
 * @param {object} tm
 * @param {number[]} lengths - bytes of each
 * @returns {Common | undefined} cleared; undefined: not here, or not so much
 */
export function takeCommon(tm, lengths) {
    if (lengths.reduce((a, b) => a + b, 0) > LIMIT) return undefined;
    const before = kept.get(tm);
    kept.delete(tm); // two proofs at a time share nothing
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
 * After a proof that came to its end. After one that did not, a worker may still write: nobody gets that memory again.
 * @param {object} tm
 * @param {Common | undefined} common
 */
export function keepCommon(tm, common) {
    if (!common) return;
    for (const bytes of common) bytes.fill(0); // a witness is a secret
    kept.set(tm, common);
}
