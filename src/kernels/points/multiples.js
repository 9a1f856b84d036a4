/**
 * Multiplies many points by as many scalars, on lanes: all points of a block
 * take the same step of the signed window method together, so that each step
 * is one batch of affine additions with a shared inversion.
 *
 * The results are exact for every point and scalar, in the subgroup or not: no
 * endomorphism is used, and the kernels handle sums of equal and of opposite
 * points.
 *
 * A point on lanes is named by a ref: its address, with bit 0 to negate it; 0 is infinity. `refs`, `slots`: addresses
 * of lists of refs and of points.
 *
 *   cost    per point of a 254-bit scalar 254 doublings, 51 additions and a table of 15: 320 additions of
 *           5M 1S, where the base module takes some 2800M
 *   source  Booth 1951 (digits); Montgomery 1987 (inversions)
 * @module kernels/points/multiples
 */
/** @import { PointContext } from "./context.js" */
import { BLOCK_POINTS as BLOCK } from "../../util/chunk_sizes.js";
import { addAll, BATCH, bufferBytes, listBytes } from "./addition.js";

/** Bits of a window. */
const WINDOW = 5;

/** Multiples of a point in its table: the largest magnitude of a signed digit. */
const MULTIPLES = 1 << (WINDOW - 1);

/** Digits of a scalar. @param {PointContext} on */
const digitsPerScalar = ({ layout }) => Math.floor(layout.scalarBits / WINDOW) + 1;

/**
 * Memory for the work on a block, which the caller releases. Nothing else is allocated until the last step.
 * @param {PointContext} on
 */
export function openWork(on) {
    const { arena, layout: { entries }, bytes: { point, affine } } = on;
    const list = arena.alloc(listBytes(on, BATCH));
    return {
        list, first: list >>> 2, buffer: arena.alloc(bufferBytes(on)),
        table: arena.alloc(MULTIPLES * BLOCK * point), tableRefs: arena.alloc(4 * MULTIPLES * BLOCK),
        products: arena.alloc(BLOCK * point), productRefs: arena.alloc(4 * BLOCK), inputRefs: arena.alloc(4 * BLOCK),
        addresses: arena.alloc(4 * (BLOCK + entries)), packed: arena.alloc((BLOCK + entries) * affine),
        count: 0,
    };
}

/** @typedef {ReturnType<typeof openWork>} Work */

/**
 * Runs `body` with memory for a block, and releases it however `body` ends.
 * @param {PointContext} on
 * @param {(work: Work) => Generator<void, void>} body
 * @returns {Generator<void, void>}
 */
export function* withWork(on, body) {
    const { arena, lane, degree, together } = on, mark = arena.mark();
    try {
        lane.use(degree, Number(together));
        yield* body(openWork(on));
    } finally {
        arena.release(mark);
    }
}

/** [start, length] of each of the blocks that n points are cut into, of nearly equal size. @param {number} n */
export function* blocks(n) {
    const count = Math.ceil(n / BLOCK), start = (/** @type {number} */ i) => Math.floor((i * n) / count);
    for (let i = 0; i < count; i++) yield [start(i), start(i + 1) - start(i)];
}

/**
 * Appends an entry dst = a + b. Its ref is written to `slot` at once, so callers read the refs that they need first. A
 * sum with infinity is a copy.
 * @param {PointContext} on
 * @param {Work} work
 * @param {Uint32Array} words
 * @param {number} a
 * @param {number} b
 * @param {number} dst
 * @param {number} slot
 * @returns {number} index in `words` of the entry, or -1 for a copy
 */
export function push(on, work, words, a, b, dst, slot) {
    if (a === 0 || b === 0) {
        copyPoint(on, words, a || b, dst, slot);
        return -1;
    }
    const { A, B, D, S, size } = on.entryWords, at = work.first + size * work.count++;
    words[at + A] = a;
    words[at + B] = b;
    words[at + D] = dst;
    words[at + S] = slot;
    words[slot >>> 2] = dst;
    return at + A;
}

/**
 * @param {PointContext} on
 * @param {Uint32Array} words
 * @param {number} a - a ref
 * @param {number} dst
 * @param {number} slot
 */
function copyPoint({ arena, bytes, shared: { ref } }, words, a, dst, slot) {
    const from = a & ref.address, sign = a & ref.negate;
    if (from && from !== dst) arena.u8().copyWithin(dst, from, from + bytes.point);
    words[slot >>> 2] = from && (dst | sign);
}

/**
 * Appends dst = 2 a, which a bit of the entry's first ref marks.
 * @param {PointContext} on
 * @param {Work} work
 * @param {Uint32Array} words
 * @param {number} a
 * @param {number} dst
 * @param {number} slot
 */
function pushDouble(on, work, words, a, dst, slot) {
    if (a) words[push(on, work, words, a, a, dst, slot)] |= on.shared.ref.double;
    else words[slot >>> 2] = 0;
}

/** Performs the appended additions. @param {PointContext} on @param {Work} work */
export function flush(on, work) {
    if (work.count) addAll(on, work.list, work.count, work.buffer);
    work.count = 0;
}

/**
 * Signed digits of plain scalars, the same number for each, lowest first.
 * @param {PointContext} on
 * @param {number} scalars - below 2^scalarBits
 * @param {number} n
 */
export function recode(on, scalars, n) {
    const { arena, layout: { scalarBytes } } = on, top = scalarBytes / 4 - 1, end = WINDOW * digitsPerScalar(on) - 1;
    const words = arena.u32(), digits = new Int8Array(n * digitsPerScalar(on)), mask = 2 ** (WINDOW + 1) - 1;
    for (let i = 0, at = 0; i < n; i++) {
        const from = (scalars + i * scalarBytes) >>> 2;
        for (let pos = -1; pos < end; pos += WINDOW) {
            const word = pos >> 5, shift = pos & 31;
            let v = pos < 0 ? words[from] << 1 : words[from + word] >>> shift;
            if (pos >= 0 && shift > 31 - WINDOW && word < top) v |= words[from + word + 1] << (32 - shift);
            v &= mask;
            digits[at++] = ((v + 1) >> 1) - ((v >> WINDOW) << WINDOW);
        }
    }
    return digits;
}

/** Digits of one scalar in Montgomery form. @param {PointContext} on @param {number} factor */
export function digitsOf(on, factor) {
    const { arena, scalar, layout } = on, mark = arena.mark(), plain = arena.alloc(layout.scalarBytes);
    scalar.fromMontgomery(factor, plain);
    const digits = recode(on, plain, 1);
    arena.release(mark);
    return digits;
}

/**
 * Digits of the next elements of a progression.
 * @param {PointContext} on
 * @param {number} q - the next element, in Montgomery form
 * @param {number} inc
 * @param {number} m
 * @param {number} scalars - room for m
 */
export function progressionDigits(on, q, inc, m, scalars) {
    const { scalar, layout: { scalarBytes } } = on;
    for (let i = 0; i < m; i++) {
        scalar.fromMontgomery(q, scalars + i * scalarBytes);
        scalar.mul(q, inc, q);
    }
    return recode(on, scalars, m);
}

/**
 * The multiples 1 .. top of the points of a block; multiple k of point i is named by word (k - 1) m + i of tableRefs.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} m
 * @param {number} top
 */
function* fillTable(on, work, m, top) {
    const words = on.arena.u32(), { table, tableRefs, inputRefs } = work, { point } = on.bytes;
    const first = tableRefs >>> 2;
    words.copyWithin(first, inputRefs >>> 2, (inputRefs >>> 2) + m);
    for (let k = 2; k <= top; k++) {
        const row = (k - 1) * m, half = ((k >> 1) - 1) * m;
        for (let i = 0; i < m; i++) {
            const dst = table + (row + i) * point, slot = tableRefs + 4 * (row + i);
            if (k & 1) push(on, work, words, words[first + row - m + i], words[first + i], dst, slot);
            else pushDouble(on, work, words, words[first + half + i], dst, slot);
        }
        flush(on, work);
        yield;
    }
}

/**
 * The largest magnitude among the digits of m scalars.
 * @param {number} m
 * @param {Int8Array} digits
 * @param {number} each - digits of a scalar
 * @param {(i: number) => number} row
 */
function largest(m, digits, each, row) {
    let top = 1;
    for (let i = 0; i < m; i++)
        for (let w = row(i) * each, end = w + each; w < end; w++) top = Math.max(top, Math.abs(digits[w]));
    return top;
}

/**
 * Multiplies the points of inputRefs by scalars; the results go to products and productRefs.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} m - at most BLOCK
 * @param {Int8Array} digits
 * @param {(i: number) => number} row - of the scalar of point i
 * @returns {Generator<void, void>}
 */
export function* multiply(on, work, m, digits, row) {
    const each = digitsPerScalar(on), { point } = on.bytes, { negate } = on.shared.ref;
    yield* fillTable(on, work, m, largest(m, digits, each, row));
    const words = on.arena.u32(),
        { products, productRefs } = work,
        refs = productRefs >>> 2,
        first = work.tableRefs >>> 2;
    words.fill(0, refs, refs + m);
    for (let w = each - 1; w >= 0; w--) {
        for (let bit = 0; bit < WINDOW; bit++) {
            for (let i = 0; i < m; i++)
                pushDouble(on, work, words, words[refs + i], products + i * point, productRefs + 4 * i);
            flush(on, work);
            yield;
        }
        for (let i = 0; i < m; i++) {
            const d = digits[row(i) * each + w], term = d ? words[first + (Math.abs(d) - 1) * m + i] : 0;
            const signed = d < 0 ? term ^ negate : term;
            if (term) push(on, work, words, words[refs + i], signed, products + i * point, productRefs + 4 * i);
        }
        flush(on, work);
        yield;
    }
}

/**
 * Converts points of the base module to points on lanes.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} m - at most BLOCK
 * @param {(i: number) => number} address - of affine point i
 * @param {number} slots - with room for m points and those of one more group of entries
 * @param {number} refs
 */
export function load({ arena, lane, layout, bytes, point }, work, m, address, slots, refs) {
    const words = arena.u32(), rounded = Math.ceil(m / layout.entries) * layout.entries;
    for (let i = 0; i < rounded; i++) words[(work.addresses >>> 2) + i] = address(i < m ? i : 0);
    for (let i = 0; i < m; i++) words[(refs >>> 2) + i] = point.isZeroAffine(address(i)) ? 0 : slots + i * bytes.point;
    lane.records(work.addresses, rounded, slots, bytes.point, 0);
}

/**
 * Converts points on lanes to jacobian points of the base module, one after the other.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} m - at most BLOCK
 * @param {(i: number) => number} ref
 * @param {number} to
 */
export function store({ arena, lane, layout, bytes: { affine }, point }, work, m, ref, to) {
    const words = arena.u32(), at = work.addresses >>> 2, { packed } = work;
    let some = 0;
    for (let i = 0; i < m; i++) some ||= ref(i);
    for (let i = 0; i < m + layout.lanes; i++) words[at + i] = (i < m && ref(i)) || some;
    if (some) lane.results(work.addresses, Math.ceil(m / layout.lanes) * layout.lanes, packed);
    for (let i = 0; i < m; i++) if (!ref(i)) arena.u8().fill(0, packed + i * affine, packed + (i + 1) * affine);
    point.batchToJacobian(packed, m, to);
}

/**
 * Makes refs of a block from jacobian or affine points.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} from
 * @param {number} m
 * @param {boolean} mixed - affine
 * @param {number} slots
 * @param {number} refs
 */
export function loadBlock(on, work, from, m, mixed, slots, refs) {
    if (!mixed) on.point.batchToAffine(from, m, work.packed);
    load(on, work, m, (i) => (mixed ? from : work.packed) + i * on.bytes.affine, slots, refs);
}

/**
 * Writes the products of a block as jacobian points of the base module.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} m
 * @param {number} to
 */
export function storeProducts(on, work, m, to) {
    const refs = on.arena.u32().slice(work.productRefs >>> 2, (work.productRefs >>> 2) + m);
    store(on, work, m, (i) => refs[i], to);
}
