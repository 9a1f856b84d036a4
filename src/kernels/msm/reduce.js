/**
 * Phase 4: for every window of a set, computes the sum of (b + 1) times bucket b by running sums.
 * Windows are cut into segments of equally many buckets, and all segments take the same step in one
 * batch. Segment s has the weight s times the length of a segment, which is handled bit by bit: for
 * each bit i, the sums of the segments whose s has bit i are added up in one more tree.
 * @module kernels/msm/reduce
 */
/** @import { Places, SetOfSums } from "./accumulate.js" */
/** @import { MsmContext } from "./context.js" */
/** @import { Term } from "./fold.js" */
/** @import { Cut } from "./windows.js" */
import { addAll, listBytes } from "../points/addition.js";
import { fromRefs } from "../points/records.js";
import { tree } from "./tree.js";

/**
 * Buckets per segment, for at most 512 segments: their two sums fill a batch per step and stay in
 * the cache.
 * @param {number} buckets
 */
export function segmentLength(buckets) {
    return Math.max(4, Math.min(256, 2 ** Math.ceil(Math.log2(Math.max(1, buckets / 512)))));
}

/**
 * @param {MsmContext} on
 * @param {SetOfSums} set
 * @param {Places} places
 * @param {Term[]} terms - added to
 * @returns {Generator<number, void>}
 */
export function* reduce(on, { windows, padded, length, sorted }, { buffer, finals }, terms) {
    const { arena } = on, counts = padded.map((b) => b / length);
    const n = counts.reduce((a, b) => a + b, 0);
    const segments = yield* runningSums(on, n, length, sorted, buffer);
    const runs = arena.u32().subarray(segments >>> 2, (segments >>> 2) + 2 * n);
    const { refs, sizes, bits } = weighed(runs, windows, counts, Math.log2(length));
    const refsAt = arena.alloc(4 * (refs.length + 2));
    const sizesAt = arena.alloc(4 * sizes.length);
    arena.u32().set(refs, refsAt >>> 2);
    arena.u32().set(sizes, sizesAt >>> 2);
    yield* tree(on, sizesAt, sizes.length, refsAt, refs.length, buffer);
    addTerms(on, refsAt, sizesAt, bits, finals, terms);
}

/**
 * @param {MsmContext} on
 * @param {number} n - segments
 * @param {number} length
 * @param {number} sorted
 * @param {number} buffer
 * @returns {Generator<number, number>} address of [sum of the buckets, running sum] of each
 *   segment, refs
 */
function* runningSums(on, n, length, sorted, buffer) {
    const { arena, buckets, bytes: { point } } = on;
    const segments = arena.alloc(8 * n);
    const slots = arena.alloc(4 * point * n);
    arena.u32().fill(0, segments >>> 2, (segments >>> 2) + 2 * n);
    for (let l = length - 1; l >= -1; l--) {
        const mark = arena.mark();
        const list = arena.alloc(listBytes(on, 2 * n));
        const m = buckets.runningSums(segments, n, slots, sorted + 4 * l, l < 0 ? 0 : 4 * length, list, point);
        if (m) addAll(on, list, m, buffer);
        arena.release(mark);
        yield m;
    }
    return segments;
}

/**
 * What remains to be added up: for each window its running sums, and for each bit of the segments'
 * numbers the sums of the segments whose number has that bit.
 * @param {Uint32Array} runs - two refs per segment
 * @param {Cut[]} windows
 * @param {number[]} counts - segments of each window
 * @param {number} logLength
 * @returns {{ refs: number[], sizes: number[], bits: number[] }} sizes: number of refs of each sum;
 *   bits: how many bits it is shifted by
 */
function weighed(runs, windows, counts, logLength) {
    /** @type {{ refs: number[], sizes: number[], bits: number[] }} */
    const { refs, sizes, bits } = { refs: [], sizes: [], bits: [] };
    let from = 0;
    windows.forEach(({ shift }, w) => {
        const end = from + counts[w];
        const top = counts[w] > 1 ? 32 - Math.clz32(counts[w] - 1) : 0;
        for (let bit = -1; bit < top; bit++) {
            const before = refs.length;
            for (let s = from; s < end; s++) if (bit < 0 || ((s - from) >> bit) & 1) {
                const ref = runs[2 * s + (bit < 0 ? 1 : 0)];
                if (ref) refs.push(ref);
            }
            sizes.push(refs.length - before);
            bits.push(bit < 0 ? shift : shift + bit + logLength);
        }
        from = end;
    });
    return { refs, sizes, bits };
}

/**
 * Converts the points of the remaining refs to affine points of the base module.
 * @param {MsmContext} on
 * @param {number} refs
 * @param {number} sizes
 * @param {number[]} bits
 * @param {number} finals
 * @param {Term[]} terms
 */
function addTerms(on, refs, sizes, bits, finals, terms) {
    const { arena, bytes: { affine } } = on, words = arena.u32();
    const left = bits.filter((_, i) => words[(sizes >>> 2) + i]);
    const named = left.map((bit, i) => ({ bit, ref: words[(refs >>> 2) + i] })).filter(({ ref }) => ref);
    named.forEach(({ ref }, i) => { words[(refs >>> 2) + i] = ref; });
    if (!named.length) return;
    words[(refs >>> 2) + named.length] = named[0].ref; // fills the last pair of lanes
    const at = finals + affine * terms.length;
    fromRefs(on, refs, named.length, at);
    named.forEach(({ bit }, i) => terms.push({ bit, at: at + affine * i }));
}
