/**
 * Phase 3: sorts the refs by bucket and adds up each bucket.
 * @module kernels/msm/accumulate
 */
/** @import { SumContext } from "./context.js" */
/** @import { Term } from "./fold.js" */
/** @import { Filled, Placed } from "./windows.js" */
import { bufferBytes } from "../points/addition.js";
import { reduce, segmentLength } from "./reduce.js";
import { tree } from "./tree.js";
import { SORTING } from "./windows.js";

/** How many refs go through the rounds together, so that partial sums stay in the cache. */
const REFS = 1 << 14;
/** How many buckets are reduced together: enough segments to fill the batches. */
const BUCKETS = 1 << 16;
/** The most terms that a window can have. */
const TERMS = 40;

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
 * Bucket sums and their reduction, one set of windows after the other.
 * @param {SumContext} on
 * @param {Filled[]} windows
 * @returns {Generator<number, Term[]>}
 */
export function* accumulateAll(on, windows) {
    const { arena, bytes } = on;
    if (!windows.length) return [];
    const sets = gathered(windows, (w) => w.buckets, BUCKETS).map((set) => gathered(set, refsOf, REFS));
    const most = (/** @type {(w: Filled) => number} */ f) => Math.max(...sets.flat().map((group) => sumOf(group, f)));
    /** @type {Places} */
    const places = {
        counts: arena.alloc(4 * most((w) => w.buckets)), positions: arena.alloc(4 * most((w) => w.buckets)),
        refs: arena.alloc(4 * most(refsOf)), buffer: arena.alloc(bufferBytes(on)),
        finals: arena.alloc(bytes.affine * (windows.length * TERMS + 2)),
    };
    /** @type {Term[]} */
    const terms = [];
    for (const set of sets) {
        const mark = arena.mark();
        yield* sumsOfSet(on, set, places, terms);
        arena.release(mark);
    }
    return terms;
}

/** @param {Filled[]} windows @param {(w: Filled) => number} f */
const sumOf = (windows, f) => windows.reduce((sum, w) => sum + f(w), 0);

/** @param {Filled} window */
const refsOf = ({ parts }) => parts.reduce((sum, s) => sum + s.items, 0);

/**
 * @param {SumContext} on
 * @param {Filled[][]} set - groups of windows
 * @param {Places} places
 * @param {Term[]} terms - added to
 * @returns {Generator<number, void>}
 */
function* sumsOfSet(on, set, places, terms) {
    const {
            arena,
            bytes: { point },
        } = on,
        windows = set.flat(),
        length = segmentLength(sumOf(windows, (w) => w.buckets));
    const padded = windows.map((w) => Math.ceil(w.buckets / length) * length),
        total = padded.reduce((a, b) => a + b, 0);
    const sorted = arena.alloc(4 * total), kept = arena.alloc(point * total);
    arena.u32().fill(0, sorted >>> 2, (sorted >>> 2) + total);
    let at = 0, i = 0;
    for (const group of set) {
        const out = group.map(() => {
            const sums = { sorted: sorted + 4 * at, kept: kept + point * at };
            at += padded[i++];
            return sums;
        });
        yield* accumulate(on, group, places, out);
    }
    yield* reduce(on, windows, padded, length, sorted, places, terms);
}

/**
 * One group of windows: sorts the refs, then adds up each bucket as a tree; a large window is split into runs of
 * buckets.
 * @param {SumContext} on
 * @param {Filled[]} windows
 * @param {Places} places
 * @param {Sums[]} out - of each window
 * @returns {Generator<number, void>}
 */
function* accumulate(on, windows, places, out) {
    const total = sumOf(windows, (w) => w.buckets), { arena } = on, { positions } = places;
    sort(on, windows, total, places);
    yield SORTING * sumOf(windows, refsOf);
    const ends = arena.u32().slice(positions >>> 2, (positions >>> 2) + total); // `place` leaves each bucket's end here
    if (windows.length > 1) yield* sumsOfWindows(on, windows, total, ends, places, out);
    else yield* sumsInRuns(on, total, ends, places, out[0]);
}

/**
 * Counting sort of all items of the windows by digit.
 * @param {SumContext} on
 * @param {Filled[]} windows
 * @param {number} total - buckets
 * @param {Places} places
 */
function sort({ arena, buckets }, windows, total, { counts, positions, refs }) {
    const each = (/** @type {(w: Filled, s: Placed, bucket: number) => void} */ f) => {
        let bucket = 0;
        for (const w of windows) {
            for (const s of w.parts) f(w, s, bucket);
            bucket += w.buckets;
        }
    };
    arena.u32().fill(0, counts >>> 2, (counts >>> 2) + total);
    each((w, s, b) => buckets.histogram(s.at, s.items, s.stride, w.shift, w.mask, w.half, counts + 4 * b));
    buckets.scan(counts, total, positions, refs);
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
 * @param {SumContext} on
 * @param {Filled[]} windows
 * @param {number} total
 * @param {Uint32Array} ends
 * @param {Places} places
 * @param {Sums[]} out
 */
function* sumsOfWindows(on, windows, total, ends, { counts, refs, buffer }, out) {
    const { arena, buckets, bytes: { point } } = on;
    const start = yield* tree(on, counts, total, refs, (ends[total - 1] - refs) / 4, buffer);
    let from = 0, ref = refs;
    windows.forEach((w, j) => {
        buckets.collect(counts + 4 * from, w.buckets, ref, out[j].sorted, out[j].kept, start, point);
        const words = arena.u32();
        for (let b = 0; b < w.buckets; b++) ref += 4 * words[(counts >>> 2) + from + b];
        from += w.buckets;
    });
}

/**
 * One window, in runs of buckets that hold at most REFS refs, or consist of one bucket.
 * @param {SumContext} on
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
 * Groups consecutive windows whose weights add up to at most `limit`; a heavier window is a group alone.
 * @param {Filled[]} windows
 * @param {(w: Filled) => number} weight
 * @param {number} limit
 */
function gathered(windows, weight, limit) {
    /** @type {Filled[][]} */
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
