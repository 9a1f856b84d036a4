import type { Bytes } from "./types.js";
/**
 * @param {unknown} value
 * @returns {value is Bytes}
 */
export declare const isBuffer: (value: unknown) => value is Bytes;
/**
 * @param {Bytes} buff
 * @param {number} from
 * @param {number} to
 * @returns {Uint8Array} a copy with an ArrayBuffer of its own; to - from is at most a page of BigBuffer
 */
export declare function copyRange(buff: Bytes, from: number, to: number): Uint8Array;
/**
 * The same, and where it takes long the event loop has its turns. What is short is copied before the promise comes back.
 * @param {Bytes} buff
 * @param {number} from
 * @param {number} to
 * @returns {Promise<Uint8Array>}
 */
export declare function copyInTurns(buff: Bytes, from: number, to: number): Promise<Uint8Array>;
/**
 * @param {Bytes} like - a BigBuffer gives a BigBuffer
 * @param {number} length
 * @returns {Bytes}
 */
export declare const allocateLike: (like: Bytes, length: number) => Bytes;
/**
 * @param {Bytes} buff
 * @param {number} size - bytes per element
 * @param {string} where
 * @returns {number} how many elements
 * @throws {Error} "Invalid buffer size"
 */
export declare function countElements(buff: Bytes, size: number, where: string): number;
/**
 * @param {readonly Uint8Array[]} list
 * @param {number} size - bytes per element
 * @param {string} where
 * @returns {Uint8Array} the elements side by side
 */
export declare function joinArray(list: readonly Uint8Array[], size: number, where: string): Uint8Array;
/**
 * @param {Bytes} buff
 * @param {number} size
 * @returns {Uint8Array[]}
 */
export declare function splitArray(buff: Bytes, size: number): Uint8Array[];
/**
 * The bytes of a buffer that its owner gave away, for a task to keep; the
 * owner's view is empty afterwards. A view of a part of a larger buffer is
 * copied and stays as it is, because the rest belongs to somebody else.
 * @param {Uint8Array} bytes
 * @returns {Uint8Array}
 */
export declare function takeOver(bytes: Uint8Array): Uint8Array;
