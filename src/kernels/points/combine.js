/**
 * Many MSMs of a few products each, of which a set-up has one for every wire of a circuit: all MSMs
 * of a block take the steps of multiples.js together. Their scalars are coefficients of
 * constraints: mostly 1 and -1, some small, some of full width; -c costs what c does.
 * @module kernels/points/combine
 */
/** @import { PointContext } from "./context.js" */
/** @import { Work } from "./multiples.js" */
import { BLOCK_POINTS as BLOCK } from "../../util/chunk_sizes.js";
import { addTerms, loadTerms, pack, recode, withWork } from "./multiples.js";

/**
 * Bits of scalars that are alike: a block takes as many steps as its longest scalar has digits.
 * Those of the last kind are split along endomorphisms.
 */
const KINDS = Object.freeze([1, 8, 64, 256]);

/** Numbers of the last kind. */
const FULL = KINDS.length - 1;

/**
 * Products of an MSM up to which digits are sparse. Each product of an MSM is added in a batch of its
 * own, which sparse digits leave a fifth full: with MSMs of eight full scalars, blocks of windows
 * take 0.78 of the time.
 */
const FEW = 2;

/** Bits of a word. */
const WORD = 32;

/**
 * Bits of a number.
 * @param {Uint32Array} words
 * @param {number} at - of its lowest word
 * @param {number} n - words
 */
function bitsOf(words, at, n) {
    let i = n - 1;
    while (i >= 0 && words[at + i] === 0) i--;
    return i < 0 ? 0 : WORD * i + WORD - Math.clz32(words[at + i]);
}

/**
 * Replaces each scalar above r / 2 by r minus it.
 * @param {PointContext} on
 * @param {number} scalars - n scalars below r
 * @param {number} n
 * @returns {{ minus: Uint8Array, kinds: Uint8Array }} of each: 1 if it was replaced; the number of
 *   its kind
 */
function readScalars({ arena, order, layout: { scalarBytes } }, scalars, n) {
    const words = arena.u32();
    const size = scalarBytes >>> 2;
    const r = order >>> 2;
    const negated = new Uint32Array(size);
    const minus = new Uint8Array(n);
    const kinds = new Uint8Array(n);
    const kindOf = (/** @type {number} */ bits) => KINDS.findIndex((most) => bits <= most);
    for (let i = 0, at = scalars >>> 2; i < n; i++, at += size) {
        const bits = bitsOf(words, at, size);
        kinds[i] = kindOf(bits);
        if (kinds[i] < FULL) continue;
        for (let k = 0, borrow = 0; k < size; k++) {
            const difference = words[r + k] - words[at + k] - borrow;
            negated[k] = difference;
            borrow = Number(difference < 0);
        }
        const other = bitsOf(negated, 0, size);
        if (other >= bits) continue;
        words.set(negated, at);
        minus[i] = 1;
        kinds[i] = kindOf(other);
    }
    return { minus, kinds };
}

/**
 * Products of a block, by ranks: the first of every MSM, then the second, …
 * @typedef {object} Block
 * @property {number[]} sums - their numbers, those with the most products first
 * @property {number[]} products - the number of each
 * @property {number[]} owners - which of the MSMs it belongs to
 * @property {number[]} ends - where each rank ends
 * @property {number} kind - of the longest scalar
 */

/**
 * Cuts MSMs into blocks of at most BLOCK MSMs and products, those alike together.
 * @param {Uint32Array} starts - of the products of each MSM; n + 1
 * @param {Uint8Array} kinds - of the scalar of each product
 * @returns {Generator<Block, void>}
 */
function* blocksOf(starts, kinds) {
    const n = starts.length - 1;
    const kind = new Uint8Array(n);
    const length = (/** @type {number} */ i) => starts[i + 1] - starts[i];
    for (let i = 0; i < n; i++)
        for (let k = starts[i]; k < starts[i + 1]; k++) kind[i] = Math.max(kind[i], kinds[k]);
    const order = Array.from({ length: n }, (_, i) => i).sort((a, b) => kind[a] - kind[b] || length(b) - length(a));
    for (let from = 0; from < n;) {
        const fits = (/** @type {number} */ j, /** @type {number} */ count) => j < n && j - from < BLOCK
            && kind[order[j]] === kind[order[from]] && count + length(order[j]) <= BLOCK;
        let to = from;
        for (let count = 0; fits(to, count);) count += length(order[to++]);
        const sums = order.slice(from, to), products = [], owners = [], ends = [];
        for (let rank = 0; rank < length(sums[0]); rank++) {
            for (let j = 0; j < sums.length && length(sums[j]) > rank; j++) {
                products.push(starts[sums[j]] + rank);
                owners.push(j);
            }
            ends.push(products.length);
        }
        yield { sums, products, owners, ends, kind: kind[sums[0]] };
        from = to;
    }
}

/**
 * @param {PointContext} on
 * @param {Work} work
 * @param {Block} block
 * @param {{ bases: number, scalars: number, minus: Uint8Array, gathered: number, out: number }} of
 *   - gathered: room for BLOCK scalars
 */
function* sumBlock(on, work, { sums, products, owners, ends, kind }, { bases, scalars, minus, gathered, out }) {
    const { arena, bytes: { affine }, layout: { scalarBytes } } = on, count = products.length;
    const address = (/** @type {number} */ i) => bases + products[i] * affine;
    for (let i = 0, memory = arena.u8(); i < count; i++) {
        const from = scalars + products[i] * scalarBytes;
        memory.copyWithin(gathered + i * scalarBytes, from, from + scalarBytes);
    }
    const split = kind === FULL && count ? on.splits[on.degree - 1] : undefined;
    const sparse = ends.length <= FEW ? undefined : false;
    const digits = recode(on, gathered, count, work.digits, split, KINDS[kind], sparse), { parts } = digits;
    if (count) loadTerms(on, work, count, address, split);
    const words = arena.u32();
    const columns = work.columns >>> 2;
    const numbers = work.sums >>> 2;
    const terms = work.tableRefs >>> 2;
    const ranks = [];
    for (let h = 0; h < parts; h++) {
        for (let i = 0; i < count; i++) {
            const t = h * count + i;
            words[numbers + t] = owners[i];
            words[columns + t] = i * parts + h;
            if (minus[products[i]] && words[terms + t]) words[terms + t] ^= on.shared.ref.negate;
        }
        for (const end of ends) ranks.push(h * count + end);
    }
    yield* addTerms(on, work, sums.length, ranks, digits);
    const refs = arena.u32().slice(work.productRefs >>> 2, (work.productRefs >>> 2) + sums.length);
    const packed = pack(on, work, sums.length, (i) => refs[i]);
    for (let i = 0, memory = arena.u8(); i < sums.length; i++)
        memory.copyWithin(out + sums[i] * affine, packed(i), packed(i) + affine);
}

/** @param {Uint32Array} words - the memory @param {number} counts @param {number} n */
function startsOf(words, counts, n) {
    const starts = new Uint32Array(n + 1);
    for (let i = 0; i < n; i++) starts[i + 1] = starts[i] + words[(counts >>> 2) + i];
    return starts;
}

/**
 * Writes n MSMs. The products of an MSM follow each other.
 *
 *   in      bases    affine points of order r, or infinity; scalars: one for each, of
 *                    `scalarBytes`, below r; overwritten
 *           counts   u32 of each sum: its products, at most SUM_PRODUCTS
 *   out     out      affine
 *   memory  2 to 5 MB for a block
 * @param {PointContext} on
 * @param {number} bases
 * @param {number} _size - bytes of a point
 * @param {number} scalars
 * @param {number} counts
 * @param {number} n
 * @param {number} out
 */
export const combine = (on, bases, _size, scalars, counts, n, out) => withWork(on, function* (work) {
    const starts = startsOf(on.arena.u32(), counts, n);
    const { minus, kinds } = readScalars(on, scalars, starts[n]);
    const gathered = on.arena.alloc(BLOCK * on.layout.scalarBytes), of = { bases, scalars, minus, gathered, out };
    let done = 0;
    for (const block of blocksOf(starts, kinds)) {
        yield* sumBlock(on, work, block, of);
        yield (done += block.sums.length) / n;
    }
});
