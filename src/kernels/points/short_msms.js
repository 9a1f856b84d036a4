/**
 * Many MSMs of a few products each, which ceremonies ask for one after another: a block of them at
 * a time takes the steps of multiples.js together.
 * @module kernels/points/short_msms
 */
/** @import { PointContext } from "./context.js" */
/** @import { Work } from "./multiples.js" */
import { BLOCK_POINTS as BLOCK } from "../../util/chunk_sizes.js";
import { addTerms, loadTerms, pack, recode, splitFor, withWork } from "./multiples.js";

/** The most points of an MSM: from some 100 on the buckets of a single large MSM are faster. */
export const SHORT_MSM = 64;

/** Scalars below 2^SHORT_BITS have few digits. */
const SHORT_BITS = 64;

/**
 * An MSM to be written to `out`, jacobian: of n products, the points at `bases` times the scalars of
 * `size` bytes at `scalars`; or, where `minus` is not NONE, of the point at `bases` and the
 * opposite of that at `minus`.
 * @typedef {{ out: number, n: number, bases: number, scalars: number, size: number, minus: number
 *   }} ShortMsm
 */

/** No point. */
const NONE = -1;

/**
 * The functions of the base module whose calls are such MSMs, by operation: how many arguments they
 * have and what these mean.
 * @type {Readonly<Record<string, { arity: number, sum: (args: readonly number[]) => ShortMsm }>>}
 */
const MEANINGS = Object.freeze({
    multiexpAffine: { arity: 5, sum: (args) => shortMsm(args[4], args[3], args[0], args[1], args[2], NONE) },
    timesScalarAffine: { arity: 4, sum: (args) => shortMsm(args[3], 1, args[0], args[1], args[2], NONE) },
    subAffine: { arity: 3, sum: (args) => shortMsm(args[2], 2, args[0], 0, 0, args[1]) },
    zero: { arity: 1, sum: (args) => shortMsm(args[0], 0, 0, 0, 0, NONE) },
});

/**
 * @type {(out: number, n: number, bases: number, scalars: number, size: number, minus: number) =>
 *   ShortMsm}
 */
const shortMsm = (out, n, bases, scalars, size, minus) => ({ out, n, bases, scalars, size, minus });

/**
 * A call as an MSM, with what it reads and writes.
 * @param {PointContext} on
 * @param {string} op
 * @param {readonly number[]} args
 * @returns {(ShortMsm & import("../types.js").Footprint) | undefined} undefined: the call is none,
 *   or is to be refused, or looked at, by its function
 */
function readShortMsm({ arena, bytes: { affine, jacobian }, layout: { scalarBytes } }, op, args) {
    const { arity, sum: meaning } = MEANINGS[op], limit = arena.u8().length;
    if (args.length !== arity) return undefined;
    for (let i = 0; i < arity; i++) if (!Number.isInteger(args[i]) || args[i] < 0) return undefined;
    const { out, n, bases, scalars, size, minus } = meaning(args);
    if (n > SHORT_MSM || size > scalarBytes) return undefined;
    const b = minus === NONE ? scalars : minus;
    const outEnd = out + jacobian;
    const aBytes = minus === NONE ? n * affine : affine;
    const bBytes = minus === NONE ? n * size : affine;
    if (outEnd > limit || bases + aBytes > limit || b + bBytes > limit) return undefined;
    const reads = { a: aBytes && bases, aEnd: aBytes && bases + aBytes, b: bBytes && b, bEnd: bBytes && b + bBytes };
    return { out, n, bases, scalars, size, minus, outEnd, a: reads.a, aEnd: reads.aEnd, b: reads.b, bEnd: reads.bEnd };
}

/** The operations whose calls are such MSMs. */
export const SHORT_MSMS = Object.freeze(Object.keys(MEANINGS));

/**
 * One function for all operations of a context, by which their calls are known to belong together.
 * @type {WeakMap<PointContext, (sums: ShortMsm[]) => import("../types.js").Rest>}
 */
const RUNS = new WeakMap();

/**
 * How calls of an operation are run together with each other, and with those of the others.
 * @param {string} op - of SHORT_MSMS
 * @returns {(on: PointContext) => import("../types.js").Together}
 */
export const shortMsmsOf = (op) => (on) => {
    const run = RUNS.get(on) ?? ((/** @type {ShortMsm[]} */ sums) => computeShortMsms(on, sums));
    RUNS.set(on, run);
    return { read: (args) => readShortMsm(on, op, args), run };
};

/**
 * One product: addresses of its point and, unless that is 0, of its scalar; `sum` is its number in
 * the block.
 * @typedef {{ sum: number, base: number, scalar: number, size: number, minus: boolean }} Product
 */

/**
 * @param {PointContext} on
 * @param {ShortMsm} sum
 * @param {number} i
 * @param {number} number
 * @returns {Product}
 */
function productOf({ bytes }, { bases, scalars, size, minus }, i, number) {
    if (minus !== NONE) return { sum: number, base: i ? minus : bases, scalar: 0, size: 0, minus: i === 1 };
    return { sum: number, base: bases + i * bytes.affine, scalar: scalars + i * size, size, minus: false };
}

/** Are all scalars of a sum below 2^SHORT_BITS? @param {Uint8Array} memory @param {ShortMsm} sum */
function isShort(memory, { n, scalars, size, minus }) {
    if (minus !== NONE) return true;
    for (let i = 0; i < n; i++)
        for (let at = scalars + i * size + SHORT_BITS / 8, end = scalars + (i + 1) * size; at < end; at++)
            if (memory[at]) return false;
    return true;
}

/**
 * Cuts MSMs into blocks of at most BLOCK MSMs and products, those alike together: a block takes as
 * many steps as its longest scalar has digits, and fills its batches as long as its MSMs have
 * products.
 * @param {Uint8Array} memory
 * @param {ShortMsm[]} sums
 */
function* blocksOf(memory, sums) {
    const short = /** @type {ShortMsm[]} */ ([]), long = /** @type {ShortMsm[]} */ ([]);
    for (const sum of [...sums].sort((a, b) => b.n - a.n)) (isShort(memory, sum) ? short : long).push(sum);
    for (const list of [short, long]) {
        const bits = list === short ? SHORT_BITS : undefined;
        /** @type {ShortMsm[]} */
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
 * The products of a block by ranks: the first of every MSM, then the second, …
 * @param {PointContext} on
 * @param {ShortMsm[]} block - the longest first
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
 * @param {ShortMsm[]} block - the longest first
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
 * Writes each MSM, with Z = 1 or, for infinity, as (0, 1, 0).
 *
 *   in      sums    of at most SHORT_MSM products, scalars of at most `scalarBytes`; no `out`
 *                   overlaps another operand
 *   memory  2 to 5 MB for a block
 * @param {PointContext} on
 * @param {ShortMsm[]} sums
 */
export const computeShortMsms = (on, sums) => withWork(on, function* (work) {
    const scalars = on.arena.alloc(BLOCK * on.layout.scalarBytes);
    let done = 0;
    for (const { block, bits } of blocksOf(on.arena.u8(), sums)) {
        yield* sumBlock(on, work, block, bits, scalars);
        yield (done += block.length) / sums.length;
    }
});
