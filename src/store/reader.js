/**
 * Reads of a file that lies in blocks.
 * @module store/reader
 */
import { ensure } from "../files/errors.js";
import { describe } from "../util/check.js";
import { freeBuffers } from "../util/host_memory.js";

/** Blocks that a read waits for at once. */
const AT_ONCE = 4;

/** The most blocks that are kept in memory: neighbouring reads share the one at their border. */
const RECENT = 4;

/** The blocks that were used last. */
export class Recent {
    /** @param {number} [most] */
    constructor(most = RECENT) {
        this.most = most;
        /** @type {Map<number, Uint8Array>} */
        this.blocks = new Map();
    }

    /** @param {number} i */
    get(i) {
        const bytes = this.blocks.get(i);
        if (bytes) this.add(i, bytes);
        return bytes;
    }

    /** @param {number} i */
    has(i) {
        return this.blocks.has(i);
    }

    /** @param {number} i @param {Uint8Array} bytes */
    add(i, bytes) {
        this.blocks.delete(i);
        this.blocks.set(i, bytes);
        if (this.blocks.size > this.most) this.blocks.delete(this.blocks.keys().next().value ?? i);
    }
}

/**
 * @param {string} what
 * @param {{ size: number, blockSize: number }} file
 * @param {number} offset
 * @param {number} length
 * @param {(i: number, whole: boolean) => Promise<{ bytes: Uint8Array, own?: boolean }>} block - whole: all of it is
 *   read now; own: no one else has the bytes, which go at once: in a page a collection comes too late for a large file
 * @returns {Promise<Uint8Array>} in a buffer of the caller
 */
export async function readBlocks(what, { size, blockSize }, offset, length, block) {
    const isCount = (/** @type {unknown} */ value) => Number.isSafeInteger(value) && Number(value) >= 0;
    ensure(isCount(offset) && isCount(length) && offset + length <= size, "ERR_READ", () =>
        `${what}: expected bytes within the file of ${size}, got ${describe(length)} from offset ${describe(offset)}`);
    const out = new Uint8Array(length), last = Math.ceil((offset + length) / blockSize);
    let next = Math.floor(offset / blockSize);
    const copy = async () => {
        while (next < last) {
            const i = next++, from = i * blockSize, to = Math.min(from + blockSize, size);
            const begin = Math.max(offset, from), end = Math.min(offset + length, to);
            const { bytes, own } = await block(i, begin === from && end === to);
            out.set(bytes.subarray(begin - from, end - from), begin - offset);
            if (own) freeBuffers([bytes.buffer]);
        }
    };
    if (length > 0) await Promise.all(Array.from({ length: Math.min(AT_ONCE, last - next) }, copy));
    return out;
}
