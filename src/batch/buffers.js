/**
 * What callers pass as buffers: their kinds, and the elements in them.
 * @module batch/buffers
 */
/** @import { Bytes } from "./types.js" */
import { BigBuffer, isBigBuffer } from "../util/bigbuffer.js";
import { isByteView } from "../engine/scratch.js";
import { describe } from "../util/check.js";
import { isDetached } from "../util/bytes.js";
import { copyRange } from "../util/copies.js";

/** Is this view detached? Only views of zero bytes can be. @param {Uint8Array} bytes */
const isGone = (bytes) => bytes.byteLength === 0 && isDetached(bytes.buffer);

/**
 * A detached view does not count as a buffer: its zero bytes would be taken for zero elements.
 * @param {unknown} value
 * @returns {value is Bytes}
 */
export const isBuffer = (value) =>
    isByteView(value) ? !isGone(value) : isBigBuffer(value) && !value.buffers.some(isGone);

/** Describes what was passed instead of a buffer, for messages. @param {unknown} value */
export function kindOf(value) {
    if (Array.isArray(value)) return "an array";
    return isByteView(value) || isBigBuffer(value) ? "a detached one" : typeof value;
}

/**
 * @param {Bytes} like - the result is of this class, a Uint8Array or a BigBuffer
 * @param {number} length
 * @returns {Bytes}
 */
export const allocateLike = (like, length) => (isByteView(like) ? new Uint8Array(length) : new BigBuffer(length));

/**
 * @param {Bytes} buff
 * @param {number} size - bytes per element
 * @param {string} where
 * @returns {number} how many elements
 * @throws {Error} "Invalid buffer size"
 */
export function countElements(buff, size, where) {
    if (isBuffer(buff) && buff.byteLength % size === 0) return buff.byteLength / size;
    const got = isBuffer(buff) ? `${/** @type {Bytes} */ (buff).byteLength} bytes` : kindOf(buff);
    throw new Error(
        `${where}: Invalid buffer size: expected a Uint8Array or BigBuffer of N * ${size} bytes, got ${got}`,
    );
}

/** Is this an element of a list: bytes, or an array of as many numbers? @param {unknown} element */
const isElement = (element) =>
    isByteView(element) || (Array.isArray(element) && Array.from(element).every(Number.isInteger));

/**
 * @param {readonly Uint8Array[]} list
 * @param {number} size - bytes per element
 * @param {string} where
 * @returns {Uint8Array} the elements one after the other
 * @throws {Error} for a hole, and for anything that is not an element or has another size
 */
export function joinArray(list, size, where) {
    const bytes = new Uint8Array(list.length * size);
    for (let i = 0; i < list.length; i++) { // also visits holes
        if (!isElement(list[i]) || list[i].length !== size)
            throw new Error(
                `${where}: Invalid buffer size: expected elements of ${size} bytes, got ${describe(list[i])} at index ${i}`,
            );
        bytes.set(list[i], i * size);
    }
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
 * Takes over the bytes of a buffer that the caller gave away, for a task; the
 * caller's view is empty afterwards. A view of a part of a larger buffer is
 * copied and stays as it is, because the caller may still use the rest.
 * @param {Uint8Array} bytes
 * @returns {Uint8Array}
 */
export function takeOver(bytes) {
    const { buffer, byteLength } = bytes;
    const whole = Object.prototype.toString.call(buffer) === "[object ArrayBuffer]" && buffer.byteLength === byteLength;
    if (!whole || typeof structuredClone !== "function") return copyRange(bytes, 0, byteLength);
    return new Uint8Array(structuredClone(buffer, { transfer: [/** @type {ArrayBuffer} */ (buffer)] }));
}
