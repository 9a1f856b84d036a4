/**
 * Shapes in memory that the kernels of the MSM and their driver share. The
 * artifacts carry them as their `layout`, so the driver copies no number.
 * @module scripts/wasm/msm_lane/layout
 */
/** @import { LaneField } from "../lane/types.js" */
import { MAX } from "./split_table.js";

/** Classes of scalars (scalars.js). Those that stand for a negative number are even. */
export const CLASS = Object.freeze({ nothing: 0, one: 1, minusOne: 2, short: 3, minusShort: 4, full: 5 });

/**
 * Statistics of `classify`: u32 counts of the classes, whether a scalar has bits above 256, then
 * u64 ors of short and of full scalars.
 */
export const STATS = Object.freeze({ counts: 0, wide: 24, shortBits: 32, fullBits: 40, size: 72 });

/** Bytes of an item of at most 127 bits and of one of at most 319 bits. */
export const ITEM = 16, WIDE_ITEM = 40;

/**
 * An entry of a list of additions, point[dst] = A + B: two refs, an address, and the address of the
 * ref that names the result.
 */
export const ENTRY = Object.freeze({ A: 0, B: 4, dst: 8, slot: 12, size: 16 });

/** Bits of a ref (points.js); `address` is a mask. */
export const REF = Object.freeze({ negate: 1, yBefore: 2, double: 4, address: -8 });

/** Bits of a window of the digits by which many points are multiplied. */
export const WINDOW = 4;

/**
 * State of `pairUp`: next free slot and start of the arena of partial sums, whether a bucket had
 * two refs.
 */
export const STATE = Object.freeze({ next: 0, start: 4, more: 8, size: 16 });

/**
 * Entries per group. 4 / 8 / 16 on bn254 fma: 238 / 215 / 213 ms for 2^16 points (Node 26); larger
 * groups need more scratch.
 */
export const ENTRIES = 8;

/** Fields of the buffer. */
export const BUFFER = Object.freeze({ D: 0, P: 1, XA: 2, XS: 3, DY: 4, YA: 5, size: 6 });

/** What the bookkeeping module says of itself, beside its static area. */
export const BOOKKEEPING = Object.freeze({
    classes: CLASS,
    stats: STATS,
    itemBytes: ITEM,
    wideItemBytes: WIDE_ITEM,
    entry: ENTRY,
    ref: REF,
    state: STATE,
    window: WINDOW,
    splitTable: { max: MAX },
});

/** Dual records start at a cache line, so that none touches one more than it must. */
const LINE = 64;

/**
 * Sizes in bytes of the points of one group.
 *
 * | affine, jacobian | in the base module                                                                  |
 * | point            | on lanes, and a record without endomorphism                                         |
 * | dualRecord       | a record [beta x, y, x] of P and phi(P)                                             |
 * | firstRef         | the ref of P is the address of its dual record plus this,                           |
 * | nextRef          | and that of phi(P) is this more                                                     |
 * | group            | of the buffer of a batch, per group of entries                                      |
 * | products         | where the running products lie in it                                                |
 * @param {LaneField} F
 * @param {1 | 2} degree - 1: G1, 2: G2
 */
export function pointLayout({ bytes, unitBytes, lanes, plan: { packed } }, degree) {
    const point = 2 * degree * bytes;
    const quad = (ENTRIES / lanes) * degree * unitBytes;
    const plain = point + REF.yBefore;
    return {
        affine: 2 * degree * packed, jacobian: 3 * degree * packed,
        point, dualRecord: Math.ceil((3 * point) / 2 / LINE) * LINE, firstRef: plain, nextRef: -plain,
        group: BUFFER.size * quad, products: BUFFER.P * quad,
    };
}
