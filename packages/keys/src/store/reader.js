/**
 * Reads of a file that lies in blocks.
 * @module store/reader
 */
import { describe, ensure, freeBuffers, ReadCache } from "../../../../src/internal/keys.js";

/** @import { Held } from "../../../../src/internal/keys.js" */

/** Blocks that a read waits for at once. */
const AT_ONCE = 4;

/**
 * The blocks that were used last, by number. Those that go are freed: in a page a collection comes
 * too late for a file of hundreds of megabytes.
 * @param {number} most
 * @returns {ReadCache<number>}
 */
export const recentBlocks = (most) => new ReadCache({ most, free: ({ buffer }) => freeBuffers([buffer]) });

/**
 * @param {string} what
 * @param {{ size: number, blockSize: number }} file
 * @param {number} offset
 * @param {number} length
 * @param {(i: number, whole: boolean) => Promise<Held>} block - whole: all of it is read now
 * @returns {Promise<Uint8Array>} in a buffer of the caller
 */
export async function readBlocks(what, { size, blockSize }, offset, length, block) {
    const isCount = (/** @type {unknown} */ value) => Number.isSafeInteger(value) && Number(value) >= 0;
    ensure(isCount(offset) && isCount(length) && offset + length <= size, "ERR_READ", () =>
        `${what}: expected bytes within the file of ${size}, got ${describe(length)} from offset ${describe(offset)}`);
    const out = new Uint8Array(length);
    const last = Math.ceil((offset + length) / blockSize);
    let next = Math.floor(offset / blockSize);
    const copy = async () => {
        while (next < last) {
            const i = next++;
            const from = i * blockSize;
            const to = Math.min(from + blockSize, size);
            const begin = Math.max(offset, from);
            const end = Math.min(offset + length, to);
            const { value: bytes, leave } = await block(i, begin === from && end === to);
            out.set(bytes.subarray(begin - from, end - from), begin - offset);
            leave();
        }
    };
    if (length > 0) await Promise.all(Array.from({ length: Math.min(AT_ONCE, last - next) }, copy));
    return out;
}
