/**
 * Cost model of the batch-affine MSM: how scalars are cut into windows.
 *
 * Work is counted in affine additions. A window of c bits with signed digits
 * has 2^(c-1) buckets. An item (a scalar, or half of one) adds one point to a
 * bucket in every window that its bits reach, and a bucket costs two additions
 * in the running sums, less the one its first point does not need:
 *
 *   cost = sum over items of windows + 1.1 buckets + 40 per window
 *
 * All windows but the last are signed; the last takes what is left, unsigned,
 * with as many buckets as its largest digit: a signed one would need a window
 * more, or wider ones, for the carry. 1.1: segments of the running sums and
 * their weights; 40: conversions and the final doublings.
 * @module runtime/lanes/msm_plan
 */
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
     * - 2^(c-1), 0 in the last window
     */
    half: number;
};
export type Placed = Segment & {
    at: number;
    stride: number;
    parts: number;
    records: number;
    count: number;
    step: number;
    first: number;
    next: number;
};
export type Filled = Window & {
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
/**
 * What four parts of a scalar cost more than two, beside their windows: the image of each point under psi is three products
 * of Fp2 in every share, where an addition is five and a square; and twice the records, which must not leave the cache.
 * Four parts / two, Node 26, processor time: bls12381 2^11 0.93, 2^12 0.94, 2^13 0.92, 2^14 0.96; bn128 2^12 0.95, 2^13 0.96,
 * 2^14 0.98; against this rule bls12381 2^15 1.00, 2^16 0.98 on a quiet machine and 1.05 on a busy one, bn128 2^16 1.05.
 * @param {number} count - points
 * @param {number} shares
 * @param {number} bytes - of all records
 */
export declare const imageCost: (count: number, shares: number, bytes: number) => number;
/**
 * Can a digit at `shift` be other than zero? With what the signed digits below carry, from (1 - 1 / (2 - 2^(1-c))) 2^shift
 * on: a third of 2^shift for c = 2, near half of it for wide windows.
 * @param {Segment} segment
 * @param {number} shift
 */
export declare const reaches: ({ max }: Segment, shift: number) => boolean;
/**
 * The cheapest plan.
 * @param {Segment[]} segments - at least one
 * @param {number} [force] - window bits, for measurements
 * @returns {Plan}
 * @throws {RangeError} for window bits that are not supported
 */
export declare function planWindows(segments: Segment[], force?: number): Plan;
/**
 * The windows of one share. A cut lies between two windows, or goes through the points of one, whose buckets are then
 * reduced in both shares; it moves to the next edge where that costs less than it balances.
 * @param {Window[]} windows
 * @param {Placed[]} segments
 * @param {Share} share
 * @returns {Filled[]}
 */
export declare function shareOf(windows: Window[], segments: Placed[], { share, shares }: Share): Filled[];
