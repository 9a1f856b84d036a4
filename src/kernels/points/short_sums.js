/**
 * Many sums of a few products each, which ceremonies ask for one after another: a block of them at
 * a time takes the steps of multiples.js together.
 * @module kernels/points/short_sums
 */
/** @import { PointContext } from "./context.js" */
/** @import { Work } from "./multiples.js" */
import { BLOCK_POINTS as BLOCK } from "../../util/chunk_sizes.js";
import { addTerms, loadTerms, pack, recode, splitFor, withWork } from "./multiples.js";

/** The most points of a sum: from some 100 on the buckets of a single large sum are faster. */
export const SHORT_SUM = 64;

/** Scalars below 2^SHORT_BITS have few digits. */
const SHORT_BITS = 64;

/**
 * A sum to be written to `out`, jacobian: of n products, the points at `bases` times the scalars of
 * `size` bytes at `scalars`; or, where `minus` is not NONE, of the point at `bases` and the
 * opposite of that at `minus`.
 * @typedef {{ out: number, n: number, bases: number, scalars: number, size: number, minus: number
 *   }} ShortSum
 */

/** No point. */
const NONE = -1;

/**
 * The functions of the base module whose calls are such sums, by operation: how many arguments they
 * have and what these mean.
 * @type {Readonly<Record<string, { arity: number, sum: (args: readonly number[]) => ShortSum }>>}
 */
const MEANINGS = Object.freeze({
    multiexpAffine: { arity: 5, sum: (args) => shortSum(args[4], args[3], args[0], args[1], args[2], NONE) },
    timesScalarAffine: { arity: 4, sum: (args) => shortSum(args[3], 1, args[0], args[1], args[2], NONE) },
    subAffine: { arity: 3, sum: (args) => shortSum(args[2], 2, args[0], 0, 0, args[1]) },
    zero: { arity: 1, sum: (args) => shortSum(args[0], 0, 0, 0, 0, NONE) },
});

/**
 * @type {(out: number, n: number, bases: number, scalars: number, size: number, minus: number) =>
 *   ShortSum}
 */
const shortSum = (out, n, bases, scalars, size, minus) => ({ out, n, bases, scalars, size, minus });

/**
 * A call as a sum, with what it reads and writes.
 * @param {PointContext} on
 * @param {string} op
 * @param {readonly number[]} args
 * @returns {(ShortSum & import("../types.js").Footprint) | undefined} undefined: the call is none,
 *   or is to be refused, or looked at, by its function
 */
function readShortSum({ arena, bytes: { affine, jacobian }, layout: { scalarBytes } }, op, args) {
    const { arity, sum: meaning } = MEANINGS[op], limit = arena.u8().length;
    if (args.length !== arity) return undefined;
    for (let i = 0; i < arity; i++) if (!Number.isInteger(args[i]) || args[i] < 0) return undefined;
    const { out, n, bases, scalars, size, minus } = meaning(args);
    if (n > SHORT_SUM || size > scalarBytes) return undefined;
    const b = minus === NONE ? scalars : minus;
    const outEnd = out + jacobian;
    const aBytes = minus === NONE ? n * affine : affine;
    const bBytes = minus === NONE ? n * size : affine;
    if (outEnd > limit || bases + aBytes > limit || b + bBytes > limit) return undefined;
    const reads = { a: aBytes && bases, aEnd: aBytes && bases + aBytes, b: bBytes && b, bEnd: bBytes && b + bBytes };
    return { out, n, bases, scalars, size, minus, outEnd, a: reads.a, aEnd: reads.aEnd, b: reads.b, bEnd: reads.bEnd };
}

/** The operations whose calls are such sums. */
export const SHORT_SUMS = Object.freeze(Object.keys(MEANINGS));

/**
 * One function for all operations of a context, by which their calls are known to belong together.
 * @type {WeakMap<PointContext, (sums: ShortSum[]) => import("../types.js").Rest>}
 */
const RUNS = new WeakMap();

/**
 * How calls of an operation are run together with each other, and with those of the others.
 * @param {string} op - of SHORT_SUMS
 * @returns {(on: PointContext) => import("../types.js").Together}
 */
export const shortSumsOf = (op) => (on) => {
    const run = RUNS.get(on) ?? ((/** @type {ShortSum[]} */ sums) => addShortSums(on, sums));
    RUNS.set(on, run);
    return { read: (args) => readShortSum(on, op, args), run };
};

/**
 * One product: addresses of its point and, unless that is 0, of its scalar; `sum` is its number in
 * the block.
 * @typedef {{ sum: number, base: number, scalar: number, size: number, minus: boolean }} Product
 */

/**
 * @param {PointContext} on
 * @param {ShortSum} sum
 * @param {number} i
 * @param {number} number
 * @returns {Product}
 */
function productOf({ bytes }, { bases, scalars, size, minus }, i, number) {
    if (minus !== NONE) return { sum: number, base: i ? minus : bases, scalar: 0, size: 0, minus: i === 1 };
    return { sum: number, base: bases + i * bytes.affine, scalar: scalars + i * size, size, minus: false };
}

/** Are all scalars of a sum below 2^SHORT_BITS? @param {Uint8Array} memory @param {ShortSum} sum */
function isShort(memory, { n, scalars, size, minus }) {
    if (minus !== NONE) return true;
    for (let i = 0; i < n; i++)
        for (let at = scalars + i * size + SHORT_BITS / 8, end = scalars + (i + 1) * size; at < end; at++)
            if (memory[at]) return false;
    return true;
}

/**
 * Cuts sums into blocks of at most BLOCK sums and products, those alike together: a block takes as
 * many steps as its longest scalar has digits, and fills its batches as long as its sums have
 * products.
 * @param {Uint8Array} memory
 * @param {ShortSum[]} sums
 */
function* blocksOf(memory, sums) {
    const short = /** @type {ShortSum[]} */ ([]), long = /** @type {ShortSum[]} */ ([]);
    for (const sum of [...sums].sort((a, b) => b.n - a.n)) (isShort(memory, sum) ? short : long).push(sum);
    for (const list of [short, long]) {
        const bits = list === short ? SHORT_BITS : undefined;
        /** @type {ShortSum[]} */
        let block = [], products = 0;
        for (const sum of list) {
            if (block.length === BLOCK || products + sum.n > BLOCK) {
                yield { block, bits };
                [block, products] = [[], 0];
            }
            block.push(sum);
            products += sum.n;
        }
        if (block.length) yield { block, bits };
    }
}

/**
 * The products of a block by ranks: the first of every sum, then the second, …
 * @param {PointContext} on
 * @param {ShortSum[]} block - the longest first
 */
function productsOf(on, block) {
    const products = /** @type {Product[]} */ ([]), ends = [];
    for (let i = 0; i < block[0].n; i++) {
        for (let j = 0; j < block.length && block[j].n > i; j++) products.push(productOf(on, block[j], i, j));
        ends.push(products.length);
    }
    return { products, ends };
}

/**
 * Copies the scalars to one place, each with `scalarBytes`.
 * @param {PointContext} on
 * @param {Product[]} products
 * @param {number} to
 */
function gatherScalars({ arena, layout: { scalarBytes } }, products, to) {
    const memory = arena.u8().fill(0, to, to + products.length * scalarBytes);
    products.forEach(({ scalar, size }, i) => {
        const at = to + i * scalarBytes;
        if (scalar === 0) memory[at] = 1;
        else memory.copyWithin(at, scalar, scalar + size);
    });
}

/**
 * @param {PointContext} on
 * @param {Work} work
 * @param {ShortSum[]} block - the longest first
 * @param {number | undefined} bits - of every scalar
 * @param {number} scalars - room for BLOCK scalars
 */
function* sumBlock(on, work, block, bits, scalars) {
    const { products, ends } = productsOf(on, block), count = products.length;
    const address = (/** @type {number} */ i) => products[i].base;
    gatherScalars(on, products, scalars);
    const split = bits || count === 0 ? undefined : yield* splitFor(on, work, count, address);
    const digits = recode(on, scalars, count, work.digits, split, bits), { parts } = digits;
    if (count) loadTerms(on, work, count, address, split);
    const words = on.arena.u32();
    const columns = work.columns >>> 2;
    const numbers = work.sums >>> 2;
    const terms = work.tableRefs >>> 2;
    const ranks = [];
    for (let h = 0; h < parts; h++) {
        products.forEach(({ sum, minus }, i) => {
            const t = h * count + i;
            words[numbers + t] = sum;
            words[columns + t] = i * parts + h;
            if (minus && words[terms + t]) words[terms + t] ^= on.shared.ref.negate;
        });
        for (const end of ends) ranks.push(h * count + end);
    }
    yield* addTerms(on, work, block.length, ranks, digits);
    const refs = on.arena.u32().slice(work.productRefs >>> 2, (work.productRefs >>> 2) + block.length);
    const packed = pack(on, work, block.length, (i) => refs[i]);
    block.forEach(({ out }, i) => on.point.toJacobian(packed(i), out));
}

/**
 * Writes each sum, with Z = 1 or, for infinity, as (0, 1, 0).
 *
 *   in      sums    of at most SHORT_SUM products, scalars of at most `scalarBytes`; no `out`
 *                   overlaps another operand
 *   memory  2 to 5 MB for a block
 * @param {PointContext} on
 * @param {ShortSum[]} sums
 */
export const addShortSums = (on, sums) => withWork(on, function* (work) {
    const scalars = on.arena.alloc(BLOCK * on.layout.scalarBytes);
    let done = 0;
    for (const { block, bits } of blocksOf(on.arena.u8(), sums)) {
        yield* sumBlock(on, work, block, bits, scalars);
        yield (done += block.length) / sums.length;
    }
});
