/**
 * Copies bytes into and out of the main instance, with scratch that is released in every case.
 * The allocator of the instance is one word at address 0, the next free byte. Marks of it
 * nest, unlike startSyncOp, and an exception cannot leave one open.
 * @module engine/scratch
 */
/** @import { ThreadManager } from "./types.js" */
import type { ThreadManager } from "./types.js";
/**
 * @param {ThreadManager} tm
 * @returns {Uint8Array} the whole memory, valid until it grows
 */
export declare function memory(tm: ThreadManager): Uint8Array;
/**
 * @param {ThreadManager} tm
 * @param {number} pointer
 * @param {number} length - bytes
 * @returns {Uint8Array} a copy that belongs to the caller
 */
export declare const take: (tm: ThreadManager, pointer: number, length: number) => Uint8Array;
/**
 * Runs `body`, which may allocate, and releases what it allocated, even when it throws.
 * @template T
 * @param {ThreadManager} tm
 * @param {(alloc: (length: number) => number, put: (bytes: Uint8Array) => number) => T} body
 * @returns {T}
 */
export declare function withScratch<T>(tm: ThreadManager, body: (alloc: (length: number) => number, put: (bytes: Uint8Array) => number) => T): T;
/**
 * Runs operations whose operands and result have fixed places on the main instance. It keeps views of these, because
 * making one takes as long as an addition.
 */
export declare class Slots {
    #private;
    /**
     * @param {ThreadManager} tm
     * @param {number} bytes - of each
     * @param {readonly [number, number, number]} places - of two operands and the result
     */
    constructor(tm: ThreadManager, bytes: number, places: readonly [number, number, number]);
    /**
     * @param {Function} kernel - of two operands
     * @param {Uint8Array} a
     * @param {Uint8Array} b
     * @returns {Uint8Array} a copy that belongs to the caller, as of `one`
     */
    two(kernel: Function, a: Uint8Array, b: Uint8Array): Uint8Array;
    /** @param {Function} kernel - of one operand @param {Uint8Array} a */
    one(kernel: Function, a: Uint8Array): Uint8Array<ArrayBuffer>;
    /** @param {Function} kernel - of one operand @param {bigint} value - the lowest bits are the operand */
    oneInteger(kernel: Function, value: bigint): Uint8Array<ArrayBuffer>;
    /** @param {Function} kernel - says yes or no of two operands @param {Uint8Array} a @param {Uint8Array} b */
    askTwo(kernel: Function, a: Uint8Array, b: Uint8Array): boolean;
    /** @param {Function} kernel - says yes or no of one operand @param {Uint8Array} a */
    ask(kernel: Function, a: Uint8Array): boolean;
}
/**
 * Bytes of any realm: arrays from jest and from workers fail instanceof.
 * @param {unknown} value
 * @returns {value is Uint8Array}
 */
export declare const isBytes: (value: unknown) => value is Uint8Array;
