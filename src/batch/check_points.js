/**
 * Checks many points that may come from anywhere.
 * @module batch/check_points
 */
/** @import { CallOptions } from "./options.js" */
/** @import { Pool } from "./types.js" */
/** @import { WasmCurve } from "../engine/group.js" */
import * as tasks from "../pool/tasks.js";
import { concat, writeLE } from "../util/bytes.js";
import { baseCosts } from "../util/costs.js";
import { countElements } from "./buffers.js";
import { copyRange } from "../util/copies.js";
import { readSignal } from "./options.js";
import { cut, inFlight, isSmall, submit } from "./submit.js";

/** What it needs of a curve. @typedef {{ tm: Pool, q: bigint, F1: { n8: number } }} Curve */

/** Products of the field that a point takes: those of its equation. */
const PRODUCTS = Object.freeze({ g1m: 5, g2m: 16 });

/**
 *   in      points  affine LEM; infinity is allowed
 *   owns    points are read
 * @param {Curve} curve
 * @param {WasmCurve} G - one of its groups
 * @param {Uint8Array} points
 * @param {CallOptions} [options]
 * @returns {Promise<number>} the first point that is off the curve, or whose coordinates are not
 *   below q; -1 if there is none
 */
export async function firstOffCurve({ tm, q, F1: { n8 } }, G, points, options) {
    const size = 2 * G.F.n8;
    const n = countElements(points, size, "firstOffCurve");
    const signal = readSignal("firstOffCurve", options);
    const us = baseCosts(n8).mul * PRODUCTS[/** @type {"g1m" | "g2m"} */ (G.prefix)];
    const pieces = cut(tm, n, size, us);
    const small = isSmall((n * us) / 1000);
    const order = new Uint8Array(n8);
    writeLE(order, 0, q, n8);
    const found = await inFlight(tm, pieces.length, async (i) => {
        const [from, to] = pieces[i];
        const [out] = await submit(tm, [
            tasks.allocSet(0, copyRange(points, from * size, to * size)),
            tasks.allocSet(1, order.slice()),
            tasks.alloc(2, 4),
            tasks.call({ op: "firstOffCurve", group: G.prefix }, tasks.ref(0), tasks.val(to - from), tasks.val(size),
                tasks.ref(1), tasks.val(n8), tasks.ref(2)),
            tasks.get(0, 2, 4),
        ], { small, signal });
        const at = new DataView(out.buffer, out.byteOffset).getUint32(0, true);
        return at < to - from ? from + at : -1;
    });
    return found.find((at) => at >= 0) ?? -1;
}

/** MSMs of one task. */
const SUMS = 8;

/**
 * MSMs of the same points, of any order, with lists of short scalars.
 *
 *   in      points   affine LEM
 *           scalars  of each MSM, one byte for each point
 *   out     the MSMs, jacobian
 *   owns    points are read, scalars too
 * @param {{ tm: Pool }} curve
 * @param {WasmCurve} G - one of its groups
 * @param {Uint8Array} points
 * @param {readonly Uint8Array[]} scalars
 * @param {CallOptions} [options]
 * @returns {Promise<Uint8Array[]>}
 */
export async function msmsOfBytes({ tm }, G, points, scalars, options) {
    const n = countElements(points, 2 * G.F.n8, "msmsOfBytes");
    const size = 3 * G.F.n8, group = {};
    const signal = readSignal("msmsOfBytes", options);
    const lists = await inFlight(tm, Math.ceil(scalars.length / SUMS), async (i) => {
        const own = scalars.slice(SUMS * i, SUMS * (i + 1));
        const [out] = await submit(tm, [
            tasks.allocSet(0, copyRange(points, 0, points.length)), // slice of a Buffer is no copy
            tasks.allocSet(1, concat(own)),
            tasks.alloc(2, size * own.length),
            ...own.map((_, j) => tasks.call(
                { op: "multiexpAffine", group: G.prefix },
                tasks.ref(0), tasks.ref(1, n * j), tasks.val(1), tasks.val(n), tasks.ref(2, size * j),
            )),
            tasks.get(0, 2, size * own.length),
        ], { signal, group });
        return own.map((_, j) => out.slice(size * j, size * (j + 1)));
    });
    return lists.flat();
}
