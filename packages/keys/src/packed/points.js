/**
 * Points of one group: those at infinity are said by a bit each, the others are triples, or as they
 * are.
 *
 *   u8 form: 1 with bits, 2 whole; [bits, the first point the lowest of the first byte, 1 for one
 *   that is not at infinity]; then the points that are not: whole, or: u32 and the numbers (u32) of
 *   the triples that are left whole, these, the points after the last triple, and the other triples
 * @module packed/points
 */
import {
    concat, expandTriples, foldTriples, takesTriples, tripleBytes, tripleParts,
} from "../../../../src/internal/keys_packed.js";

/** @import { Curve, WasmCurve } from "../../../../src/internal/keys_packed.js" */

/** Forms of a block. */
const BITS = 1, WHOLE = 2;

/** @param {Uint8Array} bytes @param {number} from @param {number} to */
function isZero(bytes, from, to) {
    for (let i = from; i < to; i++) if (bytes[i] !== 0) return false;
    return true;
}

/** @param {Uint8Array} bits @param {number} i */
const isSet = (bits, i) => ((bits[i >> 3] >> (i & 7)) & 1) === 1;

/**
 * The points that are not at infinity, and which these are.
 * @param {Uint8Array} bytes
 * @param {number} size - of a point
 */
function finiteOf(bytes, size) {
    const n = bytes.length / size;
    const bits = new Uint8Array(Math.ceil(n / 8));
    const finite = new Uint8Array(bytes.length);
    let length = 0;
    for (let i = 0; i < n; i++) {
        if (isZero(bytes, i * size, (i + 1) * size)) continue;
        bits[i >> 3] |= 1 << (i & 7);
        finite.set(bytes.subarray(i * size, (i + 1) * size), length);
        length += size;
    }
    return { bits, finite: finite.subarray(0, length) };
}

/**
 * The opposite.
 * @param {Uint8Array} bits @param {Uint8Array} finite @param {number} length - of all @param
 *   {number} size
 */
function spread(bits, finite, length, size) {
    const bytes = new Uint8Array(length);
    for (let i = 0, from = 0; i * size < length; i++) {
        if (!isSet(bits, i)) continue;
        bytes.set(finite.subarray(from, from + size), i * size);
        from += size;
    }
    return bytes;
}

/**
 * Those of n triples that are not in the list of numbers.
 * @param {WasmCurve} G @param {Uint8Array} packed @param {number} n @param {Set<number>} without
 */
function others(G, packed, n, without) {
    if (without.size === 0) return [packed];
    const kept = Array.from({ length: n }, (_, i) => i).filter((i) => !without.has(i));
    let start = 0;
    return tripleParts(G).flatMap((bytes) => {
        const from = start;
        start += n * bytes;
        return kept.map((i) => packed.subarray(from + i * bytes, from + (i + 1) * bytes));
    });
}

/**
 * Triples of points, and which of them do not come back.
 * @param {Curve} curve @param {WasmCurve} G @param {Uint8Array} points - of whole triples @param
 *   {AbortSignal} signal
 */
async function foldChecked(curve, G, points, signal) {
    const size = 6 * G.F.n8;
    const n = points.length / size;
    const left = new Set();
    if (n === 0) return { packed: points, n, left };
    const packed = await foldTriples(curve, G, points.slice(), { signal });
    const roots = packed.subarray(packed.length - n);
    const known = packed.slice();
    known.fill(0, packed.length - n); // a root that there is, for those that have none
    roots.forEach((root, i) => { if (root < 255) known[packed.length - n + i] = root; });
    const expanded = await expandTriples(curve, G, known, { signal });
    // of what was folded every coordinate is reduced
    const back = /** @type {Uint8Array} */ (expanded);
    for (let i = 0; i < n; i++)
        if (roots[i] === 255 || !sameRange(points, back, i * size, (i + 1) * size)) left.add(i);
    return { packed, n, left };
}

/** @param {Uint8Array} a @param {Uint8Array} b @param {number} from @param {number} to */
function sameRange(a, b, from, to) {
    for (let i = from; i < to; i++) if (a[i] !== b[i]) return false;
    return true;
}

/** @param {number[]} numbers */
const u32 = (...numbers) => new Uint8Array(Uint32Array.from(numbers).buffer);

/**
 * @param {Curve} curve
 * @param {"G1" | "G2"} group
 * @param {Uint8Array} bytes - affine points, LEM
 * @param {{ whole: boolean, signal: AbortSignal }} how
 * @returns {Promise<Uint8Array>}
 */
export async function encodePoints(curve, group, bytes, { whole, signal }) {
    const G = curve[group], size = 2 * G.F.n8;
    const { bits, finite } = finiteOf(bytes, size);
    const all = finite.length === bytes.length;
    const kept = whole || !takesTriples(curve.q);
    const head = [Uint8Array.of((all ? 0 : BITS) | (kept ? WHOLE : 0)), ...(all ? [] : [bits])];
    if (kept) return concat([...head, finite]);
    const points = finite.length - (finite.length % (3 * size));
    const { packed, n, left } = await foldChecked(curve, G, finite.subarray(0, points), signal);
    const numbers = [...left], apart = numbers.map((i) => finite.subarray(3 * i * size, 3 * (i + 1) * size));
    return concat([...head, u32(left.size, ...numbers), ...apart, finite.subarray(points),
        ...others(G, packed, n, left)]);
}

/**
 * @param {Curve} curve
 * @param {WasmCurve} G
 * @param {Uint8Array} bytes - behind the bits
 * @param {number} n - of points
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<Uint8Array | undefined>}
 */
async function decodeTriples(curve, G, bytes, n, signal) {
    if (!takesTriples(curve.q) || bytes.length < 4) return undefined;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const size = 2 * G.F.n8;
    const triples = Math.floor(n / 3);
    const left = view.getUint32(0, true);
    const rest = n - 3 * triples;
    const apart = 4 + 4 * left;
    const after = apart + left * 3 * size;
    const from = after + rest * size;
    if (left > triples || bytes.length !== from + (triples - left) * tripleBytes(G)) return undefined;
    const expanded = triples === left ? new Uint8Array(0)
        : await expandTriples(curve, G, bytes.slice(from), { signal });
    if (!expanded) return undefined;
    if (left + rest === 0) return expanded;
    const points = new Uint8Array(n * size);
    const three = 3 * size;
    let to = 0, seen = 0;
    const copy = (/** @type {number} */ count) => {
        points.set(expanded.subarray(seen * three, (seen + count) * three), to);
        [to, seen] = [to + count * three, seen + count];
    };
    for (let i = 0; i < left; i++) {
        const number = view.getUint32(4 + 4 * i, true);
        const before = number * three - to;
        if (before < 0 || number >= triples) return undefined;
        copy(before / three);
        points.set(bytes.subarray(apart + i * three, apart + (i + 1) * three), to);
        to += three;
    }
    copy(triples - left - seen);
    points.set(bytes.subarray(after, from), to);
    return points;
}

/**
 * @param {Curve} curve
 * @param {"G1" | "G2"} group
 * @param {Uint8Array} block
 * @param {number} length - bytes of the points
 * @param {AbortSignal} [signal]
 * @returns {Promise<Uint8Array | undefined>} affine points, LEM, not checked to be on the curve;
 *   undefined for what encodePoints has not made
 */
export async function decodePoints(curve, group, block, length, signal) {
    const G = curve[group], size = 2 * G.F.n8, form = block[0];
    const bits = form & BITS ? block.subarray(1, 1 + Math.ceil(length / size / 8)) : undefined;
    let n = length / size;
    if (bits) for (let i = n - 1; i >= 0; i--) n -= Number(!isSet(bits, i));
    const rest = block.subarray(1 + (bits?.length ?? 0));
    if (block.length === 0 || form > (BITS | WHOLE)) return undefined;
    const finite = form & WHOLE
        ? (rest.length === n * size ? rest : undefined)
        : await decodeTriples(curve, G, rest, n, signal);
    if (!finite) return undefined;
    return bits ? spread(bits, finite, length, size) : finite.slice();
}
