/**
 * The stages of an FFT, each a pass over pairs of elements.
 * @module kernels/fft/stages
 */
/** @import { FftContext } from "./context.js" */
import { passInSteps } from "../fractions.js";
import { reach } from "./twiddles.js";

/**
 * log2 of the elements that are taken through all their stages inside the cache: 20 KiB of pairs.
 */
const CACHED_LOG = 9;

/**
 * Elements per step of a long FFT, after which a shared thread returns to the event loop.
 * 2^16 elements in one stage, or 2^15 in all, take 2 to 9 ms.
 */
const STEP_LOG = 16;

/**
 * How many neighbouring outputs are written together: 2^3, but from 2^15 elements on 2^1, since
 * wide tiles miss the TLB (7.4 and 35.6 ms with 2^1, 7.9 and 38.6 with 2^3, at 2^16 and 2^18).
 * @param {number} lg
 */
const tileBits = (lg) => (lg > 14 ? 1 : Math.max(0, Math.min(3, lg - 6)));

/**
 * Work, counted in fours of elements that went through a stage.
 * @typedef {Generator<number, void>} Stages
 */

/** All of it, for an FFT of 2^lg elements. @param {number} lg */
export const workOf = (lg) => lg * 2 ** (lg - 2);

/**
 * A pass over a long FFT, in steps.
 * @param {number} count
 * @param {(from: number, count: number) => void} run
 * @returns {Stages}
 */
const pass = (count, run) => passInSteps(count, 2 ** (STEP_LOG - 2), run);

/**
 * Memory for the pairs of 2^lg elements, freed when the task ends.
 * @param {FftContext} on
 * @param {number} lg
 */
export const pairs = ({ arena, layout }, lg) => arena.alloc(2 ** (lg - 1) * layout.pairBytes);

/**
 * Stage 0.
 * @param {FftContext} on
 * @param {number} p - 2^lg elements
 * @param {number} data - their pairs
 * @param {number} lg
 * @returns {Stages}
 */
export function* first({ lane, layout: { pairBytes, elementBytes } }, p, data, lg) {
    const quarter = 2 ** (lg - 2);
    yield *
        pass(quarter, (from, count) =>
            lane.first(p + 2 * elementBytes * from, data + pairBytes * from, quarter, count),
        );
}

/** @param {FftContext} on @param {boolean} loose */
function wideKernel({ byRows, lane: { wide, wideColumns, wideColumnsLoose } }, loose) {
    if (byRows) return wide;
    return loose ? wideColumnsLoose : wideColumns;
}

/**
 * One stage on `blocks` blocks, starting with number `block`. Block 0 has twiddle 1.
 * @param {FftContext} on
 * @param {number} at
 * @param {number} half - pairs in half a block
 * @param {number} block
 * @param {number} blocks
 * @param {number} after - stages to come before the last: every other stage may leave loose
 *   elements, if the next one finds all its twiddles in the wide table
 */
function stage(on, at, half, block, blocks, after) {
    const { lane, layout: { pairBytes, twiddleBytes, wideBytes, skipsOne }, wideEntries } = on, end = block + blocks;
    const wide = end <= wideEntries;
    const loose = after % 2 === 1 && 2 * end <= wideEntries;
    const run = wide ? wideKernel(on, loose) : lane.stage;
    const table = wide ? on.wideTable : on.table;
    const bytes = wide ? wideBytes : twiddleBytes;
    if (block > 0 || !skipsOne) {
        run(at, half, table + block * bytes, blocks, Number(loose));
        return;
    }
    lane.one(at, half);
    if (blocks > 1) run(at + 2 * half * pairBytes, half, table + bytes, blocks - 1, Number(loose));
}

/**
 * Stages `from` .. lg-2, depth first, on the pairs of 2^size elements at `at`,
 * which are block number `block` of stage `from`; then the products that the
 * last stage cannot do because its twiddles are not in the table.
 * @param {FftContext} on
 * @param {number} at
 * @param {number} size
 * @param {number} from
 * @param {number} block
 * @param {number} lg
 */
function stages(on, at, size, from, block, lg) {
    if (from > lg - 2) return;
    const { lane, roots, layout: { pairBytes, twiddleBytes } } = on;
    if (size > CACHED_LOG) {
        const half = 2 ** (size - 2);
        stage(on, at, half, block, 1, lg - 2 - from);
        stages(on, at, size - 1, from + 1, 2 * block, lg);
        stages(on, at + half * pairBytes, size - 1, from + 1, 2 * block + 1, lg);
        return;
    }
    for (let s = from, blocks = 1, half = 2 ** (size - 2); s <= lg - 2; s++, blocks *= 2, half /= 2) {
        stage(on, at, half, block * blocks, blocks, lg - 2 - s);
    }
    const twiddle = block * 2 ** (lg - 1 - from);
    const beyond = reach(twiddle < 2 ** (lg - 1) ? 2 ** (lg - 1) : 2 ** lg);
    if (twiddle >= beyond) lane.oddTimes(at, 2 ** (size - 2), roots + (Math.log2(beyond) + 1) * twiddleBytes);
}

/**
 * The same, in steps.
 * @param {FftContext} on
 * @param {number} at
 * @param {number} size
 * @param {number} from
 * @param {number} block
 * @param {number} lg
 * @returns {Stages}
 */
export function* stagesInSteps(on, at, size, from, block, lg) {
    const half = 2 ** (size - 2);
    if (size < STEP_LOG) {
        stages(on, at, size, from, block, lg);
        yield half * Math.max(0, lg - 1 - from);
        return;
    }
    stage(on, at, half, block, 1, lg - 2 - from);
    yield half;
    yield* stagesInSteps(on, at, size - 1, from + 1, 2 * block, lg);
    yield* stagesInSteps(on, at + half * on.layout.pairBytes, size - 1, from + 1, 2 * block + 1, lg);
}

/**
 * Stages 0 .. levels-1 on 2^lg elements at p, to pairs at `to`, none of them loose: the instance
 * that goes on with them may have another wide table.
 * @param {FftContext} on
 * @param {number} p
 * @param {number} to
 * @param {number} lg
 * @param {number} levels - 1 at least
 * @returns {Stages}
 */
export function* firstStages(on, p, to, lg, levels) {
    yield* first(on, p, to, lg);
    for (let s = 1; s < levels; s++) {
        stage(on, to, 2 ** (lg - 2 - s), 0, 2 ** s, 0);
        yield 2 ** (lg - 2);
    }
}

/**
 * Takes the elements at p through all stages but the last, to pairs at `data`.
 * @param {FftContext} on
 * @param {number} p
 * @param {number} data
 * @param {number} lg
 * @returns {Stages}
 */
export function* toPairs(on, p, data, lg) {
    yield* first(on, p, data, lg);
    yield* stagesInSteps(on, data, lg - 1, 1, 0, lg);
    yield* stagesInSteps(on, data + 2 ** (lg - 2) * on.layout.pairBytes, lg - 1, 1, 1, lg);
}

/** Twiddles of a last stage. @typedef {{ w: number, mask: number }} Twiddles */

/**
 * Output j goes to index (j ^ flip) + add; an inverse is divided by 2^scale.
 * @typedef {{ inverse: boolean, flip: number, add: number, scale: number }} Outputs
 */

/**
 * The last stage, which writes elements to p.
 * @param {FftContext} on
 * @param {number} data - 2^(lg-1) pairs
 * @param {number} p
 * @param {Twiddles} twiddles
 * @param {number} lg
 * @param {Outputs} outputs
 * @returns {Stages}
 */
export function* last({ lane }, data, p, { w, mask }, lg, { inverse, flip, add, scale }) {
    const run = inverse ? lane.lastInverse : lane.lastForward;
    const tile = tileBits(lg);
    yield* pass(2 ** (lg - 2), (from, count) => run(data, p, w, lg, tile, flip, add, from, count, mask, scale));
}

/**
 * The last stage, which writes pairs in the order that a first stage takes.
 * @param {FftContext} on
 * @param {number} data
 * @param {number} to
 * @param {Twiddles} twiddles
 * @param {number} lg
 * @returns {Stages}
 */
export function* lastToPairs({ lane }, data, to, { w, mask }, lg) {
    yield* pass(2 ** (lg - 3), (from, count) => lane.lastToPairs(data, to, w, lg, tileBits(lg), from, count, mask));
}
