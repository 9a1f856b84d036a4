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

/**
 * Items of one kind.
 * @typedef {object} Segment
 * @property {number} items
 * @property {number} max - largest magnitude
 */

/**
 * @typedef {object} Window
 * @property {number} shift - first bit
 * @property {number} buckets
 * @property {number} mask - of the digit's bits
 * @property {number} half - 2^(c-1), 0 in the last window
 */

/**
 * Points and items of one kind, in memory: `count` records of `parts` items each.
 * @typedef {Segment & { at: number, stride: number, parts: number, records: number, count: number, step: number, first: number, next: number }} Placed
 */

/** A window and what falls into it. @typedef {Window & { parts: Placed[] }} Filled */

/** Number `share` of `shares` equal shares of the work. @typedef {{ share: number, shares: number }} Share */

/**
 * @typedef {object} Plan
 * @property {number} c
 * @property {Window[]} windows
 * @property {bigint} recode - sum of 2^(c w + c - 1) over the signed windows
 * @property {number} cost - additions
 */

const MAX_C = 18, MAX_BUCKETS = 1 << 20, BUCKET = 1.1;

/** Bytes of records that caches hold. */
const CACHED = 1 << 24;

/**
 * What four parts of a scalar cost more than two, beside their windows: the image of each point under psi is three products
 * of Fp2 in every share, where an addition is five and a square; and twice the records, which must not leave the cache.
 * Four parts / two, Node 26, processor time: bls12381 2^11 0.93, 2^12 0.94, 2^13 0.92, 2^14 0.96; bn128 2^12 0.95, 2^13 0.96,
 * 2^14 0.98; against this rule bls12381 2^15 1.00, 2^16 0.98 on a quiet machine and 1.05 on a busy one, bn128 2^16 1.05.
 * @param {number} count - points
 * @param {number} shares
 * @param {number} bytes - of all records
 */
export const imageCost = (count, shares, bytes) => (bytes > CACHED ? Infinity : 0.6 * count * shares);

/**
 * Can a digit at `shift` be other than zero? With what the signed digits below carry, from (1 - 1 / (2 - 2^(1-c))) 2^shift
 * on: a third of 2^shift for c = 2, near half of it for wide windows.
 * @param {Segment} segment
 * @param {number} shift
 */
export const reaches = ({ max }, shift) => max >= 2 ** (shift - 2);

/**
 * The cheapest plan.
 * @param {Segment[]} segments - at least one
 * @param {number} [force] - window bits, for measurements
 * @returns {Plan}
 * @throws {RangeError} for window bits that are not supported
 */
export function planWindows(segments, force) {
    if (force !== undefined && !(force >= 2 && force <= MAX_C)) throw new RangeError(`planWindows: expected window bits from 2 to ${MAX_C}, got ${force}`);
    const max = Math.max(...segments.map((s) => s.max)), bits = Math.max(1, Math.ceil(Math.log2(max + 1)));
    /** @type {{ c: number, K: number, top: number, cost: number } | null} */
    let best = null;
    for (let c = force ?? 2; c <= (force ?? MAX_C); c++) {
        for (let K = Math.max(1, Math.floor(bits / c)); K <= Math.ceil(bits / c); K++) {
            const top = topDigit(max, c, K);
            if (top > MAX_BUCKETS) continue;
            const buckets = (K - 1) * 2 ** (c - 1) + top;
            let cost = BUCKET * buckets + 40 * K;
            for (const s of segments) for (let w = 0; w < K; w++) if (reaches(s, c * w)) cost += s.items;
            if (!best || cost < best.cost) best = { c, K, top, cost };
        }
    }
    if (!best) throw new Error(`planWindows: expected windows for ${bits} bits, got none`);
    return { c: best.c, cost: best.cost, ...windowsOf({ ...best, room: max < 2 ** 127 ? 127 : 319 }) };
}

/** Largest digit of the last window; the factor covers the rounding of doubles. @param {number} max @param {number} c @param {number} K */
function topDigit(max, c, K) {
    let recode = 0;
    for (let w = 0; w < K - 1; w++) recode += 2 ** (c * w + c - 1);
    return Math.floor(((max + recode) / 2 ** (c * (K - 1))) * (1 + 2 ** -45));
}

/** @param {{ c: number, K: number, top: number, room: number }} plan - room: bits of an item below its sign */
function windowsOf({ c, K, top, room }) {
    let recode = 0n;
    const windows = Array.from({ length: K }, (_, w) => {
        const last = w === K - 1;
        if (!last) recode += 1n << BigInt(c * w + c - 1);
        return { shift: c * w, buckets: last ? top : 2 ** (c - 1), mask: last ? 2 ** Math.min(room - c * w, Math.ceil(Math.log2(top + 1))) - 1 : 2 ** c - 1, half: last ? 0 : 2 ** (c - 1) };
    });
    return { windows, recode };
}

/**
 * The windows of one share. A cut lies between two windows, or goes through the points of one, whose buckets are then
 * reduced in both shares; it moves to the next edge where that costs less than it balances.
 * @param {Window[]} windows
 * @param {Placed[]} segments
 * @param {Share} share
 * @returns {Filled[]}
 */
export function shareOf(windows, segments, { share, shares }) {
    const filled = windows.map((w) => ({ ...w, parts: segments.filter((s) => reaches(s, w.shift)) }));
    const loads = filled.map(({ parts, buckets }) => parts.reduce((sum, s) => sum + s.items, BUCKET * buckets)), total = loads.reduce((a, b) => a + b, 0);
    let start = 0;
    return filled.flatMap((window, i) => {
        const edge = (BUCKET * window.buckets) / 2 / loads[i];
        const cut = (/** @type {number} */ k) => {
            const at = ((total * k) / shares - start) / loads[i];
            return at < edge ? 0 : at > 1 - edge ? 1 : at;
        };
        const [from, to] = [share ? cut(share) : 0, share + 1 < shares ? cut(share + 1) : 1];
        start += loads[i];
        const parts = window.parts.map((s) => slice(s, Math.floor(from * s.count), Math.floor(to * s.count))).filter((s) => s.count);
        return parts.length ? [{ ...window, parts }] : [];
    });
}

/** Some of the points of a segment. @param {Placed} s @param {number} from @param {number} to @returns {Placed} */
const slice = (s, from, to) => ({ ...s, at: s.at + from * s.parts * s.stride, records: s.records + from * s.step, count: to - from, items: (to - from) * s.parts });
