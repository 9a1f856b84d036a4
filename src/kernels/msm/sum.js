/**
 * Multi-scalar multiplication on lanes. It runs where a base module and its
 * lane modules are linked on one memory (worker or in process).
 *
 * Each phase has a file: `classify` the scalars; `place` the points whose
 * scalars are not zero as records and their scalars as items; `accumulate` the
 * refs of each bucket as a tree, in rounds of batched affine additions; `reduce`
 * the buckets by running sums, also batched; `fold` the few remaining sums with
 * the base module's doublings. `windows` decides how scalars are cut.
 *
 *   memory  per point, with / without endomorphism, bytes: bn128 G1 178 / 130, bls12381 G1 250 / 178, twice the record
 *           on G2, four times for scalars in four parts (at most 16 MB of records); plus buckets (points of a reduction
 *           set) and 10 MB of batch buffers. Blocks of points bound it.
 *   source  Pippenger; batched affine additions as a tree; GLV 2001, GLS 2009
 * @module kernels/msm/sum
 */
/** @import { SumContext } from "./context.js" */
/** @import { Kind, Placed, Plan, Share } from "./windows.js" */
import { inFractions } from "../fractions.js";
import { accumulateAll } from "./accumulate.js";
import { classify } from "./classify.js";
import { fold } from "./fold.js";
import { place, putRecode } from "./place.js";
import { choosePlan, shareOf, workOf } from "./windows.js";

/**
 * Scalars and points of a block, at their addresses.
 * @typedef {object} Input
 * @property {number} bases - affine points of the base module
 * @property {number} scalars - little-endian integers
 * @property {number} size - bytes of a scalar
 * @property {number} n
 */

/**
 * Takes the arguments of the base module's `multiexpAffine`, and number and count of the shares of the work. The
 * results of all shares add up to the sum, which is that of the base module.
 *
 *   in      bases    n affine points, LEM; scalars: n little-endian integers of `size` bytes
 *   out     result   jacobian, LEM
 * @param {SumContext} on
 * @param {number} bases
 * @param {number} scalars
 * @param {number} size
 * @param {number} n
 * @param {number} result
 * @param {number} [share]
 * @param {number} [shares]
 * @returns {Generator<number, void>} pauses with the fraction of all work that is done
 */
export function* sumOfProducts(on, bases, scalars, size, n, result, share = 0, shares = 1) {
    const { arena, lane, point, bytes, degree, together, blockPoints } = on, mark = arena.mark();
    try {
        lane.use(degree, Number(together));
        const partial = arena.alloc(bytes.jacobian);
        point.zero(result);
        const step = Math.ceil(n / Math.ceil(n / blockPoints)); // equal blocks: a short one has as many buckets
        for (let i = 0; i < n; i += step) {
            const inner = arena.mark();
            const block = {
                bases: bases + i * bytes.affine,
                scalars: scalars + i * size,
                size,
                n: Math.min(step, n - i),
            };
            yield* sumOfBlock(on, block, partial, { share, shares }, { from: i / n, to: (i + block.n) / n });
            point.add(result, partial, result);
            arena.release(inner);
        }
    } finally {
        arena.release(mark);
    }
}

/**
 * @param {SumContext} on
 * @param {Input} input
 * @param {number} result
 * @param {Share} part
 * @param {{ from: number, to: number }} span - of all the work, in [0, 1]
 */
function* sumOfBlock(on, input, result, part, { from, to }) {
    const { point } = on, found = classify(on, input);
    if (found.wide) { // a scalar of more than 256 bits is rare; the base module takes scalars of any size
        point.multiexpAffine(input.bases, input.scalars, input.size, part.share ? 0 : input.n, result);
        return;
    }
    point.zero(result);
    if (found.counts.nothing === input.n) return;
    const { kinds, plan } = choosePlan(on, found, part.shares), work = workOf(kinds, plan, part.shares);
    const terms = yield* inFractions(addUp(on, input, found.classes, kinds, plan, part), work, from, to);
    fold(on, terms, result);
}

/**
 * @param {SumContext} on
 * @param {Input} input
 * @param {number} classes - address of a byte per scalar
 * @param {Kind[]} kinds
 * @param {Plan} plan
 * @param {Share} part
 */
function* addUp(on, input, classes, kinds, plan, part) {
    const recode = putRecode(on, plan);
    /** @type {Placed[]} */
    const placed = [];
    for (const kind of kinds) placed.push(yield* place(on, kind, recode, input, classes));
    return yield* accumulateAll(on, shareOf(plan.windows, placed, part));
}
