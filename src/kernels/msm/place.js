/**
 * Phase 2: converts points to records on lanes, and their scalars to items with signed digits.
 * @module kernels/msm/place
 */
/** @import { MsmContext } from "./context.js" */
/** @import { Classified } from "./classify.js" */
/** @import { Input, Portions } from "./portions.js" */
/** @import { Kind, Placed, Plan } from "./windows.js" */
import { bufferBytes } from "../points/addition.js";
import { toRecords } from "../points/records.js";
import { PLACING } from "./windows.js";

/** Writes the recode constant of a plan to memory. @param {MsmContext} on @param {Plan} plan */
export function putRecode({ arena, shared: { wideItemBytes } }, { recode }) {
    const at = arena.alloc(wideItemBytes);
    const view = new DataView(arena.u8().buffer, at, wideItemBytes);
    for (let i = 0; i < wideItemBytes; i += 8) view.setBigUint64(i, BigInt.asUintN(64, recode >> BigInt(8 * i)), true);
    return at;
}

/**
 * Records and items of a block, which consists of the portions `from` to `to`.
 * @param {MsmContext} on
 * @param {Kind[]} kinds
 * @param {number} recode - address of the constant
 * @param {Portions} portions
 * @param {Classified} found
 * @param {number} from
 * @param {number} to
 * @returns {Generator<number, Placed[]>}
 */
export function* placeBlock(on, kinds, recode, portions, { classes, each }, from, to) {
    const inside = each.slice(from, to);
    const list = on.arena.alloc(4 * rounded(on, portions.step));
    const open = kinds.map((kind) => openPlaced(on, kind, inside.reduce((sum, found) => sum + kind.of(found), 0)));
    for (let i = from; i < to; i++) {
        const input = portions.load(i);
        const of = classes + i * portions.step;
        for (const [k, kind] of kinds.entries()) yield* append(on, kind, recode, input, of, list, open[k]);
    }
    return open.filter(({ items }) => items > 0);
}

/** Records of a point: with four parts each is followed by that of psi(P). @param {Kind} kind */
const imagesOf = ({ split }) => (split?.parts === 4 ? 2 : 1);

/**
 * Rounds up, because kernels convert whole groups of entries.
 * @param {MsmContext} on
 * @param {number} count
 */
const rounded = ({ layout: { entries } }, count) => Math.ceil(count / entries) * entries;

/**
 * Memory for the records and items of one kind, still empty.
 * @param {MsmContext} on
 * @param {Kind} kind
 * @param {number} points
 * @returns {Placed}
 */
function openPlaced({ arena, shared, bytes, layout: { entries } }, kind, points) {
    const { split, max, each } = kind, step = split ? bytes.dualRecord : bytes.point;
    const stride = kind.wide ? shared.wideItemBytes : shared.itemBytes;
    const records = arena.alloc((points + entries) * imagesOf(kind) * step);
    const at = arena.alloc(points * each * stride + shared.itemBytes);
    const [first, next, parts] = split ? [bytes.firstRef, bytes.nextRef, 2] : [0, 0, 1];
    return { items: 0, max, at, stride, parts, records, count: 0, step, first, next };
}

/**
 * Appends what a portion has of a kind.
 * @param {MsmContext} on
 * @param {Kind} kind
 * @param {number} recode
 * @param {Input} input
 * @param {number} classes - address of a byte per scalar
 * @param {number} list - for the addresses of points
 * @param {Placed} to
 * @returns {Generator<number, void>}
 */
function* append(on, kind, recode, input, classes, list, to) {
    const n = selected(on, kind, input, classes, list);
    if (n === 0) return;
    convertPoints(on, kind, n, list, to);
    putItems(on, kind, recode, input, classes, to.at + to.items * to.stride);
    to.count += n * imagesOf(kind);
    to.items += n * kind.each;
    yield PLACING * n;
}

/**
 * Lists the addresses of the points of a kind, and fills the last group of entries with any point.
 * @param {MsmContext} on
 * @param {Kind} kind
 * @param {Input} input
 * @param {number} classes
 * @param {number} list
 * @returns {number} how many
 */
function selected(on, { low, high }, { bases, n }, classes, list) {
    const end = on.buckets.select(classes, n, low, high, bases, on.bytes.affine, list);
    const count = (end - list) / 4;
    on.arena.u32().fill(bases, end >>> 2, (list >>> 2) + rounded(on, count));
    return count;
}

/**
 * Appends the records of listed points. The last group of entries writes beyond them, where the
 * next ones go.
 * @param {MsmContext} on
 * @param {Kind} kind
 * @param {number} n - points
 * @param {number} list - their addresses
 * @param {Placed} to
 */
function convertPoints(on, kind, n, list, { records, step, count }) {
    const { arena, lane } = on, { split } = kind, images = imagesOf(kind);
    const mark = arena.mark();
    const buffer = lane.enter ? arena.alloc(bufferBytes(on)) : 0;
    if (split && images === 2) lane.psi(split.table);
    const to = { list, n: rounded(on, n), records: records + count * step, step: images * step };
    toRecords(on, to, buffer, split, images === 2 ? step : 0);
    arena.release(mark);
}

/**
 * @param {MsmContext} on
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
