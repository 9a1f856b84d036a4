/**
 * A section of points, each multiplied by one scalar, from a key to another: points are read, multiplied and written a
 * part at a time, all three at once, so that memory does not grow with the key.
 * @module protocols/ceremony/multiply
 */
import { isShared } from "../../util/shared.js";
import { pointCheck } from "../key/points.js";

/** @import { BinWriter } from "../../files/binwriter.js" */
/** @import { PointSection } from "../../files/point_section.js" */
/** @import { PhaseTracker } from "../../files/progress.js" */
/** @import { Curve } from "../../curves/types.js" */

/** Points that are multiplied at a time, for each thread: 50 ms of work or more. */
const STEP = 1 << 12;

/** Parts in memory at once: one is written while the next is multiplied and another is read. */
const AHEAD = 2;

/**
 *   in      section  points of G1; scalar: of Fr, LEM, read
 *   memory  a few parts of STEP points for each thread
 *   throws  ERR_POINT for a point that is off the curve or outside of its subgroup: products of such points would tell
 *           something of the scalar
 * @param {{ curve: Curve, signal: AbortSignal, tracker: PhaseTracker, writer: BinWriter }} on - the writer is within a
 *   section
 * @param {PointSection} section
 * @param {string} where - the section, for messages: "FILE: expected % section ..."
 * @param {Uint8Array} scalar
 */
export async function multiplySection({ curve, signal, tracker, writer }, section, where, scalar) {
    const { G1, Fr, tm } = curve, { points } = section, step = STEP * Math.max(1, tm.concurrency);
    const check = pointCheck(curve, G1, where, signal);
    const product = async (/** @type {number} */ from) => {
        const some = await section.read(from, Math.min(step, points - from), signal);
        await check.add(some);
        const result = /** @type {Uint8Array} */ (await G1.batchApplyKey(some, scalar, Fr.one, "affine", "affine", { signal }));
        return isShared(result) ? result.slice() : result;
    };
    /** @type {Promise<Uint8Array>[]} */
    const under = [];
    let next = 0;
    const begin = () => {
        if (next >= points) return;
        const result = product(next);
        result.catch(() => {}); // it is thrown where it is awaited, unless an earlier one fails first
        under.push(result);
        next += step;
    };
    for (let i = 0; i < AHEAD; i++) begin();
    try {
        for (let result = under.shift(); result; result = under.shift()) {
            const bytes = await result;
            begin();
            await writer.write(bytes);
            tracker.advance(bytes.length / section.pointBytes);
        }
        check.end();
    } finally {
        await Promise.allSettled(under); // no task of ours is left when the memory of the workers is cleared
    }
}
