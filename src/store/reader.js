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

/**
 * Bytes of a block that stay as they are until `leave` is called. They may be freed then: in a page a collection comes
 * too late for a file of hundreds of megabytes.
 * @typedef {{ bytes: Uint8Array, leave: () => void }} Held
 */

/** The blocks that were used last. Those that go are freed once no one holds them. */
export class Recent {
    /** @param {number} [most] */
    constructor(most = RECENT) {
        this.most = most;
        /** @type {Map<number, { bytes: Uint8Array, users: number }>} */
        this.blocks = new Map();
    }

    /** @param {number} i @returns {Held | undefined} */
    hold(i) {
        const block = this.blocks.get(i);
        if (!block) return undefined;
        this.blocks.delete(i);
        this.blocks.set(i, block); // used last
        return this.held(i, block);
    }

    /** @param {number} i */
    has(i) {
        return this.blocks.has(i);
    }

    /**
     * @param {number} i
     * @param {Uint8Array} bytes - in a buffer of their own, which is the list's from now on
     * @returns {Held}
     */
    add(i, bytes) {
        const block = { bytes, users: 0 };
        this.drop(i);
        this.blocks.set(i, block);
        if (this.blocks.size > this.most) this.drop([...this.blocks.keys()][0]);
        return this.held(i, block);
    }

    /** @param {number} i */
    drop(i) {
        const block = this.blocks.get(i);
        this.blocks.delete(i);
        if (block) this.free(i, block);
    }

    /** @param {number} i @param {{ bytes: Uint8Array, users: number }} block @returns {Held} */
    held(i, block) {
        block.users++;
        return { bytes: block.bytes, leave: () => { block.users--; this.free(i, block); } };
    }

    /** @param {number} i @param {{ bytes: Uint8Array, users: number }} block */
    free(i, block) {
        if (block.users === 0 && this.blocks.get(i) !== block) freeBuffers([block.bytes.buffer]);
    }
}

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
    const out = new Uint8Array(length), last = Math.ceil((offset + length) / blockSize);
    let next = Math.floor(offset / blockSize);
    const copy = async () => {
        while (next < last) {
            const i = next++, from = i * blockSize, to = Math.min(from + blockSize, size);
            const begin = Math.max(offset, from), end = Math.min(offset + length, to);
            const { bytes, leave } = await block(i, begin === from && end === to);
            out.set(bytes.subarray(begin - from, end - from), begin - offset);
            leave();
        }
    };
    if (length > 0) await Promise.all(Array.from({ length: Math.min(AT_ONCE, last - next) }, copy));
    return out;
}
