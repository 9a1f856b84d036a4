/**
 * Three points of a curve y^2 = x^3 + b as three coordinates and one byte, and back, by one sixth root for the three.
 *
 * With X1 = x1/x0, X2 = x2/x0, Y1 = y1/y0, Y2 = y2/y0 and m = x0^3/y0^2 the equations of the points are
 *
 *   1 - Yi^2 = m (1 - Xi^3)    and    b = y0^2 (1 - m)
 *
 * The first two describe a conic in (Y1, Y2) through (1, 1), so its slope T = (Y2 - 1)/(Y1 - 1) there gives both. What
 * is kept is X1, X2, T. With P1 = 1 - X1^3, P2 = 1 - X2^3, E = P1 T - P2, D = P2 - P1 T^2, M = 4 T (T - 1) E:
 *
 *   Y1 = 1 + 2 E/D,   Y2 = 1 + 2 T E/D,   m = M/D^2
 *
 * and z = y0/x0 is a sixth root of b/((1 - m) m^2): x0 = m z^2, y0 = x0 z. Which root it is, is said by the byte.
 * Where a denominator is zero, there is no such form; then the byte is NONE.
 * Source: Koshelev, Batch point compression in the context of advanced pairing-based protocols (three points by one
 * sextic root).
 * @module kernels/points/triples
 */
/** @import { Fallback } from "../types.js" */
/** @import { PointContext } from "./context.js" */
/** @import { On, Powers } from "./powers.js" */
import { isBelow } from "../../util/words.js";
import { operations } from "../operations.js";
import { raiseInBase, raiseOnLanes } from "./powers.js";

/** In place of the number of a root: these points have no such form. */
export const NONE = 255;

/** Triples that are worked on together: their tables of powers fit the cache. */
const BLOCK = 256;

/** Words at the start of the tables: roots of unity, steps, odd powers in a table, bytes of an element of Fp. */
export const TABLE_HEAD = 16;

/**
 * @typedef {On & { raise: (powers: Powers, from: number, n: number) => void }} Work
 */

/**
 * What a curve needs: TABLE_HEAD, the order of Fp, b, the roots of unity, the steps.
 * @param {Work} on @param {number} tables @param {number} size - bytes of a coordinate
 */
function readTables({ arena }, tables, size) {
    const [count, steps, odd, n8] = arena.u32().subarray(tables >>> 2, (tables + TABLE_HEAD) >>> 2);
    const order = tables + TABLE_HEAD, b = order + n8, roots = b + size, at = roots + count * size;
    return { count, order, b, roots, powers: { size, n8, odd, steps: arena.u8().slice(at, at + steps) } };
}

/** @param {PointContext} points @returns {Work} */
function onLanes(points) {
    const { arena, coordinate, prime } = points, on = { arena, field: coordinate, prime, points };
    return { ...on, raise: (powers, from, n) => raiseOnLanes(on, powers, from, n) };
}

/** @param {Fallback} fallback @returns {Work} */
function inBase({ arena, base, group }) {
    const on = { arena, field: operations(base, `f${group[1]}m`), prime: operations(base, "f1m") };
    return { ...on, raise: (powers, from, n) => raiseInBase(on, powers, from, n) };
}

/**
 * Rows of coordinates for a block.
 * @param {Work} on @param {number} size @param {number} count
 */
function takeRows({ arena }, size, count) {
    const at = Array.from({ length: count }, () => arena.alloc((BLOCK + 2) * size));
    for (const row of at) arena.u8().fill(0, row, row + (BLOCK + 2) * size);
    return at;
}

/**
 * The first triple whose coordinates are not reduced, or that has a root which there is not; n if there is none.
 * @param {Work} on @param {ReturnType<typeof readTables>} tables @param {number} packed @param {number} n
 */
function firstBad({ arena }, { count, order, powers: { size, n8 } }, packed, n) {
    const words = arena.u32(), bytes = arena.u8(), roots = packed + 3 * n * size;
    let bad = n;
    for (let at = packed, i = 0; at < roots; at += n8, i++)
        if (!isBelow(words, at >>> 2, words, order >>> 2, n8 >>> 2))
            bad = Math.min(bad, Math.floor((i * n8) / size) % n);
    for (let i = 0; i < bad; i++) if (bytes[roots + i] >= count) bad = i;
    return bad;
}

/**
 *   in      packed  n times X1, n times X2, n times T, then n bytes
 *   out     out     3 n affine points, LEM, not checked to be on the curve
 *           bad     u32: the first triple that is damaged, n if none is; if one is, out is not set
 * @param {Work} on
 * @param {number} packed
 * @param {number} n
 * @param {number} size - bytes of a coordinate
 * @param {number} tables
 * @param {number} out
 * @param {number} bad
 */
function* expand(on, packed, n, size, tables, out, bad) {
    const { arena } = on, known = readTables(on, tables, size), mark = arena.mark();
    const first = firstBad(on, known, packed, n);
    arena.u32()[bad >>> 2] = first;
    if (first < n) return;
    const rows = takeRows(on, size, 7);
    for (let at = 0; at < n; at += BLOCK) {
        const count = Math.min(BLOCK, n - at);
        expandBlock(on, known, [0, 1, 2].map((k) => packed + (k * n + at) * size), packed + 3 * n * size + at, count,
            rows, out + 6 * at * size);
        yield at / n;
    }
    arena.release(mark);
}

/**
 * @param {Work} on
 * @param {ReturnType<typeof readTables>} known
 * @param {number[]} from - of X1, X2, T
 * @param {number} which - of the bytes
 * @param {number} n
 * @param {number[]} rows - seven
 * @param {number} out
 */
function expandBlock({ arena, field, raise }, { b, roots, powers }, [X1, X2, T], which, n, rows, out) {
    const { add, sub, mul, square, one } = field, { size } = powers, mark = arena.mark();
    const [D, E, M, G, I, W, Y] = rows, [unit, p1, p2, u] = [0, 1, 2, 3].map(() => arena.alloc(size));
    one(unit);
    for (let at = 0; at < n * size; at += size) {
        const x1 = X1 + at, x2 = X2 + at, t = T + at;
        square(x1, u), mul(u, x1, p1), sub(unit, p1, p1);
        square(x2, u), mul(u, x2, p2), sub(unit, p2, p2);
        mul(p1, t, u), sub(u, p2, E + at);
        mul(u, t, u), sub(p2, u, D + at);
        square(t, u), sub(u, t, u), add(u, u, u), add(u, u, u), mul(u, E + at, M + at);
        square(D + at, u), sub(u, M + at, G + at);
        mul(D + at, M + at, u), mul(u, G + at, I + at);
    }
    field.batchInverse(I, size, n, I, size);
    for (let at = 0; at < n * size; at += size) {
        mul(I + at, D + at, p1); // 1/(M G)
        square(D + at, u), square(u, p2), mul(p2, u, u); // D^6
        square(p1, p2), mul(p2, G + at, p2), mul(p2, u, u), mul(u, b, W + at);
        mul(I + at, G + at, u), mul(u, M + at, u); // 1/D
        square(u, p2), mul(p2, M + at, M + at); // m
        mul(u, E + at, u), add(u, u, u);
        add(unit, u, Y + at), mul(u, T + at, u), add(unit, u, E + at); // Y1, Y2
    }
    raise(powers, W, n);
    for (let i = 0, at = 0; i < n; i++, at += size, out += 6 * size) {
        mul(W + at, roots + arena.u8()[which + i] * size, u);
        square(u, p1), mul(p1, M + at, out), mul(out, u, out + size);
        mul(out, X1 + at, out + 2 * size), mul(out + size, Y + at, out + 3 * size);
        mul(out, X2 + at, out + 4 * size), mul(out + size, E + at, out + 5 * size);
    }
    arena.release(mark);
}

/**
 *   in      points  3 n affine points, LEM
 *   out     packed  as above; whether it gives the points back is for the caller to see
 * @param {Work} on
 * @param {number} points
 * @param {number} n
 * @param {number} size - bytes of a coordinate
 * @param {number} tables
 * @param {number} packed
 */
function* fold(on, points, n, size, tables, packed) {
    const { arena } = on, known = readTables(on, tables, size), mark = arena.mark(), rows = takeRows(on, size, 3);
    for (let at = 0; at < n; at += BLOCK) {
        const count = Math.min(BLOCK, n - at);
        foldBlock(on, known, points + 6 * at * size, [0, 1, 2].map((k) => packed + (k * n + at) * size), rows, count,
            packed + 3 * n * size + at);
        yield at / n;
    }
    arena.release(mark);
}

/**
 * @param {Work} on
 * @param {ReturnType<typeof readTables>} known
 * @param {number} points
 * @param {number[]} to - of X1, X2, T
 * @param {number[]} rows - three
 * @param {number} n
 * @param {number} which
 */
function foldBlock({ arena, field, raise }, { count, roots, powers }, points, [X1, X2, T], [I, W, Z], n, which) {
    const { sub, mul, square, eq } = field, { size } = powers, mark = arena.mark();
    const [d, u, v] = [0, 1, 2].map(() => arena.alloc(size));
    for (let at = 0, p = points; at < n * size; at += size, p += 6 * size) {
        sub(p + 3 * size, p + size, d);
        mul(p, p + size, u), mul(u, d, I + at);
    }
    field.batchInverse(I, size, n, I, size);
    for (let at = 0, p = points; at < n * size; at += size, p += 6 * size) {
        const y0 = p + size;
        sub(p + 3 * size, y0, d);
        mul(I + at, d, u), mul(u, y0, v); // 1/x0
        mul(p + 2 * size, v, X1 + at), mul(p + 4 * size, v, X2 + at), mul(y0, v, Z + at);
        mul(u, p, v), mul(v, p, v); // 1/z
        square(v, u), mul(u, v, u), square(u, W + at);
        mul(I + at, p, u), mul(u, y0, u), sub(p + 5 * size, y0, v), mul(u, v, T + at);
    }
    raise(powers, W, n);
    for (let i = 0, at = 0; i < n; i++, at += size) {
        mul(Z + at, W + at, u);
        let root = 0;
        while (root < count && !eq(u, roots + root * size)) root++;
        arena.u8()[which + i] = root < count ? root : NONE;
    }
    arena.release(mark);
}

/** Can the lanes of this curve raise rows? @param {PointContext} on */
export const raisesRows = ({ lane }) => lane.enterRow !== undefined;

/** @typedef {[packed: number, n: number, size: number, tables: number, out: number, bad: number]} Expand see expand */
/** @typedef {[points: number, n: number, size: number, tables: number, packed: number]} Fold see fold */

/** Triples to points. @param {PointContext} on @param {Expand} args */
export const expandTriples = (on, ...args) => expand(onLanes(on), ...args);

/** The same without lanes. @param {Fallback} on @param {Expand} args */
export const expandTriplesInBase = (on, ...args) => expand(inBase(on), ...args);

/** Points to triples. @param {PointContext} on @param {Fold} args */
export const foldTriples = (on, ...args) => fold(onLanes(on), ...args);

/** The same without lanes. @param {Fallback} on @param {Fold} args */
export const foldTriplesInBase = (on, ...args) => fold(inBase(on), ...args);
