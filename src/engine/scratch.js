/**
 * Copies bytes into and out of the main instance, with scratch that is released in every case.
 * The allocator of the instance is one word at address 0, the next free byte. Marks of it
 * nest, unlike startSyncOp, and an exception cannot leave one open.
 * @module engine/scratch
 */
/** @import { ThreadManager } from "./types.js" */

/**
 * @param {ThreadManager} tm
 * @returns {Uint8Array} the whole memory, valid until it grows
 */
export function memory(tm) {
    return tm.u8;
}

/**
 * @param {ThreadManager} tm
 * @param {number} pointer
 * @param {number} length - bytes
 * @returns {Uint8Array} a copy that belongs to the caller
 */
export const take = (tm, pointer, length) => memory(tm).slice(pointer, pointer + length);

/**
 * Runs `body`, which may allocate, and releases what it allocated, even when it throws.
 * @template T
 * @param {ThreadManager} tm
 * @param {(alloc: (length: number) => number, put: (bytes: Uint8Array) => number) => T} body
 * @returns {T}
 */
export function withScratch(tm, body) {
    const word = () => new Uint32Array(tm.memory.buffer, 0, 1);
    const mark = word()[0];
    const alloc = (/** @type {number} */ length) => tm.alloc(length);
    const put = (/** @type {Uint8Array} */ bytes) => {
        const pointer = tm.alloc(Math.max(bytes.length, 8));
        memory(tm).set(bytes, pointer);
        return pointer;
    };
    try {
        return body(alloc, put);
    } finally {
        word()[0] = mark;
    }
}

/**
 * Bytes of any realm: arrays from jest and from workers fail instanceof.
 * @param {unknown} value
 * @returns {value is Uint8Array}
 */
export const isBytes = (value) =>
    ArrayBuffer.isView(value) && /** @type {Uint8Array} */ (value).BYTES_PER_ELEMENT === 1;
