/**
 * How scalars are cut into windows, and windows into shares: the cost model.
 *
 * Work is counted in affine additions. A window of c bits with signed digits
 * has 2^(c-1) buckets. An item (a scalar, or a part of one) adds one point to a
 * bucket in every window that its bits reach, and a bucket costs two additions
 * in the running sums, less the one that its first point does not need:
 *
 *   cost = sum over items of windows + 1.1 buckets + 40 per window
 *
 * All windows but the last have signed digits. The last takes the remaining
 * bits as an unsigned digit, with as many buckets as its largest digit: with a
 * signed one the carry would need another window, or wider ones. The factor 1.1
 * covers the segments of the running sums and their weights, and 40 the
 * conversions and the final doublings.
 * @module kernels/msm/windows
 */
/** @import { Split } from "../points/context.js" */
/** @import { Found } from "./classify.js" */
/** @import { SumContext } from "./context.js" */
import type { Split } from "../points/context.js";
import type { Found } from "./classify.js";
import type { SumContext } from "./context.js";
export type Segment = {
    items: number;
    /**
     * - largest magnitude
     */
    max: number;
};
export type Window = {
    /**
     * - first bit
     */
    shift: number;
    buckets: number;
    /**
     * - of the digit's bits
     */
    mask: number;
    /**
     * - 2^(c-1), or 0 in the last window
     */
    half: number;
};
export type Kind = Segment & {
    low: number;
    high: number;
    count: number;
    of: (found: Found) => number;
    each: number;
    wide?: boolean;
    split?: Split;
};
export type PlacedAt = {
    /**
     * - of the items
     */
    at: number;
    /**
     * - bytes of an item
     */
    stride: number;
    records: number;
    /**
     * - bytes of a record
     */
    step: number;
    /**
     * - of records
     */
    count: number;
    /**
     * - items of a record
     */
    parts: number;
    /**
     * - add this to a record's address for the ref of its first item
     */
    first: number;
    /**
     * - add this to that ref for the ref of the next item
     */
    next: number;
};
export type Placed = Segment & PlacedAt;
export type Cut = Window & {
    from: number;
    to: number;
};
export type Filled = Cut & {
    parts: Placed[];
};
export type Share = {
    share: number;
    shares: number;
};
export type Plan = {
    c: number;
    windows: Window[];
    /**
     * - sum of 2^(c w + c - 1) over the signed windows
     */
    recode: bigint;
    /**
     * - additions
     */
    cost: number;
};
/** What it costs, in additions, to convert a point, and to sort an item into a window. */
export declare const PLACING = 1, SORTING = 0.1;
/**
 * The cheapest way to cut the scalars.
 * @param {SumContext} on
 * @param {Found} found - at least one scalar that is not of the class `nothing`
 * @param {number} shares
 * @returns {{ kinds: Kind[], plan: Plan }}
 */
export declare function choosePlan({ shared, bytes, candidates, window }: SumContext, found: Found, shares: number): {
    kinds: Kind[];
    plan: Plan;
};
/**
 * The work of one share, in additions, about.
 * @param {Kind[]} kinds
 * @param {Plan} plan
 * @param {number} shares
 */
export declare const workOf: (kinds: Kind[], { cost }: Plan, shares: number) => number;
/** Records of a point: with four parts each is followed by that of psi(P). @param {Kind} kind */
export declare const imagesOf: ({ split }: Kind) => 1 | 2;
/**
 * Into how many blocks the points of a share are divided: as many as there are shares, so that together they hold the
 * records of every point once. A sum without shares is one block. The buckets of all windows outlive a block, so that
 * more blocks save little or nothing: bn128 G1, MiB with one, two and eight blocks 18, 14, 10 for 2^16 points, 27, 32
 * and more for 2^17. Each is read and written by every block: processor time for 2^16, 2^17 and 2^18 points 1.02, 1.03,
 * 1.05 with two blocks, 1.06, 1.08, 1.11 with eight (Node 26).
 * @param {Kind[]} kinds
 * @param {Window[]} windows - of the share, which may have none
 * @param {number} shares
 */
export declare function blocksOf(kinds: Kind[], windows: Window[], shares: number): number;
/**
 * How much more four parts of a scalar cost than two, besides their windows: the image of each point under psi takes
 * three products of Fp2 in every share (an addition takes five and a square), and there are twice as many records,
 * which must fit in the cache. Four parts / two, Node 26, processor time: bls12381 2^11 0.93, 2^12 0.94, 2^13 0.92,
 * 2^14 0.96; bn128 2^12 0.95, 2^13 0.96, 2^14 0.98; where this rule decides against four parts, bls12381 2^15 1.00,
 * 2^16 0.98 on a quiet machine and 1.05 on a busy one, bn128 2^16 1.05.
 * @param {number} count - points
 * @param {number} shares
 * @param {number} bytes - of all records
 */
export declare const imageCost: (count: number, shares: number, bytes: number) => number;
/**
 * Can a digit at `shift` be other than zero? Because of the carry of the signed digits below, it can from
 * (1 - 1 / (2 - 2^(1-c))) 2^shift on: a third of 2^shift for c = 2, nearly half of it for wide windows.
 * @param {Segment} segment
 * @param {number} shift
 */
export declare const reaches: ({ max }: Segment, shift: number) => boolean;
/**
 * The cheapest plan.
 * @param {Segment[]} segments - at least one
 * @param {number} [force] - window bits, for measurements
 * @returns {Plan}
 * @throws {RangeError} when `force` is not supported
 */
export declare function planWindows(segments: Segment[], force?: number): Plan;
/**
 * The windows of one share. Shares are cut between two windows, or through the points of one, whose buckets are then
 * reduced in both shares. A cut moves to the next edge of a window if the imbalance costs less than that.
 * @param {Window[]} windows
 * @param {Segment[]} segments
 * @param {Share} share
 * @returns {Cut[]}
 */
export declare function shareOf(windows: Window[], segments: Segment[], { share, shares }: Share): Cut[];
/** What falls into a window in one block. @param {Cut} window @param {Placed[]} placed @returns {Filled} */
export declare function fill(window: Cut, placed: Placed[]): Filled;
