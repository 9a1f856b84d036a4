import type { PointContext, Split } from "./context.js";
/**
 * Records of affine points.
 * @param {PointContext} on
 * @param {{ list: number, n: number, records: number, step: number }} points - list: addresses of n affine points, n a
 *   multiple of the entries of a group; records: n, step bytes apart
 * @param {number} buffer - of batched additions
 * @param {Split} [split] - with images under the endomorphism
 * @param {number} [image] - with images under psi, this much behind
 */
export declare function toRecords(on: PointContext, { list, n, records, step }: {
    list: number;
    n: number;
    records: number;
    step: number;
}, buffer: number, split?: Split, image?: number): void;
/**
 * Affine points of the base module.
 * @param {PointContext} on
 * @param {number} refs - addresses of n refs, n a multiple of the lanes, or one more that fills them
 * @param {number} n
 * @param {number} to
 */
export declare function fromRefs({ lane, point }: PointContext, refs: number, n: number, to: number): void;
