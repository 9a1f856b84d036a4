/**
 * Cutting what callers hand in and putting results together. A range is always copied
 * with Uint8Array's own methods: `slice` of a Node Buffer is a view, and transferring a
 * view detaches the caller's memory.
 * @module batch/buffers
 */
/** @import { Bytes } from "./types.js" */
import { BigBuffer, isBigBuffer } from "../util/bigbuffer.js";
import { isBytes } from "../engine/scratch.js";
import { threadPace } from "./pace.js";

/**
 * @param {unknown} value
 * @returns {value is Bytes}
 */
export const isBuffer = (value) => isBytes(value) || isBigBuffer(value);

/**
 * @param {Bytes} buff
 * @param {number} from
 * @param {number} to
 * @returns {Uint8Array} a copy with an ArrayBuffer of its own; to - from is at most a page of BigBuffer
 */
export function copyRange(buff, from, to) {
    if (!isBytes(buff)) return /** @type {Uint8Array} */ (buff.slice(from, to));
    // a plain view, whose slice does not clear what it is about to fill
    return new Uint8Array(buff.buffer, buff.byteOffset + from, to - from).slice();
}

/** Bytes that are copied at a time. */
const STEP = 1 << 21;

/**
 * The same, and where it takes long the event loop has its turns. What is short is copied before the promise comes back.
 * @param {Bytes} buff
 * @param {number} from
 * @param {number} to
 * @returns {Promise<Uint8Array>}
 */
export async function copyInTurns(buff, from, to) {
    if (to - from <= STEP) return copyRange(buff, from, to);
    const bytes = new Uint8Array(to - from), pace = threadPace();
    for (let at = from; at < to; at += STEP) {
        if (at > from && pace.due) await pace.turn();
        const end = Math.min(to, at + STEP);
        bytes.set(isBytes(buff) ? buff.subarray(at, end) : copyRange(buff, at, end), at - from);
    }
    return bytes;
}

/**
 * @param {Bytes} like - a BigBuffer gives a BigBuffer
 * @param {number} length
 * @returns {Bytes}
 */
export const allocateLike = (like, length) => (isBytes(like) ? new Uint8Array(length) : new BigBuffer(length));

/**
 * @param {Bytes} buff
 * @param {number} size - bytes per element
 * @param {string} where
 * @returns {number} how many elements
 * @throws {Error} "Invalid buffer size"
 */
export function countElements(buff, size, where) {
    const length = /** @type {any} */ (buff).byteLength;
    if (!isBuffer(buff) || length % size !== 0) throw new Error(`${where}: Invalid buffer size: expected a Uint8Array or BigBuffer of N * ${size} bytes, got ${length === undefined ? typeof buff : `${length} bytes`}`);
    return length / size;
}

/**
 * @param {readonly Uint8Array[]} list
 * @param {number} size - bytes per element
 * @param {string} where
 * @returns {Uint8Array} the elements side by side
 */
export function joinArray(list, size, where) {
    const bytes = new Uint8Array(list.length * size);
    list.forEach((element, i) => {
        if (element?.length !== size) throw new Error(`${where}: Invalid buffer size: expected elements of ${size} bytes, got ${element?.length} at index ${i}`);
        bytes.set(element, i * size);
    });
    return bytes;
}

/**
 * @param {Bytes} buff
 * @param {number} size
 * @returns {Uint8Array[]}
 */
export function splitArray(buff, size) {
    return Array.from({ length: buff.byteLength / size }, (_, i) => copyRange(buff, i * size, (i + 1) * size));
}

/**
 * The bytes of a buffer that its owner gave away, for a task to keep; the
 * owner's view is empty afterwards. A view of a part of a larger buffer is
 * copied and stays as it is, because the rest belongs to somebody else.
 * @param {Uint8Array} bytes
 * @returns {Uint8Array}
 */
export function takeOver(bytes) {
    const { buffer, byteLength } = bytes;
    const whole = Object.prototype.toString.call(buffer) === "[object ArrayBuffer]" && buffer.byteLength === byteLength;
    if (!whole || typeof structuredClone !== "function") return copyRange(bytes, 0, byteLength);
    return new Uint8Array(structuredClone(buffer, { transfer: [/** @type {ArrayBuffer} */ (buffer)] }));
}
