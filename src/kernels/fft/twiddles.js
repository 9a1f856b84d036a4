/**
 * Twiddles, which `ready` computes once per size and keeps for the life of the instance. It must
 * run while no task has allocated anything, so that the tables are below everything that tasks
 * allocate and free.
 * @module kernels/fft/twiddles
 */
/** @import { FftContext } from "./context.js" */

/**
 * The last stage has a complete table up to 2^17 entries: 11.5 MB. Above, the table has half of its
 * twiddles, and half of its operands need another product: 2 % of the time of 2^20.
 */
const MOST_ENTRIES = 2 ** 17;

/**
 * Entries of the wide table at most, 0.9 or 1.4 MiB: beyond these, a twiddle is used in four
 * butterflies or fewer of an FFT of 2^16 elements, and saves no more than it costs to make and
 * to read its entry.
 */
const MOST_WIDE = 2 ** 12;

/**
 * How many of them are made before each FFT, so that a few FFTs do not pay for the
 * whole table.
 */
const WIDE_STEP = 2 ** 8;

/**
 * The most entries that outlive an FFT to a coset, 2.8 MiB, and how many do where it needs
 * more.
 */
const MOST_KEPT = 2 ** 15;
const KEPT_OF_MORE = 2 ** 13;

/**
 * How many entries of a table for the coset of a domain are kept. Making the others again takes 20
 * ns each, 0.5 % of the FFT, and what lies below the memory of tasks can never be used by
 * them.
 * @param {number} count
 */
export const keptOf = (count) => (count > MOST_KEPT ? KEPT_OF_MORE : count);

/**
 * Entries of the table that a last stage with twiddles below `count` needs.
 * @param {number} count - power of two
 */
export const reach = (count) => (count > MOST_ENTRIES ? count / 2 : count);

/**
 * Entry 0 is 1, entry j is the primitive 2^(j+1)-th root of unity, which is T[2^(j-1)]: the square
 * of the one after it.
 * @param {FftContext} on
 */
export function makeRoots({ arena, lane, layout, address, given, roots }) {
    const { twiddleBytes, maxLog } = layout, u8 = arena.u8();
    const work = address + layout.work;
    const copy = (/** @type {number} */ from, /** @type {number} */ to) => u8.copyWithin(to, from, from + twiddleBytes);
    const root = (/** @type {number} */ j) => roots + j * twiddleBytes;
    copy(given, root(0));
    copy(given + twiddleBytes, root(maxLog - 1));
    for (let j = maxLog - 1; j > 1; j--) {
        for (const factor of [1, 2]) copy(root(j), work + factor * twiddleBytes);
        lane.extendTable(work, 2); // T[3] = T[1] T[2]
        copy(work + 3 * twiddleBytes, root(j - 1));
    }
}

/**
 * Builds the table up to `count` entries.
 * @param {FftContext} on
 * @param {number} count - power of two
 */
export function grow(on, count) {
    if (count <= on.entries) return;
    const { arena, lane, roots, layout: { twiddleBytes } } = on, old = on.table;
    on.table = arena.alloc(count * twiddleBytes);
    const u8 = arena.u8();
    const entry = (/** @type {number} */ to, /** @type {number} */ from) =>
        u8.copyWithin(to, from, from + twiddleBytes);
    if (on.entries) u8.copyWithin(on.table, old, old + on.entries * twiddleBytes);
    else entry(on.table, roots);
    for (let have = Math.max(on.entries, 1); have < count; have *= 2) {
        entry(on.table + have * twiddleBytes, roots + (Math.log2(have) + 1) * twiddleBytes);
        if (have > 1) lane.extendTable(on.table, have);
    }
    on.entries = count;
    makeRoom(on, Math.min(count / 2, MOST_WIDE));
}

/**
 * Runs `body` with `count` entries. The table is as it was afterwards, also where `body` was left.
 * @template T
 * @param {FftContext} on
 * @param {number} count - power of two
 * @param {() => Generator<T, void>} body
 * @returns {Generator<T, void>}
 */
export function* withEntries(on, count, body) {
    const { table, entries, wideTable, wideEntries, wideRoom } = on;
    try {
        grow(on, count);
        yield* body();
    } finally {
        Object.assign(on, { table, entries, wideTable, wideEntries, wideRoom });
    }
}

/**
 * Called before an FFT that reads `count` entries.
 * @param {FftContext} on
 * @param {number} count - power of two
 */
export function ready(on, count) {
    grow(on, count);
    widen(on, count);
}

/**
 * Makes room for `count` entries of the wide table; present entries are kept.
 * @param {FftContext} on
 * @param {number} count
 */
function makeRoom(on, count) {
    if (count <= on.wideRoom) return;
    const { arena, layout: { wideBytes } } = on, old = on.wideTable;
    on.wideTable = arena.alloc(count * wideBytes);
    const filled = on.wideEntries * wideBytes;
    const u8 = arena.u8().copyWithin(on.wideTable, old, old + filled);
    // cleared, because `wipe` would keep what tasks have left there
    u8.fill(0, on.wideTable + filled, on.wideTable + count * wideBytes);
    on.wideRoom = count;
}

/**
 * Extends the wide table, at most to what an FFT that reads `count` entries would use.
 * @param {FftContext} on
 * @param {number} count
 */
function widen(on, count) {
    const { lane, address, layout } = on, have = on.wideEntries;
    const wanted = Math.min(on.wideRoom, count / 2, have + WIDE_STEP);
    if (wanted < have + 2) return;
    const from = on.table + have * layout.twiddleBytes;
    const to = on.wideTable + have * layout.wideBytes;
    lane.widen(from, to, (wanted - have) / 2, address + layout.rowFactors);
    on.wideEntries = wanted;
}

/**
 * Where a last stage finds its twiddles, the first of which is number `index` of `count`.
 * @param {FftContext} on
 * @param {number} index
 * @param {number} count
 */
export function twiddles({ table, layout }, index, count) {
    const entries = reach(count);
    return { w: table + (index % entries) * layout.twiddleBytes, mask: entries / 2 - 1 };
}
