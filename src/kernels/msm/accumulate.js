/**
 * Phase 3: sorts the refs by bucket and adds up each bucket.
 * @module kernels/msm/accumulate
 */
/** @import { MsmContext } from "./context.js" */
/** @import { Term } from "./fold.js" */
/** @import { Cut, Filled, Placed } from "./windows.js" */
import { bufferBytes } from "../points/addition.js";
import { reduce, segmentLength } from "./reduce.js";
import { tree } from "./tree.js";
import { fill, SORTING } from "./windows.js";

/** How many refs go through the rounds together, so that partial sums stay in the cache. */
const REFS = 1 << 14;
/** How many buckets are reduced together: enough segments to fill the batches. */
const BUCKETS = 1 << 16;
/** The most terms that a window can have. */
const TERMS = 40;

/**
 * The points of a sum as records, a block at a time.
 * @typedef {object} PlacedBlocks
 * @property {number} count
 * @property {number} most - items of a block
 * @property {(i: number) => Generator<number, Placed[]>} place
 */

/**
 * Addresses of the memory that the phases share.
 * @typedef {object} Places
 * @property {number} counts - refs per bucket
 * @property {number} positions
 * @property {number} refs - sorted by bucket
 * @property {number} buffer - of batched additions
 * @property {number} finals - affine points of the base module, one per term
 */

/**
 * Where the sums of the buckets of a window go: a ref per bucket, and memory for the points.
 * @typedef {{ sorted: number, kept: number }} Sums
 */

/**
 * Windows that are reduced together, and their buckets.
 * @typedef {Sums & { windows: Cut[], length: number, padded: number[] }} SetOfSums length: of a
 *   segment; padded: buckets of each window, a multiple of it
 */

/**
 * Bucket sums and their reduction, one set of windows after the other. With several blocks the
 * buckets of all sets are kept until the last block is done.
 * @param {MsmContext} on
 * @param {Cut[]} windows
 * @param {PlacedBlocks} blocks
 * @returns {Generator<number, Term[]>}
 */
export function* accumulateAll(on, windows, blocks) {
    const { arena, bytes } = on, terms = /** @type {Term[]} */ ([]), several = blocks.count > 1;
    if (!windows.length) return terms;
    const sets = gathered(windows, (w) => w.buckets, BUCKETS);
    const buckets = Math.max(...sets.map((set) => sumOf(set, (w) => w.buckets)));
    const own = Math.max(...windows.map((w) => w.buckets));
    /** @type {Places} */
    const places = {
        counts: arena.alloc(4 * buckets), positions: arena.alloc(4 * buckets),
        refs: arena.alloc(4 * Math.max(REFS, blocks.most + (several ? own : 0))), buffer: arena.alloc(bufferBytes(on)),
        finals: arena.alloc(bytes.affine * (windows.length * TERMS + 2)),
    };
    const kept = several ? sets.map((set) => openSet(on, set)) : undefined;
    for (let i = 0; i < blocks.count; i++) {
        const mark = arena.mark();
        const placed = yield* blocks.place(i);
        for (const [k, set] of sets.entries()) {
            const inner = arena.mark();
            const sums = kept?.[k] ?? openSet(on, set);
            yield* addBlock(on, sums, placed, places, { carried: i > 0, held: several });
            if (!several) yield* reduce(on, sums, places, terms);
            arena.release(inner);
        }
        arena.release(mark);
    }
    for (const sums of kept ?? []) {
        const mark = arena.mark();
        yield* reduce(on, sums, places, terms);
        arena.release(mark);
    }
    return terms;
}

/** @template T @param {T[]} list @param {(item: T) => number} f */
const sumOf = (list, f) => list.reduce((sum, item) => sum + f(item), 0);

/** @param {Filled} window */
const refsOf = ({ parts }) => sumOf(parts, (s) => s.items);

/** Empty buckets. @param {MsmContext} on @param {Cut[]} windows @returns {SetOfSums} */
function openSet({ arena, bytes: { point } }, windows) {
    const length = segmentLength(sumOf(windows, (w) => w.buckets));
    const padded = windows.map((w) => Math.ceil(w.buckets / length) * length);
    const total = sumOf(padded, (b) => b);
    const sorted = arena.alloc(4 * total);
    const kept = arena.alloc(point * total);
    arena.u32().fill(0, sorted >>> 2, (sorted >>> 2) + total);
    return { windows, length, padded, sorted, kept };
}

/**
 * Adds the points of a block to the buckets of a set.
 * @param {MsmContext} on
 * @param {SetOfSums} set
 * @param {Placed[]} placed
 * @param {Places} places
 * @param {{ carried: boolean, held: boolean }} how - carried: the buckets have points already;
 *   held: they outlive the records of this block
 * @returns {Generator<number, void>}
 */
function* addBlock(on, { windows, padded, sorted, kept }, placed, places, { carried, held }) {
    const { point } = on.bytes;
    let at = 0;
    const filled = windows.map((window, i) => {
        const sums = { sorted: sorted + 4 * at, kept: kept + point * at };
        at += padded[i];
        return { ...fill(window, placed), ...sums };
    }).filter(({ parts }) => parts.length > 0);
    const weight = (/** @type {Filled} */ w) => refsOf(w) + (carried ? w.buckets : 0);
    for (const group of gathered(filled, weight, REFS)) {
        yield* accumulate(on, group, places, carried);
        if (held) for (const w of group) on.buckets.hold(w.sorted, w.buckets, w.kept, point);
    }
}

/**
 * One group of windows: sorts the refs, then adds up each bucket as a tree; a large window is split
 * into runs of buckets.
 * @param {MsmContext} on
 * @param {(Filled & Sums)[]} windows
 * @param {Places} places
 * @param {boolean} carried
 * @returns {Generator<number, void>}
 */
function* accumulate(on, windows, places, carried) {
    const total = sumOf(windows, (w) => w.buckets), { arena } = on, { positions } = places;
    sort(on, windows, total, places, carried);
    yield SORTING * sumOf(windows, refsOf);
    // `place` leaves each bucket's end here
    const ends = arena.u32().slice(positions >>> 2, (positions >>> 2) + total);
    if (windows.length > 1) yield* sumsOfWindows(on, windows, total, ends, places);
    else yield* sumsInRuns(on, total, ends, places, windows[0]);
}

/**
 * Counting sort of all items of the windows by digit.
 * @param {MsmContext} on
 * @param {(Filled & Sums)[]} windows
 * @param {number} total - buckets
 * @param {Places} places
 * @param {boolean} carried - what the buckets have comes first
 */
function sort({ arena, buckets }, windows, total, { counts, positions, refs }, carried) {
    const eachWindow = (/** @type {(w: Filled & Sums, bucket: number) => void} */ f) => {
        let bucket = 0;
        for (const w of windows) {
            f(w, bucket);
            bucket += w.buckets;
        }
    };
    const each = (/** @type {(w: Filled, s: Placed, bucket: number) => void} */ f) => {
        eachWindow((w, bucket) => { for (const s of w.parts) f(w, s, bucket); });
    };
    if (carried) eachWindow((w, b) => buckets.seed(w.sorted, w.buckets, counts + 4 * b));
    else arena.u32().fill(0, counts >>> 2, (counts >>> 2) + total);
    each((w, s, b) => buckets.histogram(s.at, s.items, s.stride, w.shift, w.mask, w.half, counts + 4 * b));
    buckets.scan(counts, total, positions, refs);
    if (carried) eachWindow((w, b) => buckets.carry(w.sorted, w.buckets, positions + 4 * b));
    each((w, s, b) => {
        const at = positions + 4 * b;
        buckets.place(
            s.at,
            s.count,
            s.stride,
            s.parts,
            w.shift,
            w.mask,
            w.half,
            at,
            s.records,
            s.step,
            s.first,
            s.next,
        );
    });
}

/**
 * Several windows in one tree.
 * @param {MsmContext} on
 * @param {(Filled & Sums)[]} windows
 * @param {number} total
 * @param {Uint32Array} ends
 * @param {Places} places
 */
function* sumsOfWindows(on, windows, total, ends, { counts, refs, buffer }) {
    const { arena, buckets, bytes: { point } } = on;
    const start = yield* tree(on, counts, total, refs, (ends[total - 1] - refs) / 4, buffer);
    let from = 0, ref = refs;
    windows.forEach((w) => {
        buckets.collect(counts + 4 * from, w.buckets, ref, w.sorted, w.kept, start, point);
        const words = arena.u32();
        for (let b = 0; b < w.buckets; b++) ref += 4 * words[(counts >>> 2) + from + b];
        from += w.buckets;
    });
}

/**
 * One window, in runs of buckets that hold at most REFS refs, or consist of one bucket.
 * @param {MsmContext} on
 * @param {number} total
 * @param {Uint32Array} ends
 * @param {Places} places
 * @param {Sums} out
 */
function* sumsInRuns(on, total, ends, { counts, refs, buffer }, { sorted, kept }) {
    const { buckets, bytes: { point } } = on;
    for (let b0 = 0, first = refs; b0 < total;) {
        let b1 = b0 + 1;
        while (b1 < total && ends[b1] - first <= 4 * REFS) b1++;
        const start = yield* tree(on, counts + 4 * b0, b1 - b0, first, (ends[b1 - 1] - first) / 4, buffer);
        buckets.collect(counts + 4 * b0, b1 - b0, first, sorted + 4 * b0, kept + point * b0, start, point);
        first = ends[b1 - 1];
        b0 = b1;
    }
}

/**
 * Groups consecutive windows whose weights add up to at most `limit`; a heavier window is a group
 * alone.
 * @template {Cut} W
 * @param {W[]} windows
 * @param {(w: W) => number} weight
 * @param {number} limit
 * @returns {W[][]}
 */
function gathered(windows, weight, limit) {
    /** @type {W[][]} */
    const groups = [];
    let sum = Infinity;
    for (const w of windows) {
        sum += weight(w);
        if (sum > limit) {
            groups.push([]);
            sum = weight(w);
        }
        groups[groups.length - 1].push(w);
    }
    return groups;
}
