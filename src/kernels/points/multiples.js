/**
 * Multiplies many points by as many scalars, or adds up a few products each, on lanes: all sums of
 * a block take the same step of the signed window method together, so that each step is one batch
 * of affine additions with a shared inversion.
 *
 * The results are exact for every point and scalar, in the subgroup or not: scalars are split along
 * endomorphisms only where every point of the block was found to be of order r, and the kernels
 * handle sums of equal and of opposite points.
 *
 * A point on lanes is named by a ref: its address, with bits to negate it and to find its y; 0 is
 * infinity. `refs`, `slots`: addresses of lists of refs and of points. A term is a point and the
 * digits of its scalar; terms of one rank belong to different sums.
 *
 * The lists of additions are made by kernels too (scripts/wasm/msm_lane/steps.js): here they would
 * take a quarter of the time, and as long again in each worker until its engine has optimized them.
 *
 *   cost    additions of 5M 1S per product of a 254-bit scalar: 254 doublings, 51 additions, a
 *           table of 4; in two parts 127 doublings, twice 25 additions and two tables. The base
 *           module takes some 2800M
 *   source  Booth 1951, Solinas 2000 (digits); Straus 1964 (sums); Gallant, Lambert, Vanstone 2001
 *           (parts); Montgomery 1987 (inversions)
 * @module kernels/points/multiples
 */
/** @import { Membership, PointContext, Split } from "./context.js" */
import { BLOCK_POINTS as BLOCK } from "../../util/chunk_sizes.js";
import { writeLE } from "../../util/bytes.js";
import { addAll, bufferBytes, listBytes } from "./addition.js";
import { fromRefs, toRecords } from "./records.js";

/** Rows of a table, which has multiples 1 to 2^(window - 1) of a point. @param {PointContext} on */
const tableRows = ({ shared: { window } }) => 2 ** (window - 1);

/**
 * Scalars from which on digits are sparse: fewer additions, but in more and smaller batches, of
 * which each takes an inversion. Digits of one scalar alone are, because then its points have
 * theirs at the same places.
 */
export const SPARSE = 256;

/** @param {number} n - scalars */
const isSparse = (n) => n === 1 || n >= SPARSE;

/** Bits of the parts of a scalar, by how many they are. @type {Readonly<Record<number, number>>} */
const PART_BITS = Object.freeze({ 2: 127, 4: 64 });

/**
 * Additions of a product by a whole scalar, and by one in parts: doublings, additions of multiples,
 * tables.
 */
const WHOLE = 309, IN_PARTS = Object.freeze({ g1: 186, g2: 131 });

/** The most terms of a block: the parts of each scalar. @param {PointContext} on */
const termsOf = ({ degree }) => 2 * degree * BLOCK;

/**
 * Memory for the work on a block, which the caller releases. Nothing else is allocated until the
 * last step.
 * @param {PointContext} on
 */
export function openWork(on) {
    const { arena, degree, layout: { entries }, bytes: { point, affine, dualRecord } } = on, terms = termsOf(on);
    const list = arena.alloc(listBytes(on, terms));
    const rows = tableRows(on);
    return {
        list, first: list >>> 2, buffer: arena.alloc(bufferBytes(on)),
        table: arena.alloc((rows - 1) * terms * point), tableRefs: arena.alloc(4 * rows * terms),
        columns: arena.alloc(4 * terms), sums: arena.alloc(4 * terms), digits: openDigits(on, BLOCK),
        products: arena.alloc(BLOCK * point), productRefs: arena.alloc(4 * BLOCK),
        records: arena.alloc((BLOCK + entries) * degree * dualRecord),
        addresses: arena.alloc(4 * (BLOCK + entries)), packed: arena.alloc((BLOCK + entries) * affine),
        count: 0,
    };
}

/** @typedef {ReturnType<typeof openWork>} Work */

/**
 * Runs `body` with memory for a block, and releases it however `body` ends.
 * @template S
 * @param {PointContext} on
 * @param {(work: Work) => Generator<S, void>} body
 * @returns {Generator<S, void>}
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

/**
 * [start, length] of each of the blocks that n points are cut into, of nearly equal size.
 * @param {number} n
 */
export function* blocks(n) {
    const count = Math.ceil(n / BLOCK);
    const start = (/** @type {number} */ i) => Math.floor((i * n) / count);
    for (let i = 0; i < count; i++) yield [start(i), start(i + 1) - start(i)];
}

/**
 * Appends an entry dst = a + b. Its ref is written to `slot` at once, so callers read the refs that
 * they need first. A sum with infinity is a copy.
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
    const from = a & ref.address;
    const half = bytes.point / 2;
    const memory = arena.u8();
    if (a & ref.yBefore) {
        memory.copyWithin(dst, from, from + half);
        memory.copyWithin(dst + half, from - half, from);
    } else if (from && from !== dst) memory.copyWithin(dst, from, from + bytes.point);
    words[slot >>> 2] = from && (dst | (a & ref.negate));
}

/**
 * Performs the appended additions.
 * @param {PointContext} on
 * @param {Work} work
 * @param {boolean} [doublings] - each is one
 */
export function flush(on, work, doublings) {
    if (work.count) addAll(on, work.list, work.count, work.buffer, doublings);
    work.count = 0;
}

/**
 * Signed digits of scalars, or of their parts: that of part h of scalar i at place w is byte i
 * parts + h of row w.
 * @typedef {object} Digits
 * @property {number} digits - address
 * @property {number} columns - bytes of a row
 * @property {number} rows - up to the highest that is not zero
 * @property {number} doublings - from a row to the one below it
 * @property {number} tops - address of the largest magnitude of each column
 * @property {number} top - the largest of them
 * @property {number} parts
 * @property {Split} [split]
 */

/**
 * Room for the digits of scalars.
 * @param {PointContext} on
 * @param {number} n - scalars
 */
export function openDigits({ arena, degree, layout: { scalarBytes } }, n) {
    const places = Math.max(8 * scalarBytes, 2 * PART_BITS[2], 2 * degree * PART_BITS[2 * degree]);
    return { digits: arena.alloc(n * (places + 2 * degree)), tops: arena.alloc(2 * degree * n) };
}

/**
 * Writes the digits of plain scalars of `scalarBytes`, which may be r or more.
 * @param {PointContext} on
 * @param {number} scalars
 * @param {number} n
 * @param {ReturnType<typeof openDigits>} to - room for those of n scalars
 * @param {Split} [split] - along which they are split; for points of order r
 * @param {number} [plainBits] - of scalars that are not split
 * @param {boolean} [sparse]
 * @returns {Digits}
 */
export function recode(on, scalars, n, to, split, plainBits = 8 * on.layout.scalarBytes, sparse = isSparse(n)) {
    const { digits, tops } = to;
    const { arena, buckets, layout: { scalarBytes }, shared: { itemBytes, window } } = on, mark = arena.mark();
    const numbers = split ? splitScalars(on, scalars, n, split) : scalars;
    const parts = split?.parts ?? 1;
    const bytes = split ? itemBytes : scalarBytes;
    const bits = split ? PART_BITS[parts] : plainBits;
    const columns = n * parts;
    const doublings = sparse ? 1 : window;
    const most = Math.floor(bits / doublings) + 1;
    arena.u8().fill(0, digits, digits + most * columns);
    const kind = /** @type {const} */ ([Number(Boolean(split)), most, Number(sparse)]);
    const used = buckets.signedDigits(numbers, columns, bytes, ...kind, digits, tops);
    arena.release(mark);
    return { digits, columns, rows: used >>> 4, doublings, tops, top: used & 15, parts, split };
}

/**
 * The parts of scalars: magnitudes, with the sign in the top bit.
 * @param {PointContext} on
 * @param {number} scalars
 * @param {number} n
 * @param {Split} split
 * @returns {number} their address, above the mark
 */
function splitScalars({ arena, buckets, layout, shared }, scalars, n, { parts, table }) {
    const { classes: { full }, itemBytes, wideItemBytes } = shared;
    const classes = arena.alloc(n);
    const nothing = arena.alloc(wideItemBytes);
    const to = arena.alloc(n * parts * itemBytes);
    arena.u8().fill(full, classes, classes + n).fill(0, nothing, nothing + wideItemBytes);
    buckets.splitItems(scalars, layout.scalarBytes, classes, n, full, full, table, parts, nothing, to);
    return to;
}

/**
 * Are all points infinity, or on the curve?
 * @param {PointContext} on
 * @param {number} m
 * @param {(i: number) => number} address
 */
function areOnCurve({ point }, m, address) {
    for (let i = 0; i < m; i++)
        if (!point.inCurveAffine(address(i)) && !point.isZeroAffine(address(i))) return false;
    return true;
}

/**
 * The split that is right for all of some points where it is enough to be on the curve: that along
 * phi.
 * @param {PointContext} on
 * @param {number} m
 * @param {(i: number) => number} address - of affine point i
 * @returns {Split | undefined} undefined: scalars must not be split
 */
export const splitOnCurve = (on, m, address) =>
    (on.bytes.whole && areOnCurve(on, m, address) ? on.splits[0] : undefined);

/**
 * The split that is right for all points of a block: on a curve with other points as well, each
 * point is looked at, if this costs less than the split saves.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} m - at most BLOCK
 * @param {(i: number) => number} address - of affine point i
 * @param {number} [products] - how many there will be of each point
 * @returns {Generator<void, Split | undefined>}
 */
export function* splitFor(on, work, m, address, products = 1) {
    const { bytes: { whole, member }, degree, splits } = on;
    if (whole || member === undefined) return splitOnCurve(on, m, address);
    const saved = products * (WHOLE - IN_PARTS[degree === 1 ? "g1" : "g2"]);
    const bits = BigInt(member.times).toString(2).length;
    if (1.2 * bits + member.of.length + 4 > saved || !areOnCurve(on, m, address)) return undefined;
    return (yield* areMembers(on, work, m, address, member, splits[degree - 1])) ? splits[degree - 1] : undefined;
}

/**
 * Do all points of a block have order r?
 * @param {PointContext} on
 * @param {Work} work - its packed points are kept
 * @param {number} m
 * @param {(i: number) => number} address - of affine point i
 * @param {Membership} member
 * @param {Split} split - along phi and, on G2, psi
 */
function* areMembers(on, work, m, address, { image, of, times }, split) {
    const { arena, bytes: { affine }, layout: { scalarBytes } } = on, mark = arena.mark();
    const value = BigInt(times);
    const scalar = arena.alloc(scalarBytes);
    const [points, images, sums] = Array.from({ length: 3 }, () => arena.alloc(m * affine));
    const at = (/** @type {number} */ start) => (/** @type {number} */ i) => start + i * affine;
    const keep = (/** @type {number} */ refs, /** @type {number} */ to, flip = 0) => {
        const list = arena.u32().slice(refs >>> 2, (refs >>> 2) + m);
        pack(on, work, m, (i) => list[i] && list[i] ^ flip);
        arena.u8().copyWithin(to, work.packed, work.packed + m * affine);
    };
    for (let i = 0; i < m; i++) arena.u8().copyWithin(points + i * affine, address(i), address(i) + affine);
    try {
        writeLE(arena.u8(), scalar, value < 0n ? -value : value, scalarBytes);
        loadTerms(on, work, m, at(points), split);
        keep(work.tableRefs + 4 * image * m, images, value < 0n ? on.shared.ref.negate : 0);
        if (of.length > 1) {
            yield* addColumns(on, work, m, split.parts, smallDigits(on, work, of));
            keep(work.productRefs, sums);
        }
        const digits = recode(on, scalar, 1, work.digits);
        yield* multiply(on, work, m, at(of.length > 1 ? sums : points), digits, () => 0);
        keep(work.productRefs, sums);
        const memory = arena.u8();
        for (let i = 0; i < m * affine; i++) if (memory[images + i] !== memory[sums + i]) return false;
        return true;
    } finally {
        for (let i = 0; i < m; i++) arena.u8().copyWithin(address(i), points + i * affine, points + (i + 1) * affine);
        arena.release(mark);
    }
}

/**
 * One row of digits, the same for all points.
 * @param {PointContext} on
 * @param {Work} work
 * @param {readonly number[]} of - of each part; of small magnitude
 * @returns {Digits}
 */
function smallDigits({ arena }, { digits: { digits, tops } }, of) {
    of.forEach((d, h) => {
        arena.u8()[digits + h] = d;
        arena.u8()[tops + h] = Math.abs(d);
    });
    const top = Math.max(...of.map(Math.abs));
    return { digits, columns: of.length, rows: 1, doublings: 1, tops, top, parts: of.length };
}

/**
 * Digits of one scalar in Montgomery form.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} factor
 * @param {Split} [split]
 */
export function digitsOf(on, work, factor, split) {
    const { arena, scalar, layout } = on, mark = arena.mark();
    const plain = arena.alloc(layout.scalarBytes);
    scalar.fromMontgomery(factor, plain);
    const digits = recode(on, plain, 1, work.digits, split);
    arena.release(mark);
    return digits;
}

/**
 * Digits of the next elements of a progression.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} q - the next element, in Montgomery form
 * @param {number} inc
 * @param {number} m - at most BLOCK
 * @param {number} scalars - room for m
 * @param {Split} [split]
 */
export function progressionDigits(on, work, q, inc, m, scalars, split) {
    const { scalar, layout: { scalarBytes } } = on;
    for (let i = 0; i < m; i++) {
        scalar.fromMontgomery(q, scalars + i * scalarBytes);
        scalar.mul(q, inc, q);
    }
    return recode(on, scalars, m, work.digits, split);
}

/**
 * Multiplies the terms of a block, whose refs are in the first row of the table and whose columns
 * are in `columns`, as far as their digits need it.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} count
 * @param {Digits} digits
 */
function* fillTable(on, work, count, { tops, top, doublings }) {
    const { table, tableRefs, columns, list } = work, { point } = on.bytes;
    for (let k = 2; k <= top; k += doublings === 1 && k > 2 ? 2 : 1) {
        work.count = on.buckets.multiples(k, columns, tops, count, tableRefs, table, point, list);
        flush(on, work, k % 2 === 0);
        yield;
    }
}

/**
 * Adds up the terms of m sums: their refs go to productRefs, the points to products or, where a sum
 * is a single multiple, wherever that is. The terms are in order of their ranks, those of one rank
 * belong to different sums.
 *
 *   in      work    tableRefs: refs of the terms; columns, sums: of each term the column of its
 *                   digits and the number of the sum that it belongs to
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} m - at most BLOCK
 * @param {number[]} ranks - where each rank ends; the last one at most at 2 BLOCK on G1, 4 BLOCK on
 *   G2
 * @param {Digits} digits
 * @returns {Generator<void, void>}
 */
export function* addTerms(on, work, m, ranks, digits) {
    const { buckets, bytes: { point } } = on, { tableRefs, columns, sums, products, productRefs, list } = work;
    const count = ranks.at(-1) ?? 0;
    const words = on.arena.u32();
    const places = /** @type {const} */ ([tableRefs, productRefs, products, point, list]);
    yield* fillTable(on, work, count, digits);
    words.fill(0, productRefs >>> 2, (productRefs >>> 2) + m);
    for (let w = digits.rows - 1; w >= 0; w--) {
        for (let i = w === digits.rows - 1 ? digits.doublings : 0; i < digits.doublings; i++) {
            work.count = buckets.doubles(productRefs, m, products, point, list);
            flush(on, work, true);
            yield;
        }
        const row = digits.digits + w * digits.columns;
        let from = 0;
        for (const to of ranks) {
            work.count = buckets.terms(row, columns, sums, from, to, count, ...places);
            flush(on, work);
            from = to;
        }
        yield;
    }
}

/**
 * Makes terms of points; part h of the scalar of point i belongs to ref h m + i of the table.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} m - at most BLOCK
 * @param {(i: number) => number} address - of affine point i
 * @param {Split | undefined} split
 */
export function loadTerms(on, work, m, address, split) {
    const { arena, bytes: { point, dualRecord, firstRef, nextRef } } = on, parts = split?.parts ?? 1;
    const step = split ? dualRecord * Math.ceil(parts / 2) : point;
    if (split && parts === 4) on.lane.psi(split.table);
    const image = parts === 4 ? dualRecord : 0;
    putRecords(on, work, m, address, { to: work.records, step, split, image });
    const words = arena.u32();
    const first = work.tableRefs >>> 2;
    for (let i = 0; i < m; i++) {
        const zero = on.point.isZeroAffine(address(i));
        const record = work.records + i * step;
        for (let h = 0; h < parts; h++) {
            const ref = record + (split ? (h >> 1) * dualRecord + firstRef + (h & 1) * nextRef : 0);
            words[first + h * m + i] = zero ? 0 : ref;
        }
    }
}

/**
 * Multiplies points by scalars; the results go to productRefs, as sums do.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} m - at most BLOCK
 * @param {(i: number) => number} address - of affine point i
 * @param {Digits} digits
 * @param {(i: number) => number} row - number of the scalar of point i
 * @returns {Generator<void, void>}
 */
export function* multiply(on, work, m, address, digits, row) {
    loadTerms(on, work, m, address, digits.split);
    yield* addColumns(on, work, m, digits.parts, digits, row);
}

/**
 * Adds up the parts of each of m points, which are terms already, times their digits.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} m - at most BLOCK
 * @param {number} parts
 * @param {Digits} digits
 * @param {(i: number) => number} [row] - number of the scalar of point i
 */
function* addColumns(on, work, m, parts, digits, row = () => 0) {
    const ranks = [], words = on.arena.u32();
    const columns = work.columns >>> 2;
    const sums = work.sums >>> 2;
    for (let h = 0; h < parts; h++) {
        for (let i = 0; i < m; i++) {
            words[sums + h * m + i] = i;
            words[columns + h * m + i] = row(i) * parts + h;
        }
        ranks.push((h + 1) * m);
    }
    yield* addTerms(on, work, m, ranks, digits);
}

/**
 * Records on lanes of points of the base module.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} m - at most BLOCK
 * @param {(i: number) => number} address - of affine point i
 * @param {{ to: number, step: number, split?: Split, image?: number }} records - `to` has room for
 *   m and those of one more group of entries; image: how far behind its record that of psi(P) lies
 */
function putRecords(on, work, m, address, { to, step, split, image }) {
    const { arena, layout } = on, words = arena.u32();
    const rounded = Math.ceil(m / layout.entries) * layout.entries;
    for (let i = 0; i < rounded; i++) words[(work.addresses >>> 2) + i] = address(i < m ? i : 0);
    toRecords(on, { list: work.addresses, n: rounded, records: to, step }, work.buffer, split, image);
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
export function load(on, work, m, address, slots, refs) {
    const { arena, bytes, point } = on;
    putRecords(on, work, m, address, { to: slots, step: bytes.point });
    const words = arena.u32();
    for (let i = 0; i < m; i++) words[(refs >>> 2) + i] = point.isZeroAffine(address(i)) ? 0 : slots + i * bytes.point;
}

/**
 * Converts points on lanes to affine points of the base module, one after the other at work.packed.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} m - at most BLOCK
 * @param {(i: number) => number} ref
 * @returns {(i: number) => number} address of affine point i
 */
export function pack(on, work, m, ref) {
    const { arena, layout, bytes: { affine }, point } = on;
    const words = arena.u32();
    const at = work.addresses >>> 2, { packed } = work;
    let some = 0;
    for (let i = 0; i < m; i++) some ||= ref(i);
    for (let i = 0; i < m + layout.lanes; i++) words[at + i] = (i < m && ref(i)) || some;
    if (some) fromRefs(on, work.addresses, Math.ceil(m / layout.lanes) * layout.lanes, packed);
    for (let i = 0; i < m; i++) if (!ref(i)) point.zeroAffine(packed + i * affine);
    return (i) => packed + i * affine;
}

/**
 * Converts points on lanes to jacobian points of the base module, one after the other.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} m - at most BLOCK
 * @param {(i: number) => number} ref
 * @param {number} to
 */
export function store(on, work, m, ref, to) {
    pack(on, work, m, ref);
    on.point.batchToJacobian(work.packed, m, to);
}

/**
 * Affine points of the base module: those of a block, or what its jacobian points become at
 * work.packed.
 * @param {PointContext} on
 * @param {Work} work
 * @param {number} from
 * @param {number} m
 * @param {boolean} mixed - they are affine
 * @returns {(i: number) => number} address of affine point i
 */
export function affineOf(on, work, from, m, mixed) {
    if (!mixed) on.point.batchToAffine(from, m, work.packed);
    return (i) => (mixed ? from : work.packed) + i * on.bytes.affine;
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
