/**
 * Memory that this thread and its workers share, so that its content is neither copied nor
 * transferred. Only memory that was taken here counts; shared memory of a caller, who may change it
 * at any time, is copied like any other.
 * @module util/shared
 */
import { sharedBuffer } from "./host.js";

/** @type {WeakSet<ArrayBufferLike>} */
const taken = new WeakSet();

/**
 * @param {number} length - bytes
 * @returns {Uint8Array | undefined} cleared; undefined where this host shares no memory between
 *   threads
 */
export function takeShared(length) {
    const buffer = sharedBuffer(length);
    if (!buffer) return undefined;
    taken.add(buffer);
    return new Uint8Array(buffer);
}

/** @param {any} bytes @returns {boolean} whether they are in memory that was taken here */
export const isShared = (bytes) => taken.has(bytes?.buffer);
