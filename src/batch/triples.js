/**
 * Three points of a curve as three coordinates and one byte, and back; kernels/points/triples.js
 * says how.
 * @module batch/triples
 */
/** @import { CallOptions } from "./options.js" */
/** @import { Pool } from "./types.js" */
/** @import { WasmCurve } from "../engine/group.js" */
import { sixthRoots } from "../util/sixth_roots.js";
import * as tasks from "../pool/tasks.js";
import { concat, writeLE } from "../util/bytes.js";
import { readSignal } from "./options.js";
import { submit } from "./submit.js";

/**
 * What it needs of a curve.
 * @typedef {{ tm: Pool, q: bigint, F1: any }} Curve F1: any: its prime field
 */

/** Bits of a window of the exponent. */
const WINDOW = 5;

/** What goes into the memory of a worker for each group. @type {WeakMap<object, Uint8Array>} */
const known = new WeakMap();

/**
 * The parts of a list of triples, each of them of all triples: X1, X2, T, in an extension of Fp
 * also R, and the bytes.
 * @param {{ F: { n8: number, m: number } }} G
 * @returns {number[]} bytes of each, for one triple
 */
export const tripleParts = ({ F: { n8, m } }) => [n8, n8, n8, ...(m === 1 ? [] : [n8 / m]), 1];

/** Bytes of three points as a triple. @param {{ F: { n8: number, m: number } }} G */
export const tripleBytes = (G) => tripleParts(G).reduce((sum, bytes) => sum + bytes, 0);

/**
 * The windows of an exponent, from its top: the odd digits by their lowest bit.
 * @param {bigint} exponent
 * @param {number} width - bits of a digit at most
 */
function windowsOf(exponent, width) {
    const bits = exponent.toString(2).split("").reverse();
    const digits = /** @type {Map<number, number>} */ (new Map());
    for (let top = bits.length - 1; top >= 0; top--) {
        if (bits[top] === "0") continue;
        let low = Math.max(0, top - width + 1);
        while (bits[low] === "0") low++;
        digits.set(low, Number.parseInt(bits.slice(low, top + 1).reverse().join(""), 2));
        top = low;
    }
    return digits;
}

/**
 * The steps of a power, see kernels/points/rows.js.
 * @param {bigint} exponent
 * @returns {Uint8Array}
 */
function stepsOf(exponent) {
    const digits = windowsOf(exponent, WINDOW), steps = [];
    for (let bit = Math.max(...digits.keys()); bit >= 0; bit--) {
        if (steps.length) steps.push(0);
        const digit = digits.get(bit);
        if (digit) steps.push(1 + (digit - 1) / 2);
    }
    return Uint8Array.from(steps);
}

/**
 * A root of unity of order `count` in Fp: g^((p - 1)/count) for the first g of 1, 2, ... for which
 * it has no smaller order.
 * @param {any} F
 * @param {bigint} order - p - 1
 * @param {bigint} count
 */
function rootOfUnity(F, order, count) {
    for (let k = 1n; ; k++) {
        const root = F.exp(F.fromObject(k), order / count);
        if ([2n, 3n].every((prime) => !F.eq(F.exp(root, count / prime), F.one))) return root;
    }
}

/** @param {Curve} curve @param {WasmCurve} G @returns {Uint8Array} */
function tablesOf({ q, F1 }, G) {
    const found = known.get(G);
    if (found) return found;
    const { count, exponent } = sixthRoots(q - 1n);
    const root = rootOfUnity(F1, q - 1n, count);
    const steps = stepsOf(exponent);
    const roots = [F1.one], p = new Uint8Array(F1.n8);
    while (roots.length < Number(count)) roots.push(F1.mul(roots[roots.length - 1], root));
    writeLE(p, 0, q, F1.n8);
    const head = new Uint8Array(Uint32Array.of(Number(count), steps.length, 2 ** (WINDOW - 1), F1.n8).buffer);
    const tables = concat([head, p, G.b, ...roots, steps]);
    known.set(G, tables);
    return tables;
}

/**
 * The points of triples, in one task.
 *   in      packed  n triples, part by part, LEM; it is given away
 *   out     3 n affine points, LEM, not checked to be on the curve
 * @param {Curve} curve
 * @param {WasmCurve} G
 * @param {Uint8Array} packed
 * @param {CallOptions} [options]
 * @returns {Promise<Uint8Array | undefined>} undefined if a coordinate is not reduced, or a byte
 *   names no root
 */
export async function expandTriples(curve, G, packed, options) {
    const size = G.F.n8, n = packed.length / tripleBytes(G);
    const signal = readSignal("expandTriples", options);
    const [points, bad] = await submit(curve.tm, [
        tasks.allocSet(0, packed),
        tasks.allocSet(1, tablesOf(curve, G).slice()),
        tasks.alloc(2, 6 * n * size),
        tasks.alloc(3, 4),
        tasks.call({ op: "expandTriples", group: G.prefix }, tasks.ref(0), tasks.val(n), tasks.val(size), tasks.ref(1),
            tasks.ref(2), tasks.ref(3)),
        tasks.get(0, 2, 6 * n * size),
        tasks.get(1, 3, 4),
    ], { signal });
    return new DataView(bad.buffer, bad.byteOffset).getUint32(0, true) === n ? points : undefined;
}

/**
 * Triples of points, in one task.
 *   in      points  3 n affine points, LEM; it is given away
 *   out     packed, as above; points that have no such form, or are not on the curve, do not come
 *           back
 * @param {Curve} curve
 * @param {WasmCurve} G
 * @param {Uint8Array} points
 * @param {CallOptions} [options]
 * @returns {Promise<Uint8Array>}
 */
export async function foldTriples(curve, G, points, options) {
    const size = G.F.n8, n = points.length / (6 * size);
    const bytes = n * tripleBytes(G);
    const signal = readSignal("foldTriples", options);
    const [packed] = await submit(curve.tm, [
        tasks.allocSet(0, points),
        tasks.allocSet(1, tablesOf(curve, G).slice()),
        tasks.alloc(2, bytes),
        tasks.call({ op: "foldTriples", group: G.prefix }, tasks.ref(0), tasks.val(n), tasks.val(size), tasks.ref(1),
            tasks.ref(2)),
        tasks.get(0, 2, bytes),
    ], { signal });
    return packed;
}
