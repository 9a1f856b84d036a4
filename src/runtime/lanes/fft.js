/**
 * FFT over Fr on lanes: drives the kernels of the lane FFT module, in place on
 * 32-byte elements, with the results of the base module's `frm_fft` and
 * `frm_ifft`.
 *
 * Twiddles are built once per size and kept for the life of the instance.
 * `prepare` does that; it must run while the allocator is at rest, so that the
 * table lies below everything that a task allocates and frees.
 * @module runtime/lanes/fft
 */

/** @import { Binding } from "../link.js" */
import { drain } from "../../util/drain.js";
import { bindField, bindScalars } from "./field.js";
import { composeFunctions } from "../compose.js";
import { interleaves } from "../tiers.js";

/** Blocks of 2^9 elements (20 KiB of pairs) are finished stage by stage inside the cache. */
const BLOCK_LOG = 9;

/** 2^3 neighbouring outputs are written together; from 2^15 on wide tiles miss the TLB: 7.4 and 35.6 ms with 2^1, 7.9 and 38.6 with 2^3, at 2^16 and 2^18. @param {number} lg */
const tileBits = (lg) => (lg > 14 ? 1 : Math.max(0, Math.min(3, lg - 6)));

/** Below 2^6 elements the base module is as fast. */
const MIN_LOG = 6;

const ELEMENT = 32;

/** The last stage reads a table of its own up to 2^17 entries: 11.5 MB. Above it takes half, and half of its operands one product more: 2 % of the time of 2^20. */
const MOST_ENTRIES = 2 ** 17;

/** Entries of the table that a last stage with twiddles below `count` needs. @param {number} count - power of two */
const reach = (count) => (count > MOST_ENTRIES ? count / 2 : count);

/** Entries of the wide table at most, 0.9 or 1.4 MiB: beyond, a twiddle of 2^16 elements has four butterflies or fewer, and saves no more than its entry costs to make and to read. */
const MOST_WIDE = 2 ** 12;

/** So many of them are made before each transform: who needs a few transforms pays for little. */
const WIDE_STEP = 2 ** 8;

/** Elements per step of a long transform: where others share the thread they have their turn after it. 2^16 of one stage, or 2^15 of all, take 2 to 9 ms. */
const STEP_LOG = 16;

/**
 * @typedef {object} OwnLayout
 * @property {number} entries - offset of two table entries in the static area: 1, the root of unity of order 2^maxLog
 * @property {number} roots - offset of room for maxLog entries, and four for work
 * @property {boolean} skipsOne - blocks with twiddle 1 have a kernel without products
 * @property {number} maxLog
 */

/** @typedef {OwnLayout & import("./field.js").FieldLayout} FftLayout */

/** @typedef {Record<string, (...args: number[]) => number>} Kernels */

export class LaneFft {
    /**
     * @param {Binding<FftLayout>} binding
     */
    constructor({ kernels, arena, address, layout }) {
        this.kernels = /** @type {Kernels} */ (kernels);
        this.arena = arena;
        this.given = address + layout.entries;
        this.factor = address + layout.factor;
        this.roots = address + layout.roots;
        this.layout = layout;
        this.table = 0;
        this.entries = 0;
        this.wideTable = 0;
        this.wideRoom = 0;
        this.wideEntries = 0;
        this.byRows = interleaves() || !this.kernels.wideColumns;
        this.makeRoots();
    }

    /** Entry 0 is 1, entry j is the primitive 2^(j+1)-th root of unity, which is T[2^(j-1)]: the square of the one after it. */
    makeRoots() {
        const { twiddleBytes, maxLog } = this.layout, u8 = this.arena.u8(), work = this.roots + maxLog * twiddleBytes;
        const copy = (/** @type {number} */ from, /** @type {number} */ to) => u8.copyWithin(to, from, from + twiddleBytes);
        const root = (/** @type {number} */ j) => this.roots + j * twiddleBytes;
        copy(this.given, root(0));
        copy(this.given + twiddleBytes, root(maxLog - 1));
        for (let j = maxLog - 1; j > 1; j--) {
            for (const factor of [1, 2]) copy(root(j), work + factor * twiddleBytes);
            this.kernels.extendTable(work, 2); // T[3] = T[1] T[2]
            copy(work + 3 * twiddleBytes, root(j - 1));
        }
    }

    /**
     * Builds the table up to `count` entries.
     * @param {number} count - power of two
     */
    grow(count) {
        if (count <= this.entries) return;
        const { twiddleBytes } = this.layout, old = this.table;
        this.table = this.arena.alloc(count * twiddleBytes);
        const u8 = this.arena.u8();
        const entry = (/** @type {number} */ to, /** @type {number} */ from) => u8.copyWithin(to, from, from + twiddleBytes);
        if (this.entries) u8.copyWithin(this.table, old, old + this.entries * twiddleBytes);
        else entry(this.table, this.roots);
        for (let have = Math.max(this.entries, 1); have < count; have *= 2) {
            entry(this.table + have * twiddleBytes, this.roots + (Math.log2(have) + 1) * twiddleBytes);
            if (have > 1) this.kernels.extendTable(this.table, have);
        }
        this.entries = count;
        this.makeRoom(Math.min(count / 2, MOST_WIDE));
    }

    /** Before a transform that reads `count` entries. @param {number} count - power of two */
    ready(count) {
        this.grow(count);
        this.widen(count);
    }

    /** Room for so many entries of the wide table; those that are there stay. @param {number} count */
    makeRoom(count) {
        if (count <= this.wideRoom) return;
        const { wideBytes } = this.layout, old = this.wideTable;
        this.wideTable = this.arena.alloc(count * wideBytes);
        this.arena.u8().copyWithin(this.wideTable, old, old + this.wideEntries * wideBytes);
        this.wideRoom = count;
    }

    /** More of the wide table, up to what a transform that reads `count` entries would use. @param {number} count */
    widen(count) {
        const { twiddleBytes, wideBytes } = this.layout, have = this.wideEntries, most = Math.min(this.wideRoom, count / 2);
        const wanted = Math.min(most, have + WIDE_STEP);
        if (wanted < have + 2) return;
        this.kernels.widen(this.table + have * twiddleBytes, this.wideTable + have * wideBytes, (wanted - have) / 2, this.factor + twiddleBytes);
        this.wideEntries = wanted;
    }

    /**
     * Stages `from` .. lg-2 on the 2^size elements of pairs at `at`, depth
     * first, whose block number in stage `from` is `block`; then what the last
     * stage will not find in the table.
     * @param {number} at
     * @param {number} size
     * @param {number} from
     * @param {number} block
     * @param {number} lg
     */
    stages(at, size, from, block, lg) {
        if (from > lg - 2) return;
        const { pairBytes } = this.layout;
        if (size > BLOCK_LOG) {
            const half = 2 ** (size - 2);
            this.stage(at, half, block, 1, lg - 2 - from);
            this.stages(at, size - 1, from + 1, 2 * block, lg);
            this.stages(at + half * pairBytes, size - 1, from + 1, 2 * block + 1, lg);
            return;
        }
        for (let stage = from, blocks = 1, half = 2 ** (size - 2); stage <= lg - 2; stage++, blocks *= 2, half /= 2) {
            this.stage(at, half, block * blocks, blocks, lg - 2 - stage);
        }
        const twiddle = block * 2 ** (lg - 1 - from), beyond = reach(twiddle < 2 ** (lg - 1) ? 2 ** (lg - 1) : 2 ** lg);
        if (twiddle >= beyond) this.kernels.oddTimes(at, 2 ** (size - 2), this.roots + (Math.log2(beyond) + 1) * this.layout.twiddleBytes);
    }

    /**
     * The same, a step at a time.
     * @param {number} at
     * @param {number} size
     * @param {number} from
     * @param {number} block
     * @param {number} lg
     * @returns {Generator<void, void>}
     */
    *stagesInSteps(at, size, from, block, lg) {
        if (size < STEP_LOG) {
            this.stages(at, size, from, block, lg);
            yield;
            return;
        }
        const half = 2 ** (size - 2);
        this.stage(at, half, block, 1, lg - 2 - from);
        yield;
        yield* this.stagesInSteps(at, size - 1, from + 1, 2 * block, lg);
        yield* this.stagesInSteps(at + half * this.layout.pairBytes, size - 1, from + 1, 2 * block + 1, lg);
    }

    /**
     * One stage on `blocks` blocks from number `block` on. Block 0 has twiddle 1.
     * @param {number} at
     * @param {number} half - pairs in half a block
     * @param {number} block
     * @param {number} blocks
     * @param {number} after - stages to come before the last: every other one may be loose, where the next finds all its twiddles in the wide table
     */
    stage(at, half, block, blocks, after) {
        const { kernels, layout: { pairBytes, twiddleBytes, wideBytes, skipsOne } } = this, end = block + blocks;
        const wide = end <= this.wideEntries, loose = after % 2 === 1 && 2 * end <= this.wideEntries;
        const [run, table, bytes] = wide ? [this.wideKernel(loose), this.wideTable, wideBytes] : [kernels.stage, this.table, twiddleBytes];
        if (block > 0 || !skipsOne) { run(at, half, table + block * bytes, blocks, Number(loose)); return; }
        kernels.one(at, half);
        if (blocks > 1) run(at + 2 * half * pairBytes, half, table + bytes, blocks - 1, Number(loose));
    }

    /** @param {boolean} loose */
    wideKernel(loose) {
        const { wide, wideColumns, wideColumnsLoose } = this.kernels;
        if (this.byRows) return wide;
        return loose ? wideColumnsLoose : wideColumns;
    }

    /**
     * Stage 0.
     * @param {number} p - 2^lg elements
     * @param {number} data - their pairs
     * @param {number} lg
     */
    *first(p, data, lg) {
        const quarter = 2 ** (lg - 2), { pairBytes } = this.layout;
        yield* pieces(quarter, (from, count) => this.kernels.first(p + 2 * ELEMENT * from, data + pairBytes * from, quarter, count));
    }

    /**
     * Elements at p to pairs at `data`, through all stages but the last.
     * @param {number} p
     * @param {number} data
     * @param {number} lg
     */
    *toPairs(p, data, lg) {
        yield* this.first(p, data, lg);
        yield* this.stagesInSteps(data, lg - 1, 1, 0, lg);
        yield* this.stagesInSteps(data + 2 ** (lg - 2) * this.layout.pairBytes, lg - 1, 1, 1, lg);
    }

    /**
     * Scratch for the pairs of 2^lg elements; the task's end frees it.
     * @param {number} lg
     */
    scratch(lg) {
        return this.arena.alloc(2 ** (lg - 1) * this.layout.pairBytes);
    }

    /**
     * Transform of n elements in place, natural order in and out.
     * @param {number} p - address of n elements, canonical Montgomery
     * @param {number} n - power of two
     * @param {boolean} inverse
     */
    *transform(p, n, inverse) {
        const lg = Math.log2(n);
        this.grow(reach(n / 2));
        const data = this.scratch(lg);
        yield* this.toPairs(p, data, lg);
        yield* this.last(data, p, this.twiddles(0, n / 2), lg, { inverse, flip: inverse ? n - 1 : 0, add: inverse ? 1 : 0, scale: lg });
    }

    /**
     * Where a last stage finds its twiddles, the first of which is number `index` of `count`.
     * @param {number} index
     * @param {number} count
     */
    twiddles(index, count) {
        const entries = reach(count);
        return { w: this.table + (index % entries) * this.layout.twiddleBytes, mask: entries / 2 - 1 };
    }

    /**
     * The last stage, to elements at p.
     * @param {number} data - 2^(lg-1) pairs
     * @param {number} p
     * @param {{ w: number, mask: number }} twiddles - of the stage
     * @param {number} lg
     * @param {{ inverse: boolean, flip: number, add: number, scale: number }} how - output j goes to index (j ^ flip) + add; an inverse is divided by 2^scale
     */
    *last(data, p, { w, mask }, lg, { inverse, flip, add, scale }) {
        const run = inverse ? this.kernels.lastInverse : this.kernels.lastForward;
        yield* pieces(2 ** (lg - 2), (from, count) => run(data, p, w, lg, tileBits(lg), flip, add, from, count, mask, scale));
    }

    /**
     * Half of a transform of n elements: the n / 2 results of even or odd
     * index, from all n elements. After stage 0 the two are independent.
     * @param {number} p - n elements; the results go to its start
     * @param {number} n - power of two
     * @param {number} odd - 0 or 1
     * @param {boolean} inverse
     */
    *half(p, n, odd, inverse) {
        const lg = Math.log2(n), quarter = n / 4;
        this.grow(reach(n / 2));
        const data = this.scratch(lg), half = data + odd * quarter * this.layout.pairBytes;
        yield* this.first(p, data, lg);
        yield* this.stagesInSteps(half, lg - 1, 1, odd, lg);
        // an inverse of odd index 2 j + 1 is the forward result 2 (n / 2 - 1 - j) + 1, of even index 2 j it is 2 (n / 2 - j)
        yield* this.last(half, p, this.twiddles(odd * quarter, n / 2), lg - 1, { inverse, flip: inverse ? n / 2 - 1 : 0, add: inverse ? 1 - odd : 0, scale: lg });
    }

    /**
     * Coefficients from values, times the powers of the primitive 2n-th root,
     * values again: the values on the coset, in place.
     *
     * The inverse leaves F[k] = n c[-k]. With e[0] = F[0] / n and e[k] = -F[k] / n
     * the wanted value X[m] is Y[n - 1 - m], where Y is the coset transform of e,
     * since the 2n-th root to the n-th power is -1.
     * @param {number} p
     * @param {number} n - power of two
     */
    *shiftToCoset(p, n) {
        const lg = Math.log2(n);
        this.grow(reach(n));
        const { w, mask } = this.twiddles(0, n / 2);
        const data = this.scratch(lg), shifted = this.scratch(lg);
        yield* this.toPairs(p, data, lg);
        yield* pieces(n / 8, (from, count) => this.kernels.lastToPairs(data, shifted, w, lg, tileBits(lg), from, count, mask));
        this.kernels.negateFirst(shifted);
        yield* this.stagesInSteps(shifted, lg, 0, 1, lg);
        yield* this.last(shifted, p, this.twiddles(n / 2, n), lg, { inverse: false, flip: n - 1, add: 0, scale: 0 });
    }
}

/**
 * A pass over a long transform, a step at a time.
 * @param {number} count
 * @param {(from: number, count: number) => void} run
 * @returns {Generator<void, void>}
 */
function* pieces(count, run) {
    const step = 2 ** (STEP_LOG - 2);
    for (let from = 0; from < count; from += step) {
        run(from, Math.min(step, count - from));
        yield;
    }
}

/**
 * A kernel that does its work at once, and by `steps` for a thread that others share.
 * @template {number[]} Args
 * @param {(...args: Args) => Generator<void, void>} steps
 * @param {(...args: Args) => void} prepare
 */
const inSteps = (steps, prepare) => Object.assign((/** @type {Args} */ ...args) => drain(steps(...args)), { steps, prepare });

/**
 * The functions of the base module that lanes do faster, under the same names.
 * Sizes that lanes do not cover go to the base module.
 * @param {Binding<FftLayout>} binding
 */
export function bindFft(binding) {
    const fft = new LaneFft(binding), base = /** @type {Kernels} */ (binding.base);
    const covered = (/** @type {number} */ n) => n >= 2 ** MIN_LOG && n <= 2 ** binding.layout.maxLog && Number.isInteger(Math.log2(n));
    /**
     * @param {boolean} inverse
     * @param {(p: number, n: number) => void} fallback
     */
    const transform = (inverse, fallback) => inSteps(
        function* (/** @type {number} */ p, /** @type {number} */ n) {
            if (covered(n)) yield* fft.transform(p, n, inverse);
            else fallback(p, n);
        },
        (_p, n) => { if (covered(n)) fft.ready(reach(n / 2)); },
    );
    const transforms = { frm_fft: transform(false, base.frm_fft), frm_ifft: transform(true, base.frm_ifft) };
    const scalars = bindScalars(binding);
    const { frm_ifftShiftFft: general, frm_fftHalf: halfOfAll } = composeFunctions({ ...base, ...scalars, ...transforms });
    const onCoset = (/** @type {number} */ n, /** @type {number} */ isRoot) => isRoot === 1 && covered(n) && covered(2 * n);
    const frm_ifftShiftFft = inSteps(
        function* (/** @type {number} */ p, /** @type {number} */ n, /** @type {number} */ pOne, /** @type {number} */ pShift, /** @type {number} */ isRoot) {
            if (onCoset(n, isRoot)) yield* fft.shiftToCoset(p, n);
            else yield* general.steps(p, n, pOne, pShift);
        },
        (_p, n, _one, _shift, isRoot) => { if (covered(n)) fft.ready(reach(onCoset(n, isRoot) ? n : n / 2)); },
    );
    const frm_fftHalf = inSteps(
        function* (/** @type {number} */ p, /** @type {number} */ n, /** @type {number} */ odd, /** @type {number} */ inverse) {
            if (covered(n / 2) && covered(n)) yield* fft.half(p, n, odd, inverse === 1);
            else halfOfAll(p, n, odd, inverse);
        },
        (_p, n) => { if (covered(n)) fft.ready(reach(n / 2)); },
    );
    return { ...bindField(binding), ...scalars, ...transforms, frm_ifftShiftFft, frm_fftHalf };
}
