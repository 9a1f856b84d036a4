/**
 * Phase 2: converts points to records on lanes, and their scalars to items with signed digits.
 * @module kernels/msm/place
 */
/** @import { SumContext } from "./context.js" */
/** @import { Input } from "./sum.js" */
/** @import { Kind, Placed, Plan } from "./windows.js" */
import { bufferBytes } from "../points/addition.js";
import { toRecords } from "../points/records.js";
import { PLACING } from "./windows.js";

/** How many points are converted in one step; a multiple of the entries of a group. */
const STEP = 1 << 14;

/** Writes the recode constant of a plan to memory. @param {SumContext} on @param {Plan} plan */
export function putRecode({ arena, shared: { wideItemBytes } }, { recode }) {
    const at = arena.alloc(wideItemBytes), view = new DataView(arena.u8().buffer, at, wideItemBytes);
    for (let i = 0; i < wideItemBytes; i += 8) view.setBigUint64(i, BigInt.asUintN(64, recode >> BigInt(8 * i)), true);
    return at;
}

/**
 * Records and items of one kind.
 * @param {SumContext} on
 * @param {Kind} kind
 * @param {number} recode - address of the constant
 * @param {Input} input
 * @param {number} classes - address of a byte per scalar
 * @returns {Generator<number, Placed>}
 */
export function* place(on, kind, recode, input, classes) {
    const { arena, shared, bytes } = on, { count, items, max, split } = kind, images = split?.parts === 4 ? 2 : 1;
    const step = split ? bytes.dualRecord : bytes.point, stride = kind.wide ? shared.wideItemBytes : shared.itemBytes;
    const records = arena.alloc(rounded(on, count) * images * step),
        at = arena.alloc(items * stride + shared.itemBytes);
    yield* convertPoints(on, kind, input, classes, { records, step, images });
    putItems(on, kind, recode, input, classes, at);
    const [first, next, parts] = split ? [bytes.firstRef, bytes.nextRef, 2] : [0, 0, 1];
    return { items, max, at, stride, parts, records, count: count * images, step, first, next };
}

/** Rounds up, because kernels convert whole groups of entries. @param {SumContext} on @param {number} count */
const rounded = ({ layout: { entries } }, count) => Math.ceil(count / entries) * entries;

/**
 * @param {SumContext} on
 * @param {Kind} kind
 * @param {Input} input
 * @param {number} classes
 * @param {{ records: number, step: number, images: number }} to - with 2 images each record is followed by that of
 *   psi(P)
 * @returns {Generator<number, void>}
 */
function* convertPoints(on, { low, high, count, split }, { bases, n }, classes, { records, step, images }) {
    const { arena, lane, buckets, bytes } = on, total = rounded(on, count), each = images * step;
    const mark = arena.mark(), list = arena.alloc(4 * total);
    const end = buckets.select(classes, n, low, high, bases, bytes.affine, list);
    arena.u32().fill(bases, end >>> 2, (list >>> 2) + total);
    const buffer = lane.enter ? arena.alloc(bufferBytes(on)) : 0;
    if (split && images === 2) lane.psi(split.table);
    for (let i = 0; i < total; i += STEP) {
        const image = images === 2 ? step : 0;
        const some = Math.min(STEP, total - i);
        toRecords(on, { list: list + 4 * i, n: some, records: records + i * each, step: each }, buffer, split, image);
        yield PLACING * some;
    }
    arena.release(mark);
}

/**
 * @param {SumContext} on
 * @param {Kind} kind
 * @param {number} recode
 * @param {Input} input
 * @param {number} classes
 * @param {number} at
 */
function putItems({ buckets, order }, { low, high, wide, split }, recode, { scalars, size, n }, classes, at) {
    if (split) buckets.splitItems(scalars, size, classes, n, low, high, split.table, split.parts, recode, at);
    else if (wide) buckets.wideItems(scalars, size, classes, n, low, high, recode, at);
    else buckets.smallItems(scalars, size, classes, n, low, high, order, recode, at);
}
