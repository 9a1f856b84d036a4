import type { Bytes } from "./types.js";
/**
 * A detached view does not count as a buffer: its zero bytes would be taken for zero elements.
 * @param {unknown} value
 * @returns {value is Bytes}
 */
export declare const isBuffer: (value: unknown) => value is Bytes;
/** Describes what was passed instead of a buffer, for messages. @param {unknown} value */
export declare function kindOf(value: unknown): "a detached one" | "an array" | "bigint" | "boolean" | "function" | "number" | "object" | "string" | "symbol" | "undefined";
/**
 * @param {Bytes} buff
 * @param {number} from
 * @param {number} to
 * @returns {Uint8Array} a copy in its own ArrayBuffer; to - from is at most a page of a BigBuffer
 */
export declare function copyRange(buff: Bytes, from: number, to: number): Uint8Array;
/**
 * The same, with turns of the event loop where copying takes long. A short part is copied before this returns.
 * @param {Bytes} buff
 * @param {number} from
 * @param {number} to
 * @returns {Promise<Uint8Array>}
 */
export declare function copyInTurns(buff: Bytes, from: number, to: number): Promise<Uint8Array>;
/**
 * The same to the start of `bytes`.
 * @param {Uint8Array} bytes
 * @param {Bytes} buff
 * @param {number} from
 * @param {number} to
 */
export declare function copyInto(bytes: Uint8Array, buff: Bytes, from: number, to: number): Promise<void>;
/**
 * @param {Bytes} like - the result is of this class, a Uint8Array or a BigBuffer
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
 * @returns {Uint8Array} the elements one after the other
 * @throws {Error} for a hole, and for anything that is not an element or has another size
 */
export declare function joinArray(list: readonly Uint8Array[], size: number, where: string): Uint8Array;
/**
 * @param {Bytes} buff
 * @param {number} size
 * @returns {Uint8Array[]}
 */
export declare function splitArray(buff: Bytes, size: number): Uint8Array[];
/**
 * Takes over the bytes of a buffer that the caller gave away, for a task; the
 * caller's view is empty afterwards. A view of a part of a larger buffer is
 * copied and stays as it is, because the caller may still use the rest.
 * @param {Uint8Array} bytes
 * @returns {Uint8Array}
 */
export declare function takeOver(bytes: Uint8Array): Uint8Array;
