import type { PointContext, Split } from "./context.js";
/**
 * Scalars from which on digits are sparse: fewer additions, but in more and smaller batches, of which each takes an
 * inversion. Digits of one scalar alone are, because then its points have theirs at the same places.
 */
export declare const SPARSE = 256;
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
    columns: number;
    sums: number;
    digits: {
        digits: number;
        tops: number;
    };
    products: number;
    productRefs: number;
    records: number;
    addresses: number;
    packed: number;
    count: number;
};
export type Work = ReturnType<typeof openWork>;
/** @typedef {ReturnType<typeof openWork>} Work */
/**
 * Runs `body` with memory for a block, and releases it however `body` ends.
 * @template S
 * @param {PointContext} on
 * @param {(work: Work) => Generator<S, void>} body
 * @returns {Generator<S, void>}
 */
export declare function withWork<S>(on: PointContext, body: (work: Work) => Generator<S, void>): Generator<S, void>;
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
export type Digits = {
    /**
     * - address
     */
    digits: number;
    /**
     * - bytes of a row
     */
    columns: number;
    /**
     * - up to the highest that is not zero
     */
    rows: number;
    /**
     * - from a row to the one below it
     */
    doublings: number;
    /**
     * - address of the largest magnitude of each column
     */
    tops: number;
    /**
     * - the largest of them
     */
    top: number;
    parts: number;
    split?: Split;
};
/**
 * Signed digits of scalars, or of their parts: that of part h of scalar i at place w is byte i parts + h of row w.
 * @typedef {object} Digits
 * @property {number} digits - address
 * @property {number} columns - bytes of a row
 * @property {number} rows - up to the highest that is not zero
 * @property {number} doublings - from a row to the one below it
 * @property {number} tops - address of the largest magnitude of each column
 * @property {number} top - the largest of them
 * @property {number} parts
 * @property {Split} [split]
 */
/**
 * Room for the digits of scalars.
 * @param {PointContext} on
 * @param {number} n - scalars
 */
export declare function openDigits({ arena, degree, layout: { scalarBytes } }: PointContext, n: number): {
    digits: number;
    tops: number;
};
/**
 * Writes the digits of plain scalars of `scalarBytes`, which may be r or more.
 * @param {PointContext} on
 * @param {number} scalars
 * @param {number} n
 * @param {ReturnType<typeof openDigits>} to - room for those of n scalars
 * @param {Split} [split] - along which they are split; for points of order r
 * @param {number} [plainBits] - of scalars that are not split
 * @returns {Digits}
 */
export declare function recode(on: PointContext, scalars: number, n: number, { digits, tops }: ReturnType<typeof openDigits>, split?: Split, plainBits?: number): Digits;
/**
 * The split that is right for all of some points where it is enough to be on the curve: that along phi.
 * @param {PointContext} on
 * @param {number} m
 * @param {(i: number) => number} address - of affine point i
 * @returns {Split | undefined} undefined: scalars must not be split
 */
export declare const splitOnCurve: (on: PointContext, m: number, address: (i: number) => number) => Split | undefined;
/**
 * The split that is right for all points of a block: on a curve with other points as well, each point is looked at, if
 * this costs less than the split saves.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} m - at most BLOCK
 * @param {(i: number) => number} address - of affine point i
 * @param {number} [products] - how many there will be of each point
 * @returns {Generator<void, Split | undefined>}
 */
export declare function splitFor(on: PointContext, work: Work, m: number, address: (i: number) => number, products?: number): Generator<void, Split | undefined>;
/**
 * Digits of one scalar in Montgomery form.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} factor
 * @param {Split} [split]
 */
export declare function digitsOf(on: PointContext, work: Work, factor: number, split?: Split): Digits;
/**
 * Digits of the next elements of a progression.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} q - the next element, in Montgomery form
 * @param {number} inc
 * @param {number} m - at most BLOCK
 * @param {number} scalars - room for m
 * @param {Split} [split]
 */
export declare function progressionDigits(on: PointContext, work: Work, q: number, inc: number, m: number, scalars: number, split?: Split): Digits;
/**
 * Adds up the terms of m sums: their refs go to productRefs, the points to products or, where a sum is a single
 * multiple, wherever that is. The terms are in order of their ranks, those of one rank belong to different sums.
 *
 *   in      work    tableRefs: refs of the terms; columns, sums: of each term the column of its digits and the number
 *                   of the sum that it belongs to
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} m - at most BLOCK
 * @param {number[]} ranks - where each rank ends; the last one at most at 2 BLOCK on G1, 4 BLOCK on G2
 * @param {Digits} digits
 * @returns {Generator<void, void>}
 */
export declare function addTerms(on: PointContext, work: Work, m: number, ranks: number[], digits: Digits): Generator<void, void>;
/**
 * Makes terms of points; part h of the scalar of point i belongs to ref h m + i of the table.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} m - at most BLOCK
 * @param {(i: number) => number} address - of affine point i
 * @param {Split | undefined} split
 */
export declare function loadTerms(on: PointContext, work: Work, m: number, address: (i: number) => number, split: Split | undefined): void;
/**
 * Multiplies points by scalars; the results go to productRefs, as sums do.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} m - at most BLOCK
 * @param {(i: number) => number} address - of affine point i
 * @param {Digits} digits
 * @param {(i: number) => number} row - number of the scalar of point i
 * @returns {Generator<void, void>}
 */
export declare function multiply(on: PointContext, work: Work, m: number, address: (i: number) => number, digits: Digits, row: (i: number) => number): Generator<void, void>;
/**
 * Converts points of the base module to points on lanes.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} m - at most BLOCK
 * @param {(i: number) => number} address - of affine point i
 * @param {number} slots - with room for m points and those of one more group of entries
 * @param {number} refs
 */
export declare function load(on: PointContext, work: Work, m: number, address: (i: number) => number, slots: number, refs: number): void;
/**
 * Converts points on lanes to affine points of the base module, one after the other at work.packed.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} m - at most BLOCK
 * @param {(i: number) => number} ref
 * @returns {(i: number) => number} address of affine point i
 */
export declare function pack(on: PointContext, work: Work, m: number, ref: (i: number) => number): (i: number) => number;
/**
 * Converts points on lanes to jacobian points of the base module, one after the other.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} m - at most BLOCK
 * @param {(i: number) => number} ref
 * @param {number} to
 */
export declare function store(on: PointContext, work: Work, m: number, ref: (i: number) => number, to: number): void;
/**
 * Affine points of the base module: those of a block, or what its jacobian points become at work.packed.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} from
 * @param {number} m
 * @param {boolean} mixed - they are affine
 * @returns {(i: number) => number} address of affine point i
 */
export declare function affineOf(on: PointContext, work: Work, from: number, m: number, mixed: boolean): (i: number) => number;
/**
 * Writes the products of a block as jacobian points of the base module.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} m
 * @param {number} to
 */
export declare function storeProducts(on: PointContext, work: Work, m: number, to: number): void;
