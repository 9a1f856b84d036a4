/**
 * Phase 2: converts points to records on lanes, and their scalars to items with signed digits.
 * @module kernels/msm/place
 */
/** @import { SumContext } from "./context.js" */
/** @import { Input } from "./blocks.js" */
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
 * Records and items of one kind in one block.
 * @param {SumContext} on
 * @param {Kind} kind
 * @param {number} recode - address of the constant
 * @param {Input} input
 * @param {number} classes - address of a byte per scalar
 * @returns {Generator<number, Placed>}
 */
export function* place(on, kind, recode, input, classes) {
    const { arena, shared, bytes } = on, { max, split, each } = kind, images = split?.parts === 4 ? 2 : 1;
    const step = split ? bytes.dualRecord : bytes.point, stride = kind.wide ? shared.wideItemBytes : shared.itemBytes;
    const list = arena.alloc(4 * rounded(on, input.n)), count = selected(on, kind, input, classes, list);
    const items = count * each, records = arena.alloc(rounded(on, count) * images * step),
        at = arena.alloc(items * stride + shared.itemBytes);
    yield* convertPoints(on, split, count, list, { records, step, images });
    putItems(on, kind, recode, input, classes, at);
    const [first, next, parts] = split ? [bytes.firstRef, bytes.nextRef, 2] : [0, 0, 1];
    return { items, max, at, stride, parts, records, count: count * images, step, first, next };
}

/** Rounds up, because kernels convert whole groups of entries. @param {SumContext} on @param {number} count */
const rounded = ({ layout: { entries } }, count) => Math.ceil(count / entries) * entries;

/**
 * Lists the addresses of the points of a kind, and fills the last group of entries with any point.
 * @param {SumContext} on
 * @param {Kind} kind
 * @param {Input} input
 * @param {number} classes
 * @param {number} list
 * @returns {number} how many
 */
function selected(on, { low, high }, { bases, n }, classes, list) {
    const end = on.buckets.select(classes, n, low, high, bases, on.bytes.affine, list), count = (end - list) / 4;
    on.arena.u32().fill(bases, end >>> 2, (list >>> 2) + rounded(on, count));
    return count;
}

/**
 * @param {SumContext} on
 * @param {Kind["split"]} split
 * @param {number} count - points
 * @param {number} list - their addresses
 * @param {{ records: number, step: number, images: number }} to - with 2 images each record is followed by that of
 *   psi(P)
 * @returns {Generator<number, void>}
 */
function* convertPoints(on, split, count, list, { records, step, images }) {
    const { arena, lane } = on, total = rounded(on, count), each = images * step, mark = arena.mark();
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
