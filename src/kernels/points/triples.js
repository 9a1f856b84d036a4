/**
 * Three points of a curve y^2 = x^3 + b as three coordinates and one byte, and back, by one sixth
 * root for the three.
 *
 * With X1 = x1/x0, X2 = x2/x0, Y1 = y1/y0, Y2 = y2/y0 and m = x0^3/y0^2 the equations of the points
 * are
 *
 *   1 - Yi^2 = m (1 - Xi^3)    and    b = y0^2 (1 - m)
 *
 * The first two describe a conic in (Y1, Y2) through (1, 1), so its slope T = (Y2 - 1)/(Y1 - 1)
 * there gives both. What is kept is X1, X2, T. With P1 = 1 - X1^3, P2 = 1 - X2^3, E = P1 T - P2, D
 * = P2 - P1 T^2, M = 4 T (T - 1) E:
 *
 *   Y1 = 1 + 2 E/D,   Y2 = 1 + 2 T E/D,   m = M/D^2
 *
 * and z = y0/x0 is a sixth root of w = b/((1 - m) m^2): x0 = m z^2, y0 = x0 z. Which root it is, is
 * said by the byte. In Fp2 a root costs several times as much as in Fp. There z = c (R + u), and R
 * is kept as well: c is a sixth root of w/(R + u)^6, which lies in Fp.
 * Where a denominator is zero, or c, there is no such form; then the byte is NONE.
 * Source: Koshelev, Batch point compression in the context of advanced pairing-based protocols
 * (three points by one sextic root).
 * @module kernels/points/triples
 */
/** @import { Fallback } from "../types.js" */
/** @import { PointContext } from "./context.js" */
/** @import { Rows } from "./rows.js" */
import { isBelow } from "../../util/words.js";
import { operations } from "../operations.js";
import { BEYOND, raise, roomToRaise, rowsInBase, rowsOnLanes } from "./rows.js";

/** In place of the number of a root: these points have no such form. */
export const NONE = 255;

/** Triples that are worked on together: their tables of powers fit the cache. */
const BLOCK = 256;

/**
 * Words at the start of the tables: roots of unity, steps, odd powers in a table, bytes of an
 * element of Fp.
 */
export const TABLE_HEAD = 16;

/**
 * What both directions work with.
 * @typedef {object} Work
 * @property {import("../../runtime/memory.js").Arena} arena
 * @property {import("../types.js").Functions} field - of the coordinates, in the base module
 * @property {import("../types.js").Functions} prime - the prime field, likewise
 * @property {(degree: 1 | 2, size: number) => Rows} open - rows of the prime field, or of its
 *   extension
 */

/**
 * What a curve needs: TABLE_HEAD, the order of Fp, b, the roots of unity, which are in Fp, the
 * steps.
 * @param {Work} on @param {number} tables @param {number} size - bytes of a coordinate
 */
function readTables({ arena }, tables, size) {
    const [count, steps, odd, n8] = arena.u32().subarray(tables >>> 2, (tables + TABLE_HEAD) >>> 2);
    const order = tables + TABLE_HEAD;
    const b = order + n8;
    const roots = b + size;
    const at = roots + count * n8;
    const degree = /** @type {1 | 2} */ (size / n8);
    return { count, order, b, roots, size, n8, degree, powers: { odd, steps: arena.u8().slice(at, at + steps) } };
}

/** @typedef {ReturnType<typeof readTables>} Tables */

/** @param {PointContext} points @returns {Work} */
const onLanes = (points) => ({
    arena: points.arena, field: points.coordinate, prime: points.prime,
    open: (degree) => rowsOnLanes(points, degree, BLOCK),
});

/** @param {Fallback} fallback @returns {Work} */
function inBase({ arena, base, group }) {
    const field = operations(base, `f${group[1]}m`);
    const prime = operations(base, "f1m");
    const open = (/** @type {1 | 2} */ degree, /** @type {number} */ size) =>
        rowsInBase(arena, degree === 1 ? prime : field, size, BLOCK);
    return { arena, field, prime, open };
}

/**
 * Places of the parts of n triples: X1, X2, T, in an extension R, and the bytes.
 * @param {number} packed @param {number} n @param {Tables} known
 */
function partsAt(packed, n, { size, n8, degree }) {
    const ratios = packed + 3 * n * size;
    return { lists: [0, 1, 2].map((k) => packed + k * n * size), ratios, bytes: ratios + (degree === 2 ? n * n8 : 0) };
}

/** @typedef {ReturnType<typeof partsAt>} Parts */

/**
 * Those of the triples from number `at` on.
 * @param {Parts} parts @param {number} at @param {Tables} known @returns {Parts}
 */
const partsFrom = ({ lists, ratios, bytes }, at, { size, n8 }) =>
    ({ lists: lists.map((list) => list + at * size), ratios: ratios + at * n8, bytes: bytes + at });

/**
 * The first triple whose coordinates are not reduced, or that has a root which there is not; n if
 * there is none.
 * @param {Work} on @param {Tables} known @param {Parts} parts @param {number} n
 */
function firstBad({ arena }, { count, order, size, n8 }, { lists: [packed], ratios, bytes }, n) {
    const words = arena.u32();
    const roots = arena.u8();
    let bad = n;
    for (let at = packed; at < bytes; at += n8) {
        if (isBelow(words, at >>> 2, words, order >>> 2, n8 >>> 2)) continue;
        bad = Math.min(bad, at < ratios ? Math.floor((at - packed) / size) % n : (at - ratios) / n8);
    }
    for (let i = 0; i < bad; i++) if (roots[bytes + i] >= count) bad = i;
    return bad;
}

/**
 * Rows for a block, and lines of coordinates between them and the rest of the memory.
 * @param {Work} on @param {Tables} known
 */
function openBlock(on, known) {
    const { arena, field } = on, { size, n8, degree, b, powers } = known;
    const wide = on.open(degree, size);
    const narrow = degree === 1 ? wide : on.open(1, n8);
    const take = (/** @type {number} */ bytes) => arena.alloc((BLOCK + BEYOND) * bytes);
    const line = take(size);
    const points = take(6 * size);
    const [one, ofB, ...rows] = Array.from({ length: 18 }, wide.row);
    const root = narrow.row();
    const room = roomToRaise(narrow, powers);
    /**
     * Coordinates from elsewhere; zeros follow.
     * @param {number} from
     * @param {number} n
     * @param {number} row
     */
    const enter = (from, n, row) => {
        arena.u8().copyWithin(line, from, from + n * size).fill(0, line + n * size, line + (n + BEYOND) * size);
        wide.enter(line, size, row);
    };
    const fill = (/** @type {number} */ row) => {
        for (let i = 1; i < BLOCK + BEYOND; i++) field.copy(line, line + i * size);
        wide.enter(line, size, row);
    };
    wide.begin(BLOCK);
    field.one(line), fill(one);
    field.copy(b, line), fill(ofB);
    return { wide, narrow, line, points, one, ofB, rows, root, room, enter };
}

/** @typedef {ReturnType<typeof openBlock>} Block */

/**
 *   in      packed  n times X1, n times X2, n times T, in Fp2 n times R, then n bytes
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
    const { arena } = on, known = readTables(on, tables, size);
    const mark = arena.mark();
    const parts = partsAt(packed, n, known);
    const first = firstBad(on, known, parts, n);
    arena.u32()[bad >>> 2] = first;
    if (first < n) return;
    const block = openBlock(on, known);
    for (let at = 0; at < n; at += BLOCK) {
        const count = Math.min(BLOCK, n - at);
        const to = out + 6 * at * size;
        expandBlock(on, known, block, partsFrom(parts, at, known), count);
        arena.u8().copyWithin(to, block.points, block.points + 6 * count * size);
        yield at / n;
    }
    arena.release(mark);
}

/**
 * R + u, of which each unit is c times z.
 * @param {Work} on
 * @param {Tables} known
 * @param {Block} block
 * @param {number} ratios
 * @param {number} n
 * @param {number} row
 */
function enterRatios({ arena, prime }, { size, n8 }, { wide, line }, ratios, n, row) {
    arena.u8().fill(0, line, line + (n + BEYOND) * size);
    for (let i = 0; i < n; i++) {
        prime.copy(ratios + i * n8, line + i * size);
        prime.one(line + i * size + n8);
    }
    wide.enter(line, size, row);
}

/**
 * @param {Work} on
 * @param {Tables} known
 * @param {Block} block
 * @param {Parts} parts
 * @param {number} n
 */
function expandBlock(on, known, block, { lists, ratios, bytes }, n) {
    const { size, degree } = known, { wide, line, points, one, ofB, rows, enter } = block;
    const { mul, square, add, sub } = wide, [X1, X2, T, S, S6, E, D, M, G, I, Y1, Y2, a, b, c, d] = rows;
    wide.begin(n);
    [X1, X2, T].forEach((row, k) => enter(lists[k], n, row));
    square(X1, a), mul(a, X1, b), sub(one, b, b); // P1
    square(X2, a), mul(a, X2, c), sub(one, c, c); // P2
    mul(b, T, a), sub(a, c, E), mul(a, T, b), sub(c, b, D);
    square(T, a), sub(a, T, a), add(a, a, a), add(a, a, a), mul(a, E, M);
    square(D, c), sub(c, M, G); // G = D^2 (1 - m)
    if (degree === 2) {
        enterRatios(on, known, block, ratios, n, S);
        square(S, a), mul(a, S, b), square(b, S6);
        mul(G, S6, d);
    }
    const part = degree === 2 ? d : G; // G S^6
    mul(D, M, a), mul(a, part, I);
    wide.leave(I, line, size);
    // leaves zeros, where nothing right comes of a triple
    on.field.batchInverse(line, size, n, line, size);
    wide.enter(line, size, I);
    mul(I, D, a), square(a, b), mul(b, part, a); // 1/(M^2 G S^6)
    square(c, b), mul(b, c, Y1), mul(Y1, a, b), mul(b, ofB, a); // c = D^2
    const w = a; // b D^6/(M^2 G S^6)
    mul(I, M, b), mul(b, part, c); // 1/D
    square(c, b), mul(b, M, G); // m
    mul(c, E, b), add(b, b, b), add(one, b, Y1), mul(b, T, c), add(one, c, Y2);
    takeRoots(on, known, block, w, bytes, n, degree === 2 ? E : I);
    if (degree === 2) mul(E, S, I); // z
    square(I, a), mul(a, G, b), mul(b, I, c); // x0, y0
    mul(b, X1, D), mul(c, Y1, E), mul(b, X2, M), mul(c, Y2, a);
    [b, c, D, E, M, a].forEach((row, k) => wide.leave(row, points + k * size, 6 * size));
}

/**
 * Sixth roots in Fp of a row, whose coordinates lie there.
 * @param {Work} on
 * @param {Tables} known
 * @param {Block} block
 * @param {number} w
 * @param {number} bytes - which root of each
 * @param {number} n
 * @param {number} to - row
 */
function takeRoots({ arena, prime }, { size, n8, roots, powers }, { wide, narrow, line, root, room }, w, bytes, n, to) {
    wide.leave(w, line, size);
    narrow.begin(n);
    narrow.enter(line, size, root);
    const raised = raise(narrow, powers, root, room);
    arena.u8().fill(0, line, line + (n + BEYOND) * size);
    narrow.leave(raised, line, size);
    for (let i = 0, at = line; i < n; i++, at += size) prime.mul(at, roots + arena.u8()[bytes + i] * n8, at);
    wide.begin(n);
    wide.enter(line, size, to);
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
    const { arena } = on, known = readTables(on, tables, size);
    const mark = arena.mark();
    const parts = partsAt(packed, n, known);
    const narrow = on.open(1, known.n8);
    const root = narrow.row();
    const room = roomToRaise(narrow, known.powers);
    const lines = Array.from({ length: 3 }, () => arena.alloc((BLOCK + BEYOND) * size));
    for (let at = 0; at < n; at += BLOCK) {
        const count = Math.min(BLOCK, n - at);
        foldBlock(on, known, points + 6 * at * size, partsFrom(parts, at, known), { narrow, root, room, lines }, count);
        yield at / n;
    }
    arena.release(mark);
}

/**
 * @param {Work} on
 * @param {Tables} known
 * @param {number} points
 * @param {Parts} to
 * @param {{ narrow: Rows, root: number, room: number[], lines: number[] }} block
 * @param {number} n
 */
function foldBlock({ arena, field, prime }, known, points, to, { narrow, root, room, lines: [I, Z, W] }, n) {
    const { sub, mul } = field, { size, n8, degree, count, roots, powers } = known, { lists: [X1, X2, T] } = to;
    const mark = arena.mark();
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
        mul(I + at, p, u), mul(u, y0, u), sub(p + 5 * size, y0, v), mul(u, v, T + at);
    }
    const c = Z + size - n8; // all of z, or its part at u
    prime.batchInverse(c, size, n, W, n8);
    for (let i = 0; i < n; i++) {
        const inverse = W + i * n8;
        if (degree === 2) prime.mul(Z + i * size, inverse, to.ratios + i * n8);
        prime.square(inverse, u), prime.mul(u, inverse, v), prime.square(v, inverse);
    }
    arena.u8().fill(0, W + n * n8, W + (n + BEYOND) * n8);
    narrow.begin(n);
    narrow.enter(W, n8, root);
    narrow.leave(raise(narrow, powers, root, room), W, n8);
    for (let i = 0; i < n; i++) {
        prime.mul(c + i * size, W + i * n8, u);
        let which = 0;
        while (which < count && !prime.eq(u, roots + which * n8)) which++;
        arena.u8()[to.bytes + i] = which < count ? which : NONE;
    }
    arena.release(mark);
}

/** Do the lanes of this curve have rows? @param {PointContext} on */
export const hasRows = ({ lane }) => lane.enterRow !== undefined;

/**
 * @typedef {[packed: number, n: number, size: number, tables: number, out: number, bad: number]}
 *   Expand see expand
 */
/**
 * @typedef {[points: number, n: number, size: number, tables: number, packed: number]} Fold see
 *   fold
 */

/** Triples to points. @param {PointContext} on @param {Expand} args */
export const expandTriples = (on, ...args) => expand(onLanes(on), ...args);

/** The same without lanes. @param {Fallback} on @param {Expand} args */
export const expandTriplesInBase = (on, ...args) => expand(inBase(on), ...args);

/** Points to triples. @param {PointContext} on @param {Fold} args */
export const foldTriples = (on, ...args) => fold(onLanes(on), ...args);

/** The same without lanes. @param {Fallback} on @param {Fold} args */
export const foldTriplesInBase = (on, ...args) => fold(inBase(on), ...args);
