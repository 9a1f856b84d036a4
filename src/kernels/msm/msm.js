/**
 * Multi-scalar multiplication on lanes. It runs where a base module and its
 * lane modules are linked on one memory (worker or in process).
 *
 * Each phase has a file: `classify` the scalars; `place` the points whose
 * scalars are not zero as records and their scalars as items; `accumulate` the
 * refs of each bucket as a tree, in rounds of batched affine additions; `reduce`
 * the buckets by running sums, also batched; `fold` the few remaining sums with
 * the base module's doublings. `windows` decides how scalars are cut.
 * Points come into memory in portions (`portions`). A share of a long MSM places them in blocks of
 * several portions, and keeps the buckets from one block to the next, so that it has as many
 * additions as one block would have.
 *
 *   memory  a portion, the records and items of a block, the points of its buckets, and a byte per
 *           point; `msmBytes` in util/chunk_sizes says how much
 *   source  Pippenger; batched affine additions as a tree; GLV 2001, GLS 2009
 * @module kernels/msm/msm
 */
/** @import { MsmContext } from "./context.js" */
/** @import { Classified } from "./classify.js" */
/** @import { Portions } from "./portions.js" */
/** @import { Kind, Plan, Share } from "./windows.js" */
import { inFractions } from "../fractions.js";
import { accumulateAll } from "./accumulate.js";
import { classifyAll } from "./classify.js";
import { fold } from "./fold.js";
import { placeBlock, putRecode } from "./place.js";
import { openPortions } from "./portions.js";
import { blocksOf, choosePlan, shareOf, workOf } from "./windows.js";

/**
 * Takes the arguments of the base module's `multiexpAffine`, and number and count of the shares of
 * the work. The results of all shares add up to the MSM, which is that of the base module.
 *
 *   in      bases    n affine points, LEM; scalars: n little-endian integers of `size` bytes; each
 *                    of both an address, or bytes that stay outside of the memory and are copied in
 *                    a portion at a time
 *   out     result   jacobian, LEM
 * @param {MsmContext} on
 * @param {number | Uint8Array} bases
 * @param {number | Uint8Array} scalars
 * @param {number} size
 * @param {number} n
 * @param {number} result
 * @param {number} [share]
 * @param {number} [shares]
 * @returns {Generator<number, void>} pauses with the fraction of all work that is done
 */
export function* computeMsm(on, bases, scalars, size, n, result, share = 0, shares = 1) {
    const { arena, lane, point, degree, together } = on, mark = arena.mark(), part = { share, shares };
    try {
        lane.use(degree, Number(together));
        point.zero(result);
        const portions = openPortions(on, bases, scalars, size, n);
        const found = classifyAll(on, portions);
        // a scalar of more than 256 bits is rare; the base module takes scalars of any size
        if (found.wide) {
            if (!share) msmInBase(on, portions, result);
            return;
        }
        if (found.counts.nothing === n) return;
        const { kinds, plan } = choosePlan(on, found, shares);
        const work = workOf(kinds, plan, shares);
        const terms = yield* inFractions(addUp(on, portions, found, kinds, plan, part), work);
        fold(on, terms, result);
    } finally {
        arena.release(mark);
    }
}

/** @param {MsmContext} on @param {Portions} portions @param {number} result - zero */
function msmInBase({ arena, point, bytes }, { count, load }, result) {
    const partial = arena.alloc(bytes.jacobian);
    for (let i = 0; i < count; i++) {
        const { bases, scalars, size, n } = load(i);
        point.multiexpAffine(bases, scalars, size, n, partial);
        point.add(result, partial, result);
    }
}

/**
 * @param {MsmContext} on
 * @param {Portions} portions
 * @param {Classified} found
 * @param {Kind[]} kinds
 * @param {Plan} plan
 * @param {Share} part
 */
function* addUp(on, portions, found, kinds, plan, part) {
    const recode = putRecode(on, plan);
    const windows = shareOf(plan.windows, kinds, part);
    const count = Math.min(portions.count, on.blocks ?? blocksOf(kinds, windows, part.shares));
    const edges = Array.from({ length: count + 1 }, (_, i) => Math.floor((i * portions.count) / count));
    const inBlock = (/** @type {number} */ i) => found.each.slice(edges[i], edges[i + 1]);
    const items = edges.slice(1).map((_, i) => inBlock(i).reduce((sum, some) =>
        kinds.reduce((all, { of, each }) => all + each * of(some), sum), 0));
    const place = (/** @type {number} */ i) => placeBlock(on, kinds, recode, portions, found, edges[i], edges[i + 1]);
    return yield* accumulateAll(on, windows, { count, most: Math.max(...items), place });
}
