/**
 * Copies of parts of buffers. They are always made with the methods of Uint8Array itself: `slice`
 * of a Node Buffer is a view, and transferring a view detaches the caller's memory.
 * @module util/copies
 */
import { threadPace } from "./pace.js";

/** @typedef {Uint8Array | import("./bigbuffer.js").BigBuffer} Bytes */

/**
 * @param {Bytes} buff
 * @param {number} from
 * @param {number} to
 * @returns {Uint8Array} a copy in its own ArrayBuffer; to - from is at most a page of a BigBuffer
 */
export function copyRange(buff, from, to) {
    if (!ArrayBuffer.isView(buff)) return /** @type {Uint8Array} */ (buff.slice(from, to));
    // a plain view, because its slice does not clear the new memory first
    return new Uint8Array(buff.buffer, buff.byteOffset + from, to - from).slice();
}

/** Bytes that are copied at a time. */
const STEP = 1 << 21;

/**
 * The same, with turns of the event loop where copying takes long. A short part is copied before
 * this returns.
 * @param {Bytes} buff
 * @param {number} from
 * @param {number} to
 * @returns {Promise<Uint8Array>}
 */
export async function copyInTurns(buff, from, to) {
    if (to - from <= STEP) return copyRange(buff, from, to);
    const bytes = new Uint8Array(to - from);
    await copyInto(bytes, buff, from, to);
    return bytes;
}

/**
 * The same to the start of `bytes`.
 * @param {Uint8Array} bytes
 * @param {Bytes} buff
 * @param {number} from
 * @param {number} to
 */
export async function copyInto(bytes, buff, from, to) {
    const pace = threadPace();
    for (let at = from; at < to; at += STEP) {
        if (at > from && pace.due) await pace.turn();
        const end = Math.min(to, at + STEP);
        bytes.set(ArrayBuffer.isView(buff) ? buff.subarray(at, end) : copyRange(buff, at, end), at - from);
    }
}
