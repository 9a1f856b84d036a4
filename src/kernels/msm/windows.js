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
/** @import { MsmContext } from "./context.js" */

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
 * @property {number} half - 2^(c-1), or 0 in the last window
 */

/**
 * The scalars of the classes `low` to `high`, split into parts if there is a split.
 * @typedef {Segment & { low: number, high: number, count: number, of: (found: Found) => number,
 *   each: number, wide?:
 *     boolean, split?: Split }} Kind of: counts them; each: items of a scalar; wide: items are
 *     plain integers
 */

/**
 * Points and items of one kind in one block, in memory.
 * @typedef {object} PlacedAt
 * @property {number} at - of the items
 * @property {number} stride - bytes of an item
 * @property {number} records
 * @property {number} step - bytes of a record
 * @property {number} count - of records
 * @property {number} parts - items of a record
 * @property {number} first - add this to a record's address for the ref of its first item
 * @property {number} next - add this to that ref for the ref of the next item
 */

/** @typedef {Segment & PlacedAt} Placed */

/**
 * A window, or the part of it that a share has: of every block the records from a fraction of them
 * to another.
 * @typedef {Window & { from: number, to: number }} Cut
 */

/** What falls into it in one block. @typedef {Cut & { parts: Placed[] }} Filled */

/**
 * Number `share` of `shares` equal shares of the work.
 * @typedef {{ share: number, shares: number }} Share
 */

/**
 * @typedef {object} Plan
 * @property {number} c
 * @property {Window[]} windows
 * @property {bigint} recode - sum of 2^(c w + c - 1) over the signed windows
 * @property {number} cost - additions
 */

const MAX_C = 18, MAX_BUCKETS = 1 << 20;
/** Additions per bucket and per window in addition to those of the items. */
const BUCKET = 1.1, WINDOW = 40;

/** What it costs, in additions, to convert a point, and to sort an item into a window. */
export const PLACING = 1, SORTING = 0.1;

/** Bytes of records that fit in the caches. */
const CACHED = 1 << 24;

/** The smallest 2^k - 1 that is not below x. @param {number} x */
const allOnes = (x) => (x < 1 ? 0 : 2 ** Math.ceil(Math.log2(x + 1)) - 1);

/**
 * @param {MsmContext["shared"]["classes"]} of
 * @param {Found} found
 * @param {Split | undefined} split
 * @returns {Kind[]}
 */
function kindsOf(of, found, split) {
    const { maxShort, maxFull } = found;
    const kinds = [
        {
            low: of.full, high: of.full, of: (/** @type {Found} */ { counts }) => counts.full,
            split, wide: !split, each: split?.parts ?? 1, max: split?.max ?? allOnes(maxFull),
        },
        {
            low: of.short, high: of.minusShort,
            of: (/** @type {Found} */ { counts }) => counts.short + counts.minusShort, each: 1, max: allOnes(maxShort),
        },
        {
            low: of.one, high: of.minusOne,
            of: (/** @type {Found} */ { counts }) => counts.one + counts.minusOne, each: 1, max: 1,
        },
    ];
    const counted = kinds.map((kind) => ({ ...kind, count: kind.of(found), items: kind.each * kind.of(found) }));
    return counted.filter(({ count }) => count > 0);
}

/**
 * The ways to split scalars that are worth a plan. Parts of a scalar are half as long as the order,
 * however short it is, so that one which is hardly longer than a part is better left whole: with
 * 128 bits, 2^13 points of bn128 take
 * 0.73 of the time on G1 and 0.60 on G2 (Node 20).
 * @param {MsmContext["candidates"]} candidates
 * @param {Found} found
 */
const waysFor = (candidates, { maxFull }) =>
    (candidates.some((split) => split && maxFull < split.max ** 1.5) ? [...candidates, undefined] : candidates);

/**
 * The cheapest way to cut the scalars.
 * @param {MsmContext} on
 * @param {Found} found - at least one scalar that is not of the class `nothing`
 * @param {number} shares
 * @returns {{ kinds: Kind[], plan: Plan }}
 */
export function choosePlan({ shared, bytes, candidates, window }, found, shares) {
    const plans = waysFor(candidates, found).map((split) => {
        const kinds = kindsOf(shared.classes, found, split);
        const plan = planWindows(kinds, window), { full } = found.counts;
        const images = split?.parts === 4 ? imageCost(full, shares, 2 * bytes.dualRecord * full) : 0;
        return { kinds, plan, cost: plan.cost + images };
    });
    return plans.reduce((a, b) => (b.cost < a.cost ? b : a));
}

/**
 * The work of one share, in additions, about.
 * @param {Kind[]} kinds
 * @param {Plan} plan
 * @param {number} shares
 */
export const workOf = (kinds, { cost }, shares) =>
    (cost * (1 + SORTING)) / shares + PLACING * kinds.reduce((sum, { count }) => sum + count, 0);

/** Records of a point: with four parts each is followed by that of psi(P). @param {Kind} kind */
export const imagesOf = ({ split }) => (split?.parts === 4 ? 2 : 1);

/** Items of a block in a window, at least, so that the batches of additions stay full. */
const BLOCK_ITEMS = 1 << 15;

/**
 * Into how many blocks the points of a share are divided: as many as there are shares, so that
 * together they hold the records of every point once. A sum without shares is one block. The
 * buckets of all windows outlive a block, so that more blocks save little or nothing: bn128 G1, MiB
 * with one, two and eight blocks 18, 14, 10 for 2^16 points, 27, 32 and more for 2^17. Each is read
 * and written by every block: processor time for 2^16, 2^17 and 2^18 points 1.02, 1.03,
 * 1.05 with two blocks, 1.06, 1.08, 1.11 with eight (Node 26).
 * @param {Kind[]} kinds
 * @param {Window[]} windows - of the share, which may have none
 * @param {number} shares
 */
export function blocksOf(kinds, windows, shares) {
    const itemsAt = (/** @type {number} */ shift) =>
        kinds.reduce((sum, kind) => sum + (reaches(kind, shift) ? kind.items : 0), 0);
    const items = windows.reduce((sum, { shift }) => sum + itemsAt(shift), 0);
    return Math.max(1, Math.min(shares, Math.floor(items / (windows.length || 1) / BLOCK_ITEMS)));
}

/**
 * How much more four parts of a scalar cost than two, besides their windows: the image of each
 * point under psi takes three products of Fp2 in every share (an addition takes five and a square),
 * and there are twice as many records, which must fit in the cache. Four parts / two, Node 26,
 * processor time: bls12381 2^11 0.93, 2^12 0.94, 2^13 0.92, 2^14 0.96; bn128 2^12 0.95, 2^13 0.96,
 * 2^14 0.98; where this rule decides against four parts, bls12381 2^15 1.00, 2^16 0.98 on a quiet
 * machine and 1.05 on a busy one, bn128 2^16 1.05.
 * @param {number} count - points
 * @param {number} shares
 * @param {number} bytes - of all records
 */
export const imageCost = (count, shares, bytes) => (bytes > CACHED ? Infinity : 0.6 * count * shares);

/**
 * Can a digit at `shift` be other than zero? Because of the carry of the signed digits below, it
 * can from (1 - 1 / (2 - 2^(1-c))) 2^shift on: a third of 2^shift for c = 2, nearly half of it for
 * wide windows.
 * @param {Segment} segment
 * @param {number} shift
 */
export const reaches = ({ max }, shift) => max >= 2 ** (shift - 2);

/**
 * For how many of the first K windows of c bits does `reaches` hold? Each sum tries some sixty
 * plans, in a short proof before any of this code is optimized, where a loop over windows would
 * take a millisecond.
 * @param {Segment} segment - its largest item is at least 1
 * @param {number} c
 * @param {number} K
 */
function reached(segment, c, K) {
    // one too many where the logarithm was rounded up
    const last = Math.floor((Math.log2(segment.max) + 2) / c);
    return Math.min(K, last + Number(reaches(segment, c * last)));
}

/**
 * The cheapest plan.
 * @param {Segment[]} segments - at least one
 * @param {number} [force] - window bits, for measurements
 * @returns {Plan}
 * @throws {RangeError} when `force` is not supported
 */
export function planWindows(segments, force) {
    if (force !== undefined && !(force >= 2 && force <= MAX_C)) {
        throw new RangeError(`planWindows: expected window bits from 2 to ${MAX_C}, got ${force}`);
    }
    const max = Math.max(...segments.map((s) => s.max));
    const bits = Math.max(1, Math.ceil(Math.log2(max + 1)));
    const room = max < 2 ** 127 ? 127 : 319;
    /** @type {{ c: number, K: number, top: number, cost: number } | null} */
    let best = null;
    for (let c = force ?? 2; c <= (force ?? MAX_C); c++) {
        for (let K = Math.max(1, Math.floor(bits / c)); K <= Math.ceil(bits / c); K++) {
            const most = largest(max, c, K);
            const top = Math.floor(most / 2 ** (c * (K - 1)));
            if (top > MAX_BUCKETS || most >= 2 ** room) continue;
            const buckets = (K - 1) * 2 ** (c - 1) + top;
            let cost = BUCKET * buckets + WINDOW * K;
            for (const s of segments) cost += s.items * reached(s, c, K);
            if (!best || cost < best.cost) best = { c, K, top, cost };
        }
    }
    if (!best) throw new Error(`planWindows: expected windows for ${bits} bits, got none`);
    return { c: best.c, cost: best.cost, ...windowsOf({ ...best, room }) };
}

/**
 * Largest item once `recode` is added; the factor covers the rounding of doubles.
 * @param {number} max
 * @param {number} c
 * @param {number} K
 */
function largest(max, c, K) {
    const recode = (2 ** (c - 1) * (2 ** (c * (K - 1)) - 1)) / (2 ** c - 1);
    return (max + recode) * (1 + 2 ** -45);
}

/**
 * @param {{ c: number, K: number, top: number, room: number }} plan - room: bits of an item below
 *   its sign
 */
function windowsOf({ c, K, top, room }) {
    let recode = 0n;
    const windows = Array.from({ length: K }, (_, w) => {
        const last = w === K - 1;
        if (!last) recode += 1n << BigInt(c * w + c - 1);
        if (!last) return { shift: c * w, buckets: 2 ** (c - 1), mask: 2 ** c - 1, half: 2 ** (c - 1) };
        const bits = Math.min(room - c * w, Math.ceil(Math.log2(top + 1)));
        return { shift: c * w, buckets: top, mask: 2 ** bits - 1, half: 0 };
    });
    return { windows, recode };
}

/**
 * The windows of one share. Shares are cut between two windows, or through the points of one, whose
 * buckets are then reduced in both shares. A cut moves to the next edge of a window if the
 * imbalance costs less than that.
 * @param {Window[]} windows
 * @param {Segment[]} segments
 * @param {Share} share
 * @returns {Cut[]}
 */
export function shareOf(windows, segments, { share, shares }) {
    const filled = windows.filter(({ shift }) => segments.some((s) => reaches(s, shift)));
    const loads = filled.map(({ shift, buckets }) =>
        segments.filter((s) => reaches(s, shift)).reduce((sum, s) => sum + s.items, BUCKET * buckets));
    const total = loads.reduce((a, b) => a + b, 0);
    let start = 0;
    return filled.flatMap((window, i) => {
        const edge = (BUCKET * window.buckets) / 2 / loads[i];
        const cut = (/** @type {number} */ k) => {
            const at = ((total * k) / shares - start) / loads[i];
            return at < edge ? 0 : at > 1 - edge ? 1 : at;
        };
        const [from, to] = [share ? cut(share) : 0, share + 1 < shares ? cut(share + 1) : 1];
        start += loads[i];
        return from < to ? [{ ...window, from, to }] : [];
    });
}

/**
 * What falls into a window in one block.
 * @param {Cut} window
 * @param {Placed[]} placed
 * @returns {Filled}
 */
export function fill(window, placed) {
    const { shift, from, to } = window, inside = placed.filter((s) => reaches(s, shift));
    const parts = inside.map((s) => slice(s, Math.floor(from * s.count), Math.floor(to * s.count)));
    return { ...window, parts: parts.filter((s) => s.count) };
}

/**
 * Some of the records of a segment.
 * @param {Placed} s
 * @param {number} from
 * @param {number} to
 * @returns {Placed}
 */
function slice(s, from, to) {
    const count = to - from;
    const at = s.at + from * s.parts * s.stride;
    return { ...s, at, records: s.records + from * s.step, count, items: count * s.parts };
}
