/**
 * Many MSMs of a few products of points and scalars.
 * @module batch/combine
 */
/** @import { CallOptions } from "./options.js" */
/** @import { Pool } from "./types.js" */
/** @import { WasmCurve } from "../engine/group.js" */
import * as tasks from "../pool/tasks.js";
import { baseCosts } from "../util/costs.js";
import { countElements } from "./buffers.js";
import { readSignal } from "./options.js";
import { isSmall, submit } from "./submit.js";

/** Bytes of an element of Fr in every base module. */
const ELEMENT = 32;

/** A product by a coefficient, which is mostly short, beside one by any scalar. */
const SHORT = 0.1;

/**
 * n MSMs; the products of an MSM follow each other. One task: the caller cuts.
 *
 *   in      points   affine LEM, of order r or infinity; scalars: one for each point, plain LE,
 *                    below r
 *           counts   of each MSM, its products, at most SUM_PRODUCTS (util/chunk_sizes.js)
 *   out     points: n affine points, LEM; encoded: the same as a transcript has them, uncompressed,
 *           big-endian
 *   owns    points, scalars and counts are taken over
 * @param {{ tm: Pool }} curve
 * @param {WasmCurve} G
 * @param {{ points: Uint8Array, scalars: Uint8Array, counts: Uint32Array }} sums - each in a buffer
 *   of its own
 * @param {CallOptions} [options]
 * @returns {Promise<{ points: Uint8Array, encoded: Uint8Array }>}
 */
export async function combine({ tm }, G, { points, scalars, counts }, options) {
    const size = 2 * G.F.n8, where = "combine", n = counts.length;
    const signal = readSignal(where, options);
    const products = countElements(points, size, where);
    const summed = counts.reduce((sum, count) => sum + count, 0);
    if (countElements(scalars, ELEMENT, where) !== products || summed !== products)
        throw new RangeError(`${where}: expected a scalar for each of ${products} points, and sums of them all, got others`);
    if (n === 0) return { points: new Uint8Array(0), encoded: new Uint8Array(0) };
    const us = products * SHORT * baseCosts(G.F.n8).pointTimesFr;
    const bytes = new Uint8Array(counts.buffer, counts.byteOffset, 4 * n);
    const [sums, encoded] = await submit(tm, [
        ...[points, scalars, bytes].map((input, i) => tasks.allocSet(i, input)),
        ...[3, 4].map((variable) => tasks.alloc(variable, n * size)),
        tasks.call({ op: "combine", group: G.prefix }, tasks.ref(0), tasks.val(size), tasks.ref(1), tasks.ref(2),
            tasks.val(n), tasks.ref(3)),
        tasks.call({ op: "batchLEMtoU", group: G.prefix }, tasks.ref(3), tasks.val(n), tasks.ref(4)),
        tasks.get(0, 3, n * size),
        tasks.get(1, 4, n * size),
    ], { small: isSmall(us / 1000), signal });
    return { points: sums, encoded };
}
