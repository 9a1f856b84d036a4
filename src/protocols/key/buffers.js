/**
 * The buffers of one proof, which hold secrets: each is cleared as soon as it is not needed, and
 * all that are left when the proof ends, however it ends. Where the host has such memory, workers
 * share them with this thread, so that tasks copy nothing to it and back; the next buffer of a
 * proof lies where one lay that was dropped.
 * @module protocols/key/buffers
 */
import { clear } from "../../util/bytes.js";
import { freeBuffers } from "../../util/host_memory.js";
import { isShared } from "../../util/shared.js";

/** @import { Pool } from "../../batch/types.js" */
/** @import { Key } from "./header.js" */

/** Bytes below which neither sharing a buffer nor giving its memory back early saves anything. */
const LARGE = 1 << 16;

/** The most bytes of a witness with its columns that are shared, for circuits up to 2^18. */
export const COMMON_BYTES = 1 << 25;

/**
 * @typedef {object} Buffers
 * @property {(bytes: number) => Uint8Array} take - zeros
 * @property {(bytes: number) => Uint8Array | undefined} share - zeros in memory that workers share;
 *   undefined where the host has none, or not that much
 * @property {(buffer: Uint8Array) => Uint8Array} hold - one from elsewhere; itself
 * @property {(...buffers: Uint8Array[]) => void} drop - clears them; no task may use them any more
 * @property {(ended: boolean) => void} end - drops all; ended: whether the proof has succeeded. If
 *   it failed, a worker may still write to shared memory, which is then not used again
 */

/**
 * secrets: what is cleared at the end in any case.
 * @typedef {{ tm: Pick<Pool, "shared">, secrets: Uint8Array[] }} Owner
 */

/** @param {Owner} context @returns {Readonly<Buffers>} */
export function openBuffers({ tm: { shared }, secrets }) {
    const held = /** @type {Set<Uint8Array>} */ (new Set());
    let over = false;
    const hold = (/** @type {Uint8Array} */ buffer) => {
        held.add(buffer);
        secrets.push(buffer);
        return buffer;
    };
    const share = (/** @type {number} */ bytes) => {
        // what a part of a failed proof takes late would never be given back
        const lent = over ? undefined : shared?.take(bytes, { cleared: true });
        return lent && hold(lent);
    };
    const giveBack = (/** @type {Uint8Array} */ buffer, /** @type {boolean} */ again) => {
        const at = secrets.indexOf(buffer);
        if (at >= 0) secrets.splice(at, 1);
        held.delete(buffer);
        clear(buffer);
        if (isShared(buffer)) shared?.give(buffer, { again, cleared: true });
        else if (buffer.length >= LARGE) freeBuffers([buffer.buffer]);
    };
    return Object.freeze({
        take: (bytes) => (bytes < LARGE ? undefined : share(bytes)) ?? hold(new Uint8Array(bytes)),
        share,
        hold,
        drop(...buffers) {
            for (const buffer of buffers) giveBack(buffer, true);
        },
        end(ended) {
            over = true;
            for (const buffer of held) giveBack(buffer, ended);
        },
    });
}

/**
 * Does the work with buffers that end with it.
 * @template T
 * @param {Owner} context
 * @param {(buffers: Readonly<Buffers>) => Promise<T>} work
 */
export async function withBuffers(context, work) {
    const buffers = openBuffers(context);
    let ended = false;
    try {
        const result = await work(buffers);
        ended = true;
        return result;
    } finally {
        buffers.end(ended);
    }
}

/**
 * Does the work with the witness and columns on the domain in memory that workers share, if that is
 * possible; the context's own witness is gone then. Otherwise each worker gets a copy of what it
 * reads and sends back a copy of what it wrote: 30 MB and a third of this thread's time at 2^16.
 * For large circuits the copies matter less, and their columns are not shared.
 * @template {Owner & { witness: Uint8Array, zkey: Key, columns?: Uint8Array[] }} C
 * @template T
 * @param {C} context
 * @param {number} count - of columns
 * @param {(context: C) => Promise<T>} work
 * @returns {Promise<T>}
 */
export const withSharedColumns = (context, count, work) => withBuffers(context, async (buffers) => {
    const { witness, zkey: { domainSize, curve: { n8r } } } = context, column = domainSize * n8r;
    const total = witness.length + count * column;
    const all = total > COMMON_BYTES ? undefined : buffers.share(total);
    if (!all) return work(context);
    const values = all.subarray(0, witness.length);
    const rest = all.subarray(witness.length);
    values.set(witness);
    buffers.drop(witness);
    const columns = Array.from({ length: count }, (_, i) => rest.subarray(i * column, (i + 1) * column));
    return work({ ...context, witness: values, columns });
});
