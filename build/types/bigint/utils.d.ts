/**
 * Conversions that callers share: JSON-like trees with integers as text, bytes
 * and integers, arrays of elements and flat buffers.
 * @module bigint/utils
 */
import { bitReverse, log2 } from "../util/bits.js";
export { bitReverse, log2 };
export type Printable = {
    /**
     * - any: each field has its own elements
     */
    e: (value: any) => any;
    toString: (element: any) => string;
};
/**
 * The same tree with every integer as decimal text. A Uint8Array becomes the
 * bigint of its little-endian bytes (not text), as in ffjavascript.
 * @param {any} o - any: trees are the caller's
 * @returns {any}
 * @throws {TypeError} when there is a null or undefined inside
 */
export declare function stringifyBigInts(o: any): any;
/**
 * The same tree with decimal and 0x text as bigint. Other text stays.
 * @param {any} o
 * @returns {any}
 */
export declare const unstringifyBigInts: (o: any) => any;
/**
 * The same tree with every element of `F` (bytes, for the wasm fields) as text.
 * @param {Printable} F
 * @param {any} o
 * @returns {any}
 * @throws {TypeError} when there is a null or undefined inside
 */
export declare function stringifyFElements(F: Printable, o: any): any;
/**
 * The same tree with decimal and 0x text as elements of `F`. Other text stays.
 * @param {Printable} F
 * @param {any} o
 * @returns {any}
 */
export declare const unstringifyFElements: (F: Printable, o: any) => any;
/**
 * @param {bigint} n - n >= 0
 * @param {number} [len] - bytes; as many as needed when absent
 * @returns {Uint8Array} big-endian
 */
export declare function beInt2Buff(n: bigint, len?: number): Uint8Array;
/**
 * @param {bigint} n - n >= 0
 * @param {number} [len] - bytes; as many as needed when absent
 * @returns {Uint8Array} little-endian
 */
export declare function leInt2Buff(n: bigint, len?: number): Uint8Array;
/** @param {Uint8Array} buff - big-endian @returns {bigint} */
export declare const beBuff2int: (buff: Uint8Array) => bigint;
/** @param {Uint8Array} buff - little-endian @returns {bigint} */
export declare const leBuff2int: (buff: Uint8Array) => bigint;
/**
 * Puts the elements of `buff` into bit-reversed order, in place.
 * @param {Uint8Array} buff - 2^k elements
 * @param {number} eSize - bytes of an element
 * @throws {Error} "Invalid number of pointers" when there are not 2^k
 */
export declare function buffReverseBits(buff: Uint8Array, eSize: number): void;
/**
 * The elements one after the other, each in `sG` bytes.
 * @param {ArrayLike<number>[]} arr
 * @param {number} sG
 * @returns {Uint8Array}
 */
export declare function array2buffer(arr: ArrayLike<number>[], sG: number): Uint8Array;
/**
 * Copies of the elements of `sG` bytes that a buffer consists of.
 * @param {Uint8Array | import("../util/bigbuffer.js").BigBuffer} buff
 * @param {number} sG
 * @returns {Uint8Array[]}
 */
export declare function buffer2array(buff: Uint8Array | import("../util/bigbuffer.js").BigBuffer, sG: number): Uint8Array[];
