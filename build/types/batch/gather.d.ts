import type { Bytes } from "./types.js";
/**
 *   in      buff: n elements of `size` bytes, size a multiple of 4, read
 *   out     `stride` buffers; number j holds the elements j, j + stride, j + 2 stride, ...
 * @param {Bytes} buff
 * @param {number} size
 * @param {number} n
 * @param {number} stride - divides n
 * @returns {Promise<Uint8Array[]>}
 */
export declare function gather(buff: Bytes, size: number, n: number, stride: number): Promise<Uint8Array[]>;
/**
 * Undoes gather for one of its buffers: element r of `part` goes to index r stride + j of `whole`.
 * @param {Uint8Array} part
 * @param {number} size - bytes per element, a multiple of 4
 * @param {number} stride
 * @param {number} j
 * @param {Uint8Array} whole - 4-byte aligned, as new buffers are
 */
export declare function interleave(part: Uint8Array, size: number, stride: number, j: number, whole: Uint8Array): Promise<void>;
