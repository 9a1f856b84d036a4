/**
 * Multi-scalar multiplication on lanes: the driver. It runs where a base
 * module and its lane modules are linked on one memory (worker or in process)
 * and calls three sets of functions: `lane` (arithmetic of a curve on a tier),
 * `buckets` (scalars and refs, for every curve) and `base`.
 *
 * Steps: classify the scalars; convert the points that count into records; cut
 * the scalars into items; per group of windows sort refs by bucket and add up
 * each bucket as a tree, in rounds of batched affine additions; running sums of
 * the buckets, batched too; the few sums that are left go through the base
 * module's doublings.
 *
 *   memory  per point, with / without endomorphism, bytes: bn128 G1 178 / 130, bls12381 G1 250 / 178, twice the record
 *           on G2, four times for scalars in four parts (at most 16 MB of records); plus buckets (points of a reduction set) and 10 MB of batch buffers. Blocks of points bound it.
 *   source  Pippenger; batched affine additions as a tree: research notes; GLV 2001, GLS 2009
 * @module runtime/lanes/msm
 */
/** @import { Binding } from "../link.js" */
/** @import { Arena } from "../memory.js" */
/** @import { Filled, Placed, Plan, Segment, Share } from "./msm_plan.js" */
import { drain } from "../../util/drain.js";
import { interleaves } from "../tiers.js";
import { batchAddition } from "./addition.js";
import { imageCost, planWindows, shareOf } from "./msm_plan.js";

/** @typedef {Record<string, (...args: number[]) => number>} Functions */

/**
 * What a lane module says of itself (generated).
 * @typedef {object} LaneLayout
 * @property {number} lanes
 * @property {number} entries - per group
 * @property {number} bytes - of a field element at rest
 * @property {number} unitBytes
 * @property {number} packed - bytes of a field element in the base module
 * @property {number} scalarBits - of r
 * @property {number} join - where joined products are exchanged
 * @property {number[]} g1 - tables of the splits in 2 (and 4) parts, offsets among the constants of the bookkeeping module
 * @property {number[]} g2
 */

/**
 * How scalars split along endomorphisms: two parts along phi(x, y) = (beta x, y), or four along phi and psi.
 * @typedef {object} Split
 * @property {number} parts
 * @property {number} table
 * @property {number} max - of a part
 */

/**
 * @typedef {object} Linked
 * @property {Functions} lane
 * @property {LaneLayout} layout
 * @property {number} address - of the lane module's static area
 * @property {Functions} buckets
 * @property {Functions} base
 * @property {Arena} arena
 */

/** Refs that go through the rounds together: partial sums stay in the cache. */
const CHUNK = 1 << 14;
/** Buckets that are reduced together: enough segments to fill the batches. */
const REDUCED = 1 << 16;
/** Points that are converted in one step, a multiple of the entries of a group. */
const TURN = 1 << 14;
/** Bytes of records per block of points. */
const BLOCK = 96 << 20;

const ITEM = 16, WIDE_ITEM = 40;
/** Where a table of a split has its `max`. */
const MAX = 32;
const STATS = { counts: 0, wide: 24, shortBits: 32, fullBits: 40, size: 72 };

/**
 * Same arguments and result as the base module's `multiexpAffine`, and which of how many shares of the work: the results
 * of all shares add up to the sum. `steps` is the same, a few ms at a time.
 * @typedef {((bases: number, scalars: number, size: number, n: number, result: number, share?: number, shares?: number) => void) &
 *     { steps: (bases: number, scalars: number, size: number, n: number, result: number, share?: number, shares?: number) => Generator<void, void> }} MsmKernel
 */

/** Scalars of the classes from low to high, each cut by the split where there is one. @typedef {Segment & { low: number, high: number, count: number, split?: Split }} Kind */

/** A sum that is left at the end: 2^bit times an affine point. @typedef {{ bit: number, at: number }} Term */

/**
 * The MSM of one group.
 * @param {Linked} linked
 * @param {1 | 2} degree - 1: G1, 2: G2
 * @param {{ endomorphism: boolean, parts?: number, window?: number, together?: boolean, onPhase?: (name: string) => void }} options - parts: of a scalar
 * @returns {MsmKernel}
 */
export function createMsm(linked, degree, { endomorphism, parts, window, together = interleaves(), onPhase = () => {} }) {
    const { lane, layout, buckets, base, arena } = linked;
    const group = `g${degree}m`;
    const splits = layout[`g${degree}`].map((offset, i) => {
        const table = buckets.constant(offset);
        return { parts: 2 + 2 * i, table, max: new DataView(arena.u8().buffer).getFloat64(table + MAX, true) };
    });
    const packedPoint = 2 * degree * layout.packed, pointBytes = 2 * degree * layout.bytes;
    const { addAll, bufferBytes } = batchAddition(linked, degree);
    const dualStep = Math.ceil((3 * pointBytes) / 2 / 64) * 64, refStep = pointBytes + 2; // [beta x | y | x]
    const blockPoints = Math.floor(BLOCK / (endomorphism ? dualStep : pointBytes));

    /**
     *   in      bases    n affine points, LEM; scalars: n little-endian integers of `size` bytes
     *   out     result   jacobian, LEM
     * @param {number} bases
     * @param {number} scalars
     * @param {number} size
     * @param {number} n
     * @param {number} result
     * @param {number} [share]
     * @param {number} [shares]
     */
    function* steps(bases, scalars, size, n, result, share = 0, shares = 1) {
        const mark = arena.mark();
        try {
            lane.use(degree, Number(together));
            const partial = arena.alloc(3 * degree * layout.packed);
            base[`${group}_zero`](result);
            const step = Math.ceil(n / Math.ceil(n / blockPoints)); // equal blocks: a rest would pay for all its buckets
            for (let i = 0; i < n; i += step) {
                const inner = arena.mark();
                yield* block(bases + i * packedPoint, scalars + i * size, size, Math.min(step, n - i), partial, { share, shares });
                base[`${group}_add`](result, partial, result);
                arena.release(inner);
            }
        } finally {
            arena.release(mark);
        }
    }

    /** @param {number} bases @param {number} scalars @param {number} size @param {number} n @param {number} result @param {Share} part */
    function* block(bases, scalars, size, n, result, part) {
        const classes = arena.alloc(n), stats = arena.alloc(STATS.size);
        buckets.classify(scalars, size, n, bases, packedPoint, splits[0].table, Number(endomorphism), classes, stats);
        onPhase("classify");
        const view = new DataView(arena.u8().buffer, stats, STATS.size), count = (/** @type {number} */ k) => view.getUint32(STATS.counts + 4 * k, true);
        if (view.getUint32(STATS.wide, true)) { // a scalar of more than 256 bits: nobody has such, the plain method is right for all
            if (part.share) base[`${group}_zero`](result);
            else base[`${group}_multiexpAffine`](bases, scalars, size, n, result);
            return;
        }
        const wide = [0, 8, 16, 24].reduce((max, i) => max + Number(view.getBigUint64(STATS.fullBits + i, true)) * 2 ** (8 * i), 0);
        const short = Number(view.getBigUint64(STATS.shortBits, true));
        const kindsOf = (/** @type {Split | undefined} */ split) => /** @type {Kind[]} */ ([
            { low: 5, high: 5, count: count(5), items: count(5) * (split?.parts ?? 1), max: split?.max ?? allOnes(wide), split },
            { low: 3, high: 4, count: count(3) + count(4), items: count(3) + count(4), max: allOnes(short) },
            { low: 1, high: 2, count: count(1) + count(2), items: count(1) + count(2), max: 1 },
        ]).filter((kind) => kind.count > 0);
        if (count(0) === n) {
            base[`${group}_zero`](result);
            return;
        }
        const { kinds, plan } = (endomorphism ? splits.filter((split) => !parts || split.parts === parts) : [undefined]).map((split) => {
            const kinds = kindsOf(split), plan = planWindows(kinds, window);
            return { kinds, plan, cost: plan.cost + (split?.parts === 4 ? imageCost(count(5), part.shares, 2 * dualStep * count(5)) : 0) };
        }).reduce((a, b) => (b.cost < a.cost ? b : a));
        const recode = putRecode(plan);
        /** @type {Placed[]} */
        const placed = [];
        for (const kind of kinds) placed.push(yield* place(kind, recode, { bases, scalars, size, n, classes }));
        onPhase("convert");
        const terms = yield* sums(shareOf(plan.windows, placed, part));
        fold(terms, result);
        onPhase("fold");
    }

    /** Recode constant, 40 bytes. @param {Plan} plan */
    function putRecode({ recode }) {
        const at = arena.alloc(WIDE_ITEM), view = new DataView(arena.u8().buffer, at, WIDE_ITEM);
        for (let i = 0; i < WIDE_ITEM; i += 8) view.setBigUint64(i, BigInt.asUintN(64, recode >> BigInt(8 * i)), true);
        return at;
    }

    /**
     * Records and items of one kind.
     * @param {Kind} kind
     * @param {number} recode
     * @param {{ bases: number, scalars: number, size: number, n: number, classes: number }} input
     * @returns {Generator<void, Placed>}
     */
    function* place({ low, high, count, items, max, split }, recode, { bases, scalars, size, n, classes }) {
        const wide = low === 5 && !split, quad = split?.parts === 4, records = count * (quad ? 2 : 1);
        const step = split ? dualStep : pointBytes, each = quad ? 2 * step : step, stride = wide ? WIDE_ITEM : ITEM, rounded = Math.ceil(count / layout.entries) * layout.entries;
        const recordsAt = arena.alloc(rounded * each), at = arena.alloc(items * stride + 16), mark = arena.mark(), list = arena.alloc(4 * rounded);
        const end = buckets.select(classes, n, low, high, bases, packedPoint, list);
        arena.u32().fill(bases, end >>> 2, (list >>> 2) + rounded);
        if (quad) lane.psi(split.table);
        for (let i = 0; i < rounded; i += TURN) {
            lane.records(list + 4 * i, Math.min(TURN, rounded - i), recordsAt + i * each, each, Number(Boolean(split)), quad ? step : 0);
            yield;
        }
        arena.release(mark);
        if (split) buckets.splitItems(scalars, size, classes, n, low, high, split.table, split.parts, recode, at);
        else if (wide) buckets.wideItems(scalars, size, classes, n, low, high, recode, at);
        else buckets.smallItems(scalars, size, classes, n, low, high, splits[0].table, recode, at);
        return { items, max, at, stride, parts: split ? 2 : 1, records: recordsAt, count: records, step, first: split ? refStep : 0, next: split ? -refStep : 0 };
    }

    /**
     * Bucket sums and their reduction, window group by window group.
     * @param {Filled[]} windows
     * @returns {Generator<void, Term[]>}
     */
    function* sums(windows) {
        if (!windows.length) return [];
        const entries = (/** @type {Filled} */ { parts }) => parts.reduce((sum, s) => sum + s.items, 0);
        const sets = grouped(windows, (w) => w.buckets, REDUCED).map((set) => grouped(set, entries, CHUNK));
        const most = (/** @type {(w: Filled) => number} */ f) => Math.max(...sets.flat().map((g) => g.reduce((sum, w) => sum + f(w), 0)));
        const counts = arena.alloc(4 * most((w) => w.buckets)), positions = arena.alloc(4 * most((w) => w.buckets)), refs = arena.alloc(4 * most(entries));
        const buffer = arena.alloc(bufferBytes);
        /** @type {Term[]} */
        const terms = [];
        const finals = arena.alloc(packedPoint * (windows.length * 40 + 2));
        for (const set of sets) {
            const mark = arena.mark(), length = segmentLength(set);
            const padded = set.flat().map((w) => Math.ceil(w.buckets / length) * length), total = padded.reduce((a, b) => a + b, 0);
            const sorted = arena.alloc(4 * total), kept = arena.alloc(pointBytes * total);
            arena.u32().fill(0, sorted >>> 2, (sorted >>> 2) + total);
            let at = 0, i = 0;
            for (const group of set) {
                const offsets = group.map(() => {
                    const offset = at;
                    at += padded[i++];
                    return offset;
                });
                yield* accumulate(group, { counts, positions, refs, buffer, out: group.map((_, j) => ({ sorted: sorted + 4 * offsets[j], kept: kept + pointBytes * offsets[j] })) });
            }
            yield* reduce(set.flat(), padded, length, { sorted, refs, counts, buffer, finals }, terms);
            onPhase("reduce");
            arena.release(mark);
        }
        return terms;
    }

    /**
     * One group of windows: sort, then a tree per bucket; a large window goes in runs of buckets.
     * @param {Filled[]} windows
     * @param {{ counts: number, positions: number, refs: number, buffer: number, out: { sorted: number, kept: number }[] }} to
     */
    function* accumulate(windows, { counts, positions, refs, buffer, out }) {
        const total = windows.reduce((sum, w) => sum + w.buckets, 0);
        arena.u32().fill(0, counts >>> 2, (counts >>> 2) + total);
        let bucket = 0;
        const each = (/** @type {(w: Filled, s: Placed, bucket: number) => void} */ f) => {
            bucket = 0;
            for (const w of windows) {
                for (const s of w.parts) f(w, s, bucket);
                bucket += w.buckets;
            }
        };
        each((w, s, b) => buckets.histogram(s.at, s.items, s.stride, w.shift, w.mask, w.half, counts + 4 * b));
        buckets.scan(counts, total, positions, refs);
        each((w, s, b) => buckets.place(s.at, s.count, s.stride, s.parts, w.shift, w.mask, w.half, positions + 4 * b, s.records, s.step, s.first, s.next));
        onPhase("sort");
        yield;
        const ends = arena.u32().slice(positions >>> 2, (positions >>> 2) + total); // after `place`, the end of each bucket
        if (windows.length > 1) {
            const start = yield* tree(counts, total, refs, (ends[total - 1] - refs) / 4, buffer);
            let from = 0, ref = refs;
            windows.forEach((w, j) => {
                buckets.collect(counts + 4 * from, w.buckets, ref, out[j].sorted, out[j].kept, start, pointBytes);
                const words = arena.u32();
                for (let b = 0; b < w.buckets; b++) ref += 4 * words[(counts >>> 2) + from + b];
                from += w.buckets;
            });
            onPhase("accumulate");
            return;
        }
        for (let b0 = 0, first = refs; b0 < total;) {
            let b1 = b0 + 1;
            while (b1 < total && ends[b1] - first <= 4 * CHUNK) b1++;
            const start = yield* tree(counts + 4 * b0, b1 - b0, first, (ends[b1 - 1] - first) / 4, buffer);
            buckets.collect(counts + 4 * b0, b1 - b0, first, out[0].sorted + 4 * b0, out[0].kept + pointBytes * b0, start, pointBytes);
            first = ends[b1 - 1];
            b0 = b1;
        }
        onPhase("accumulate");
    }

    /**
     * Adds up each bucket until it holds at most one ref; the start of the arena in which partial sums lie.
     * @param {number} counts
     * @param {number} total - buckets
     * @param {number} refs
     * @param {number} entries - refs in all
     * @param {number} buffer
     */
    function* tree(counts, total, refs, entries, buffer) {
        const mark = arena.mark(), pairs = (entries >>> 1) + layout.entries;
        const state = arena.alloc(16), list = arena.alloc(16 * pairs), sumsAt = arena.alloc(pointBytes * pairs);
        const words = arena.u32();
        words[state >>> 2] = words[(state >>> 2) + 1] = sumsAt;
        for (;;) {
            const m = buckets.pairUp(counts, total, refs, list, state, pointBytes);
            if (!arena.u32()[(state >>> 2) + 2]) break;
            if (m) addAll(list, m, buffer); // a round may hold infinities only
            yield;
        }
        arena.release(mark); // the sums stay where they are until the next call of alloc
        return sumsAt;
    }

    /**
     * Running sums: sum of (b + 1) times bucket b, for every window of a set. Windows are cut into segments of `length`
     * buckets, all segments go through the same step in one batch, and the weight s length of segment s is handled by
     * its bits: the runs of the segments with bit i of s set add up in one more tree.
     * @param {Filled[]} windows
     * @param {number[]} padded - buckets, a multiple of `length`
     * @param {number} length
     * @param {{ sorted: number, refs: number, counts: number, buffer: number, finals: number }} at
     * @param {Term[]} terms - added to
     */
    function* reduce(windows, padded, length, { sorted, buffer, finals }, terms) {
        const counts = padded.map((b) => b / length), n = counts.reduce((a, b) => a + b, 0);
        const segments = arena.alloc(8 * n), slots = arena.alloc(4 * pointBytes * n);
        arena.u32().fill(0, segments >>> 2, (segments >>> 2) + 2 * n);
        for (let l = length - 1; l >= -1; l--) {
            const mark = arena.mark(), list = arena.alloc(16 * (2 * n + layout.entries));
            const m = buckets.runningSums(segments, n, slots, sorted + 4 * l, l < 0 ? 0 : 4 * length, list, pointBytes);
            if (m) addAll(list, m, buffer);
            arena.release(mark);
            yield;
        }
        const words = arena.u32(), runs = words.subarray(segments >>> 2, (segments >>> 2) + 2 * n);
        /** @type {{ refs: number[], sizes: number[], bits: number[] }} */
        const { refs, sizes, bits } = { refs: [], sizes: [], bits: [] };
        let from = 0;
        windows.forEach(({ shift }, w) => {
            const end = from + counts[w], top = counts[w] > 1 ? 32 - Math.clz32(counts[w] - 1) : 0;
            for (let bit = -1; bit < top; bit++) {
                const before = refs.length;
                for (let s = from; s < end; s++) if (bit < 0 || ((s - from) >> bit) & 1) {
                    const ref = runs[2 * s + (bit < 0 ? 1 : 0)];
                    if (ref) refs.push(ref);
                }
                sizes.push(refs.length - before);
                bits.push(bit < 0 ? shift : shift + bit + Math.log2(length));
            }
            from = end;
        });
        const refsAt = arena.alloc(4 * (refs.length + 2)), sizesAt = arena.alloc(4 * sizes.length);
        arena.u32().set(refs, refsAt >>> 2);
        arena.u32().set(sizes, sizesAt >>> 2);
        yield* tree(sizesAt, sizes.length, refsAt, refs.length, buffer);
        results(refsAt, sizesAt, bits, finals, terms);
    }

    /** The refs that are left, as affine points of the base module. @param {number} refs @param {number} sizes @param {number[]} bits @param {number} finals @param {Term[]} terms */
    function results(refs, sizes, bits, finals, terms) {
        const words = arena.u32(), left = bits.filter((_, i) => words[(sizes >>> 2) + i]);
        const named = left.map((bit, i) => ({ bit, ref: words[(refs >>> 2) + i] })).filter(({ ref }) => ref);
        named.forEach(({ ref }, i) => { words[(refs >>> 2) + i] = ref; });
        if (!named.length) return;
        words[(refs >>> 2) + named.length] = named[0].ref; // lanes come in pairs
        const at = finals + packedPoint * terms.length;
        lane.results(refs, named.length, at);
        named.forEach(({ bit }, i) => terms.push({ bit, at: at + packedPoint * i }));
    }

    /** Horner's rule over the bits, in the base module. @param {Term[]} terms @param {number} result */
    function fold(terms, result) {
        base[`${group}_zero`](result);
        const sorted = [...terms].sort((a, b) => b.bit - a.bit);
        let bit = sorted.length ? sorted[0].bit : 0;
        for (const term of sorted) {
            for (; bit > term.bit; bit--) base[`${group}_double`](result, result);
            base[`${group}_addMixed`](result, term.at, result);
        }
        for (; bit > 0; bit--) base[`${group}_double`](result, result);
    }

    return Object.assign((/** @type {Parameters<typeof steps>} */ ...args) => drain(steps(...args)), { steps });
}

/**
 * Fewer points than this go to the base module's method. Lanes / base, ms, Node 26, for 4, 8, 16, 64, 256 points: bn128 G1
 * fma 0.26 / 0.36, 0.30 / 0.49, 0.39 / 0.78, 0.69 / 1.88, 1.86 / 5.34; bn128 G1 scalar 0.30 / 0.35 .. 3.25 / 5.35; bn128 G2
 * fma 0.80 / 1.03 .. 5.04 / 14.95; bls12381 G1 fma without endomorphism 0.61 / 0.66 .. 4.19 / 9.97.
 */
const LEAST_POINTS = 4;

/**
 * Driver of the lanes `msm_*`: the functions of the base module's MSM with lanes, by the names that options choose.
 * @param {Binding<LaneLayout>} binding
 * @returns {Record<string, MsmKernel>}
 */
export function bindMsm({ kernels, base, arena, address, layout, linked }) {
    const buckets = linked.msm_buckets;
    if (!buckets) throw new Error("linkLanes: expected msm_buckets before the lanes that use it, got none");
    const all = /** @type {Linked} */ ({ lane: kernels, base, arena, address, layout, buckets });
    const make = (/** @type {1 | 2} */ degree, /** @type {boolean} */ endomorphism) => {
        const plain = /** @type {Functions} */ (all.base)[`g${degree}m_multiexpAffine`], lanes = createMsm(all, degree, { endomorphism });
        /** @param {Parameters<MsmKernel>} args @returns {Generator<void, void>} */
        function* steps(...args) {
            const [bases, scalars, size, n, result, share] = args;
            if (n >= LEAST_POINTS) yield* lanes.steps(...args);
            else plain(bases, scalars, size, share ? 0 : n, result);
        }
        return Object.assign((/** @type {Parameters<MsmKernel>} */ ...args) => drain(steps(...args)), { steps });
    };
    const byGroup = { g1m: { Batch: make(1, true), BatchNoGlv: make(1, false) }, g2m: { Batch: make(2, true), BatchNoGls: make(2, false) } };
    // one function by two names: without lanes, a share is another function of the base module (compose.js)
    return Object.fromEntries(Object.entries(byGroup).flatMap(([group, byEnding]) => Object.entries(byEnding)
        .flatMap(([ending, kernel]) => ["multiexpAffine", "multiexpAffineShare"].map((name) => [`${group}_${name}${ending}`, kernel]))));
}

/** The least 2^k - 1 that is not below x. @param {number} x */
const allOnes = (x) => (x < 1 ? 0 : 2 ** Math.ceil(Math.log2(x + 1)) - 1);

/** Consecutive windows whose weights add up to at most `limit`, or one. @param {Filled[]} windows @param {(w: Filled) => number} weight @param {number} limit */
function grouped(windows, weight, limit) {
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

/** Buckets per segment of the running sums: at most 512 segments, whose two sums fill a batch per step and stay in the cache. @param {Filled[][]} set */
function segmentLength(set) {
    const total = set.flat().reduce((sum, w) => sum + w.buckets, 0);
    return Math.max(4, Math.min(256, 2 ** Math.ceil(Math.log2(Math.max(1, total / 512)))));
}
