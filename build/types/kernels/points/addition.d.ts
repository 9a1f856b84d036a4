import type { PointContext } from "./context.js";
/** Additions per shared inversion: the sums and the differences of a block of butterflies form one batch. */
export declare const BATCH: number;
/** Bytes of the buffer that `addAll` works in. @param {PointContext} on */
export declare const bufferBytes: ({ layout, bytes }: PointContext) => number;
/**
 * Bytes of a list of `count` entries, with room to fill its last group.
 * @param {PointContext} on
 * @param {number} count
 */
export declare const listBytes: ({ layout, shared }: PointContext, count: number) => number;
/** Inverts the last products of the chains; false if one is zero. @param {PointContext} on @param {number} last */
export declare function invert({ lane, layout, coordinate, bytes, joined }: PointContext, last: number): boolean;
/**
 * Runs m entries, in batches; a batch reads all its operands before it writes a result.
 *
 *   in      list    m entries, with room for those of one more group
 *   out     the points that the entries name; a slot gets 0 where the sum is infinity
 *   memory  buffer: bufferBytes
 * @param {PointContext} on
 * @param {number} list
 * @param {number} m - at least 1
 * @param {number} buffer
 */
export declare function addAll(on: PointContext, list: number, m: number, buffer: number): void;
