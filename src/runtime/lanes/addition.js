/**
 * Lists of affine additions on lanes, with one shared inversion per batch: the
 * calls of the kernels in scripts/wasm/msm_lane in their order, for whoever
 * makes the lists.
 * @module runtime/lanes/addition
 */
/** @import { Linked } from "./msm.js" */

/** Additions per shared inversion. */
export const BATCH = 1024;

/**
 * @param {Pick<Linked, "lane" | "layout" | "address" | "base">} linked
 * @param {1 | 2} degree - 1: G1, 2: G2
 */
export function batchAddition({ lane, layout, address, base }, degree) {
    const field = `f${degree}m`, quad = (degree * layout.entries * layout.unitBytes) / layout.lanes, groupBytes = 6 * quad;
    const coordinate = degree * layout.packed, joined = address + layout.join, spare = joined + 2 * coordinate;

    /** Inverts the chains' last products; false when one is zero. @param {number} last */
    function invert(last) {
        lane.join(last);
        const other = joined + coordinate, one = layout.lanes === 1;
        if (base[`${field}_isZero`](joined) || (!one && base[`${field}_isZero`](other))) return false;
        if (one) base[`${field}_inverse`](joined, joined);
        else { // one inversion for both lanes
            base[`${field}_mul`](joined, other, spare);
            base[`${field}_inverse`](spare, spare);
            base[`${field}_mul`](spare, joined, spare + coordinate);
            base[`${field}_mul`](spare, other, joined);
            base[`${field}_copy`](spare + coordinate, other);
        }
        lane.split(last);
        return true;
    }

    /**
     * Runs m entries, in batches; a batch reads all its operands before it writes a result.
     *
     *   in      list    m entries, with room for a group's entries more
     *   out     the points that the entries name; a slot gets 0 where the sum is infinity
     *   memory  buffer: bufferBytes
     * @param {number} list
     * @param {number} m - at least 1
     * @param {number} buffer
     */
    function addAll(list, m, buffer) {
        const groups = Math.ceil(m / layout.entries), most = BATCH / layout.entries;
        for (let i = m; i < groups * layout.entries; i++) lane.pad(list + 16 * i);
        for (let done = 0; done < groups; done += most) {
            const at = list + 16 * layout.entries * done, now = Math.min(most, groups - done);
            lane.forward(at, now, buffer);
            if (!invert(buffer + now * groupBytes - groupBytes + quad)) {
                lane.fix(at, now, buffer);
                lane.forward(at, now, buffer);
                invert(buffer + now * groupBytes - groupBytes + quad);
            }
            lane.backward(at, now, buffer);
        }
    }
    return Object.freeze({ addAll, bufferBytes: (BATCH / layout.entries) * groupBytes });
}
