/**
 * Three points of a curve as three coordinates and one byte, and back; kernels/points/triples.js says how.
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

/** What it needs of a curve. @typedef {{ tm: Pool, q: bigint, F1: { n8: number } }} Curve */

/** Bits of a window of an exponent, in Fp and in Fp2, which has two exponents with a table each. */
const WINDOW = Object.freeze({ 1: 5, 2: 4 });

/** What goes into the memory of a worker for each group. @type {WeakMap<object, Uint8Array>} */
const known = new WeakMap();

/** Bytes of three points as a triple. @param {{ F: { n8: number } }} G */
export const tripleBytes = ({ F: { n8 } }) => 3 * n8 + 1;

/**
 * The windows of an exponent, from its top: the odd digits by their lowest bit.
 * @param {bigint} exponent
 * @param {number} width - bits of a digit at most
 */
function windowsOf(exponent, width) {
    const bits = exponent.toString(2).split("").reverse(), digits = /** @type {Map<number, number>} */ (new Map());
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
 * The steps of a product of powers, see kernels/points/powers.js.
 * @param {readonly bigint[]} exponents - of the bases
 * @param {number} width
 * @returns {Uint8Array}
 */
function stepsOf(exponents, width) {
    const windows = exponents.map((exponent) => windowsOf(exponent, width)), odd = 2 ** (width - 1), steps = [];
    for (let bit = Math.max(...windows.flatMap((digits) => [...digits.keys()])); bit >= 0; bit--) {
        if (steps.length) steps.push(0);
        windows.forEach((digits, base) => {
            const digit = digits.get(bit);
            if (digit) steps.push(1 + base * odd + (digit - 1) / 2);
        });
    }
    return Uint8Array.from(steps);
}

/**
 * A root of unity of order `count`: g^((Q - 1)/count) for the first g of 1, 2, ... in Fp, or u, 1 + u, ... in Fp2,
 * for which it has no smaller order.
 * @param {any} F - any: a field of either degree
 * @param {bigint} order - Q - 1
 * @param {bigint} count
 */
function rootOfUnity(F, order, count) {
    for (let k = 0n; ; k++) {
        const root = F.exp(F.m === 1 ? F.fromObject(k + 1n) : F.fromObject([k, 1n]), order / count);
        if ([2n, 3n].every((prime) => !F.eq(F.exp(root, count / prime), F.one))) return root;
    }
}

/** @param {Curve} curve @param {WasmCurve} G @returns {Uint8Array} */
function tablesOf({ q, F1: { n8 } }, G) {
    const found = known.get(G);
    if (found) return found;
    const F = /** @type {any} */ (G.F), degree = /** @type {1 | 2} */ (F.n8 / n8), order = q ** BigInt(degree) - 1n;
    const { count, exponent } = sixthRoots(order), width = WINDOW[degree], root = rootOfUnity(F, order, count);
    const steps = stepsOf(degree === 1 ? [exponent] : [exponent % q, exponent / q], width);
    const roots = [F.one];
    while (roots.length < Number(count)) roots.push(F.mul(roots[roots.length - 1], root));
    const p = new Uint8Array(n8);
    writeLE(p, 0, q, n8);
    const head = new Uint8Array(Uint32Array.of(Number(count), steps.length, 2 ** (width - 1), n8).buffer);
    const tables = concat([head, p, G.b, ...roots, steps]);
    known.set(G, tables);
    return tables;
}

/**
 * The points of triples, in one task.
 *   in      packed  n X1, n X2, n T, LEM, and n bytes; it is given away
 *   out     3 n affine points, LEM, not checked to be on the curve
 * @param {Curve} curve
 * @param {WasmCurve} G
 * @param {Uint8Array} packed
 * @param {CallOptions} [options]
 * @returns {Promise<Uint8Array | undefined>} undefined if a coordinate is not reduced, or a byte names no root
 */
export async function expandTriples(curve, G, packed, options) {
    const size = G.F.n8, n = packed.length / tripleBytes(G), signal = readSignal("expandTriples", options);
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
 *   out     packed, as above; points that have no such form, or are not on the curve, do not come back
 * @param {Curve} curve
 * @param {WasmCurve} G
 * @param {Uint8Array} points
 * @param {CallOptions} [options]
 * @returns {Promise<Uint8Array>}
 */
export async function foldTriples(curve, G, points, options) {
    const size = G.F.n8, n = points.length / (6 * size), bytes = n * tripleBytes(G), signal = readSignal("foldTriples", options);
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
