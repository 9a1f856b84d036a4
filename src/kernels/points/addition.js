/**
 * Lists of affine additions on lanes, with one shared inversion per batch. This
 * calls the kernels of scripts/wasm/msm_lane in their order; the callers make
 * the lists.
 * @module kernels/points/addition
 */
/** @import { PointContext } from "./context.js" */
import { BLOCK_POINTS } from "../../util/chunk_sizes.js";

/**
 * Additions per shared inversion: the sums and the differences of a block of butterflies form one
 * batch.
 */
export const BATCH = 2 * BLOCK_POINTS;

/**
 * How often exceptions are looked for: what `fix` makes a doubling may be one of a point of order
 * two, which it finds the second time. Points that are on no curve may leave some; their sum is
 * then any point.
 */
const FIXES = 2;

/** Bytes of the buffer that `addAll` works in. @param {PointContext} on */
export const bufferBytes = ({ layout, bytes }) => (BATCH / layout.entries) * bytes.group;

/**
 * Bytes of a list of `count` entries, with room to fill its last group.
 * @param {PointContext} on
 * @param {number} count
 */
export const listBytes = ({ layout, shared }, count) => shared.entry.size * (count + layout.entries);

/**
 * Inverts the last products of the chains; false if one is zero.
 * @param {PointContext} on
 * @param {number} last
 */
export function invert({ lane, layout, coordinate, bytes, joined }, last) {
    const size = bytes.affine / 2;
    const other = joined + size;
    const spare = joined + 2 * size;
    const single = layout.lanes === 1;
    lane.join(last);
    if (coordinate.isZero(joined) || (!single && coordinate.isZero(other))) return false;
    if (single) coordinate.inverse(joined, joined);
    else { // one inversion for both lanes
        coordinate.mul(joined, other, spare);
        coordinate.inverse(spare, spare);
        coordinate.mul(spare, joined, spare + size);
        coordinate.mul(spare, other, joined);
        coordinate.copy(spare + size, other);
    }
    lane.split(last);
    return true;
}

/**
 * Runs m entries, in batches; a batch reads all its operands before it writes a result.
 *
 *   in      list    m entries, with room for those of one more group
 *   out     the points that the entries name; a slot gets 0 where the sum is infinity
 *   memory  buffer: bufferBytes
 * @param {PointContext} on
 * @param {number} list
 * @param {number} m - at least 1
 * @param {number} buffer
 * @param {boolean} [doublings] - every entry is one, of the same two refs
 */
export function addAll(on, list, m, buffer, doublings = false) {
    const { lane, layout: { entries }, shared: { entry }, bytes } = on;
    const groups = Math.ceil(m / entries);
    const most = BATCH / entries;
    for (let i = m; i < groups * entries; i++) {
        const at = list + entry.size * i;
        const words = on.arena.u32();
        lane.pad(at);
        // twice the dummy would be infinity
        if (doublings) words[(at + entry.A) >>> 2] = words[(list + entry.A) >>> 2];
    }
    for (let done = 0; done < groups; done += most) {
        const at = list + entry.size * entries * done;
        const now = Math.min(most, groups - done);
        const last = buffer + (now - 1) * bytes.group + bytes.products;
        lane[doublings ? "forwardDoublings" : "forward"](at, now, buffer);
        for (let round = 0; !invert(on, last) && round < FIXES; round++) {
            lane.fix(at, now, buffer);
            lane.forward(at, now, buffer);
        }
        lane.backward(at, now, buffer);
    }
}
