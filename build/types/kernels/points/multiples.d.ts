import type { PointContext } from "./context.js";
/**
 * Memory for the work on a block, which the caller releases. Nothing else is allocated until the last step.
 * @param {PointContext} on
 */
export declare function openWork(on: PointContext): {
    list: number;
    first: number;
    buffer: number;
    table: number;
    tableRefs: number;
    products: number;
    productRefs: number;
    inputRefs: number;
    addresses: number;
    packed: number;
    count: number;
};
export type Work = ReturnType<typeof openWork>;
/** @typedef {ReturnType<typeof openWork>} Work */
/**
 * Runs `body` with memory for a block, and releases it however `body` ends.
 * @param {PointContext} on
 * @param {(work: Work) => Generator<void, void>} body
 * @returns {Generator<void, void>}
 */
export declare function withWork(on: PointContext, body: (work: Work) => Generator<void, void>): Generator<void, void>;
/** [start, length] of each of the blocks that n points are cut into, of nearly equal size. @param {number} n */
export declare function blocks(n: number): Generator<number[], void, unknown>;
/**
 * Appends an entry dst = a + b. Its ref is written to `slot` at once, so callers read the refs that they need first. A
 * sum with infinity is a copy.
 * @param {PointContext} on
 * @param {Work} work
 * @param {Uint32Array} words
 * @param {number} a
 * @param {number} b
 * @param {number} dst
 * @param {number} slot
 * @returns {number} index in `words` of the entry, or -1 for a copy
 */
export declare function push(on: PointContext, work: Work, words: Uint32Array, a: number, b: number, dst: number, slot: number): number;
/** Performs the appended additions. @param {PointContext} on @param {Work} work */
export declare function flush(on: PointContext, work: Work): void;
/**
 * Signed digits of plain scalars, the same number for each, lowest first.
 * @param {PointContext} on
 * @param {number} scalars - below 2^scalarBits
 * @param {number} n
 */
export declare function recode(on: PointContext, scalars: number, n: number): Int8Array<ArrayBuffer>;
/** Digits of one scalar in Montgomery form. @param {PointContext} on @param {number} factor */
export declare function digitsOf(on: PointContext, factor: number): Int8Array<ArrayBuffer>;
/**
 * Digits of the next elements of a progression.
 * @param {PointContext} on
 * @param {number} q - the next element, in Montgomery form
 * @param {number} inc
 * @param {number} m
 * @param {number} scalars - room for m
 */
export declare function progressionDigits(on: PointContext, q: number, inc: number, m: number, scalars: number): Int8Array<ArrayBuffer>;
/**
 * Multiplies the points of inputRefs by scalars; the results go to products and productRefs.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} m - at most BLOCK
 * @param {Int8Array} digits
 * @param {(i: number) => number} row - of the scalar of point i
 * @returns {Generator<void, void>}
 */
export declare function multiply(on: PointContext, work: Work, m: number, digits: Int8Array, row: (i: number) => number): Generator<void, void>;
/**
 * Converts points of the base module to points on lanes.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} m - at most BLOCK
 * @param {(i: number) => number} address - of affine point i
 * @param {number} slots - with room for m points and those of one more group of entries
 * @param {number} refs
 */
export declare function load({ arena, lane, layout, bytes, point }: PointContext, work: Work, m: number, address: (i: number) => number, slots: number, refs: number): void;
/**
 * Converts points on lanes to jacobian points of the base module, one after the other.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} m - at most BLOCK
 * @param {(i: number) => number} ref
 * @param {number} to
 */
export declare function store({ arena, lane, layout, bytes: { affine }, point }: PointContext, work: Work, m: number, ref: (i: number) => number, to: number): void;
/**
 * Makes refs of a block from jacobian or affine points.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} from
 * @param {number} m
 * @param {boolean} mixed - affine
 * @param {number} slots
 * @param {number} refs
 */
export declare function loadBlock(on: PointContext, work: Work, from: number, m: number, mixed: boolean, slots: number, refs: number): void;
/**
 * Writes the products of a block as jacobian points of the base module.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} m
 * @param {number} to
 */
export declare function storeProducts(on: PointContext, work: Work, m: number, to: number): void;
