/**
 * Sums of lists of refs, computed together as trees: each round adds neighbours, with one list of
 * additions for all.
 * @module kernels/msm/tree
 */
/** @import { MsmContext } from "./context.js" */
import { addAll, listBytes } from "../points/addition.js";

/**
 * Adds up each bucket until it holds at most one ref.
 * @param {MsmContext} on
 * @param {number} counts - refs per bucket; afterwards 0 or 1
 * @param {number} total - buckets
 * @param {number} refs - bucket after bucket; afterwards the remaining ones, without gaps
 * @param {number} entries - the number of all refs
 * @param {number} buffer - of batched additions
 * @returns {Generator<number, number>} pauses with the additions done; ends with from where on
 *   partial sums lie; they stay there until the next call of alloc
 */
export function* tree(on, counts, total, refs, entries, buffer) {
    const { arena, buckets, layout, shared: { state: fields }, bytes: { point } } = on, mark = arena.mark();
    const pairs = (entries >>> 1) + layout.entries;
    const list = arena.alloc(listBytes(on, entries >>> 1));
    const state = arena.alloc(fields.size);
    const sums = arena.alloc(point * pairs);
    const words = arena.u32();
    words[(state + fields.next) >>> 2] = words[(state + fields.start) >>> 2] = sums;
    for (;;) {
        const m = buckets.pairUp(counts, total, refs, list, state, point);
        if (!arena.u32()[(state + fields.more) >>> 2]) break;
        if (m) addAll(on, list, m, buffer); // there may be sums with infinity only
        yield m;
    }
    arena.release(mark);
    return sums;
}
