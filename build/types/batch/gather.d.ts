import type { Bytes } from "./types.js";
/**
 *   in      buff: n elements of `size` bytes, size a multiple of 4, read
 *   out     `stride` buffers; number j holds the elements j, j + stride, j + 2 stride, ...
 * @param {Bytes} buff
 * @param {number} size
 * @param {number} n
 * @param {number} stride - divides n
 * @returns {Uint8Array[]}
 */
export declare function gather(buff: Bytes, size: number, n: number, stride: number): Uint8Array[];
