/**
 * The Miller loop on lanes: for two pairs of points in the lanes of units, and for two pairs whose
 * lines are prepared. The formulas are those of the base module (scripts/wasm/pairing/lines.js), on
 * an M-twist: at P, a line is c1 + cx xP w^2 + cy yP w^3. Prepared lines are divided by cy yP, a
 * factor that the final exponentiation takes to one.
 * @module kernels/pairing/miller
 */
/** @import { List, PairingContext } from "./context.js" */
/** @import { ExponentContext } from "./final_exp.js" */
/** @import { LineProduct } from "./fp12.js" */
/** @import { Form, Sum } from "./forms.js" */
import { less, sum, times, xi } from "./forms.js";
import { enterFp12, lineProduct, mulLine, sqrFp12 } from "./fp12.js";

/**
 * Places, in units: T as Y, Z, Y + Z, X; Q as x, y; u, v for what products are made of; line: cy,
 * cx, and at `c1` the third; p: what these two are multiplied by, yP and xP, as both coefficients
 * of an element; scaled: by that. rail, railP, railScaled: the same of prepared lines, c1 / cy and
 * cx / cy, and 1 / yP and xP / yP.
 * @typedef {Record<"t" | "q" | "u" | "v" | "line" | "c1" | "p" | "scaled" | "rail" | "railP"
 *   | "railScaled", number>} Places
 */

/**
 * @typedef {ExponentContext & Places & {
 *     digits: number[], count: number, lines: number, points: number, unscaled: [number, number],
 *     inverses: number, legs: LineProduct[], rails: LineProduct[],
 *     steps: Record<"start" | "double" | "doubled" | "slopes" | "line" | "joined" | "added", List>
 *         & Record<"q" | "p" | "railP" | "rail", List>,
 * }} MillerContext count: of lines in a loop; lines: prepared ones; points, unscaled, inverses: in
 * the base module's
 *   form
 */

/** What a line has for each pair besides the coefficient that it is divided by. */
const LINE = 2;

/** Bits of the loop count below the leading one. @param {bigint} loop */
const digitsOf = (loop) => [...loop.toString(2)].slice(1).map(Number);

/**
 * @param {ExponentContext} on
 * @returns {MillerContext}
 */
export function openMiller(on) {
    const digits = digitsOf(on.record.pairing.loop);
    const count = digits.length + digits.filter(Boolean).length;
    const [t, q, u, v, line, c1, p, scaled] = [4, 2, 4, 4, LINE, 1, LINE, LINE].map(on.alloc);
    const [rail, railP, railScaled, lines] = [LINE, LINE, LINE, LINE * count].map(on.alloc);
    const [points, first, second, inverses] = [4, 3 * count, 3 * count, count].map((n) => on.allocBytes(n * on.n2));
    const own = { t, q, u, v, line, c1, p, scaled, rail, railP, railScaled }, behind = on.unit;
    const product = (/** @type {{ a: number, b: number, d?: number }} */ units) =>
        [0, 1].map((lane) => lineProduct(on, units, lane));
    return {
        ...on, ...own, digits, count, lines, points, unscaled: [first, second], inverses,
        legs: product({ a: c1, b: scaled + behind, d: scaled }),
        rails: product({ a: railScaled, b: railScaled + behind }),
        steps: { ...doubling(on, own), ...addition(on, own), ...entrances(on, own) },
    };
}

/** An element of a unit, by its lane. @typedef {(lane: 0 | 1) => Form} InLane */

/**
 * Sums of unit j of a row of units.
 * @param {PairingContext} on @param {number} from @param {number} j @param {InLane} f @returns
 *   {Sum[]}
 */
const put = (on, from, j, f) => on.sums(from + j * on.unit, f(0), f(1));

/**
 * Elements of units that lie behind one another.
 * @param {PairingContext} on
 * @param {number} from
 */
const reader = (on, from) => (/** @type {0 | 1} */ lane, /** @type {number} */ j) => on.lanes(from, j)[lane];

/**
 * T = 2 T: what is read after Y^2, Z^2, (Y + Z)^2, X^2 and X Y, and after (2 X Y) (b - f), b h, (b
 * + f)^2 and e^2.
 * @param {ExponentContext} on @param {Places} places
 */
function doubling(on, { t, u, v, line, c1 }) {
    const third = Number(on.record.g1.b);
    const [Z, U, V] = [on.z, u, v].map((from) => reader(on, from));
    /** @type {InLane} */ const h = (l) => less(Z(l, 2), Z(l, 0), Z(l, 1));
    /** @type {InLane} */ const b = (l) => U(l, 1);
    /** A third of e. @type {InLane} */ const e = (l) => V(l, 2);
    /** @type {InLane} */ const y = (l) => less(Z(l, 2), times(Z(l, 3), 12));
    /** @type {InLane} */ const z = (l) => times(Z(l, 1), 4);
    return {
        double: on.list(
            put(on, v, 2, (l) => times(xi(Z(l, 1)), third)), put(on, v, 1, h),
            put(on, u, 0, (l) => times(Z(l, 4), 2)), put(on, u, 1, (l) => Z(l, 0)),
            put(on, line, 0, (l) => times(h(l), -1)), put(on, line, 1, (l) => times(Z(l, 3), 3)),
            put(on, c1, 0, (l) => less(times(e(l), 3), b(l))), put(on, v, 0, (l) => less(b(l), times(e(l), 9))),
            put(on, u, 2, (l) => sum(b(l), times(e(l), 9))), put(on, u, 3, (l) => times(e(l), 3)),
        ),
        doubled: on.list(
            put(on, t, 0, y), put(on, t, 1, z), put(on, t, 2, (l) => sum(y(l), z(l))), put(on, t, 3, (l) => Z(l, 0)),
        ),
    };
}

/**
 * T = T + Q: what is read after each of its four rounds of products.
 * @param {ExponentContext} on @param {Places} places
 */
function addition(on, { t, u, v, line, c1 }) {
    const [Z, T] = [on.z, t].map((from) => reader(on, from));
    /** @type {InLane} */ const theta = (l) => less(T(l, 0), Z(l, 0));
    /** @type {InLane} */ const lambda = (l) => less(T(l, 3), Z(l, 1));
    /** @type {InLane} */ const h = (l) => less(sum(Z(l, 0), Z(l, 1)), times(Z(l, 2), 2));
    /** @type {InLane} */ const y = (l) => less(Z(l, 1), Z(l, 2));
    return {
        // y Z, x Z
        slopes: on.list(
            put(on, u, 0, theta), put(on, u, 1, lambda),
            put(on, line, 0, lambda), put(on, line, 1, (l) => times(theta(l), -1)),
        ),
        // theta x, lambda y, c = theta^2, d = lambda^2
        line: on.list(
            put(on, c1, 0, (l) => less(Z(l, 0), Z(l, 1))), put(on, v, 0, (l) => Z(l, 3)), put(on, v, 1, (l) => Z(l, 2)),
        ),
        // e = d lambda, f = Z c, g = X d
        joined: on.list(
            put(on, v, 0, h), put(on, v, 1, (l) => less(Z(l, 2), h(l))), put(on, v, 2, (l) => Z(l, 0)),
        ),
        // lambda h, theta (g - h), e Y, e Z
        added: on.list(
            put(on, t, 0, y), put(on, t, 1, (l) => Z(l, 3)), put(on, t, 2, (l) => sum(y(l), Z(l, 3))),
            put(on, t, 3, (l) => Z(l, 0)),
        ),
    };
}

/**
 * From x, where what enters arrives, to its place; start: T = Q, with one at x.
 * @param {ExponentContext} on @param {Places} places
 */
function entrances(on, { t, q, p, rail, railP }) {
    const [X, Q] = [on.x, q].map((from) => reader(on, from));
    const both = (/** @type {number} */ to) => on.list(put(on, to, 0, (l) => X(l, 0)), put(on, to, 1, (l) => X(l, 1)));
    return {
        q: both(q), p: both(p), railP: both(railP), rail: both(rail),
        start: on.list(
            put(on, t, 0, (l) => Q(l, 1)), put(on, t, 1, (l) => X(l, 0)),
            put(on, t, 2, (l) => sum(Q(l, 1), X(l, 0))), put(on, t, 3, (l) => Q(l, 0)),
        ),
    };
}

/** T = 2 T, and the lines. @param {MillerContext} on */
function double({ run, mul, sqr, unit, t, u, v, z, steps }) {
    sqr(t, 4, z);
    mul(t + 3 * unit, t, 1, z + 4 * unit);
    run(steps.double);
    mul(u, v, 2, z);
    sqr(u + 2 * unit, 2, z + 2 * unit);
    run(steps.doubled);
}

/** T = T + Q, and the lines. @param {MillerContext} on */
function add({ run, mul, sqr, unit, t, q, u, v, z, steps }) {
    const at = (/** @type {number} */ from, /** @type {number} */ j) => from + j * unit;
    mul(at(q, 1), at(t, 1), 1, z);
    mul(q, at(t, 1), 1, at(z, 1));
    run(steps.slopes);
    mul(u, q, 2, z);
    sqr(u, 2, at(z, 2));
    run(steps.line);
    mul(v, at(u, 1), 1, z);
    mul(at(t, 1), at(v, 1), 1, at(z, 1));
    mul(at(t, 3), v, 1, at(z, 2));
    run(steps.joined);
    mul(at(u, 1), v, 1, z);
    mul(u, at(v, 1), 1, at(z, 1));
    mul(at(v, 2), t, 1, at(z, 2));
    mul(at(v, 2), at(t, 1), 1, at(z, 3));
    run(steps.added);
}

/**
 * f times the lines of pairs, and of prepared ones.
 * @param {MillerContext} on
 * @param {number} legs - pairs that count
 * @param {number | undefined} prepared - where the next lines are
 */
function mulLines(on, legs, prepared) {
    on.mul1(on.line, on.p, 2 * LINE, on.scaled);
    for (const leg of on.legs.slice(0, legs)) mulLine(on, leg);
    if (prepared === undefined) return;
    on.mul1(prepared, on.railP, 2 * LINE, on.railScaled);
    for (const rail of on.rails) mulLine(on, rail);
}

/**
 * Affine points of order r that are not at infinity, in the base module's form.
 * @typedef {readonly [Uint8Array, Uint8Array]} Points
 */

/**
 * Two units from four elements of Fp2: unit 0 and 1, lane 0 and 1.
 * @param {MillerContext} on @param {List} list - from x to their place
 * @param {(j: number, lane: number) => Uint8Array[]} coefficients
 */
function enterUnits({ arena, n2, unit, x, points, enter, run }, list, coefficients) {
    for (const j of [0, 1]) {
        for (const lane of [0, 1]) coefficients(j, lane).forEach((bytes, c) => {
            arena.u8().set(bytes, points + (2 * lane + c) * (n2 / 2));
        });
        enter(points, points + n2, x + j * unit);
    }
    run(list);
}

/** Piece j of some bytes. @param {Uint8Array} bytes @param {number} size @param {number} j */
const piece = (bytes, size, j) => bytes.subarray(j * size, (j + 1) * size);

/** T = Q and P of one or two pairs. @param {MillerContext} on @param {readonly Points[]} pairs */
function enterPairs(on, [first, second = first]) {
    const { n2, base, steps, points, x } = on, both = [first, second], n1 = n2 / 2;
    enterUnits(on, steps.q, (j, lane) => [0, 1].map((c) => piece(both[lane][1], n1, 2 * j + c)));
    enterUnits(on, steps.p, (j, lane) => [0, 1].map(() => piece(both[lane][0], n1, 1 - j)));
    base.f2m_one(points);
    on.enter(points, points, x);
    on.run(steps.start);
}

/** 1 / yP and xP / yP of points of G1. @param {MillerContext} on @param {Points} points */
function enterRails(on, points) {
    const { arena, base, n2, steps, points: at } = on, n1 = n2 / 2;
    const scales = points.map((P) => {
        arena.u8().set(P, at);
        base.f1m_inverse(at + n1, at + n1);
        base.f1m_mul(at, at + n1, at);
        return [arena.u8().slice(at + n1, at + n2), arena.u8().slice(at, at + n1)];
    });
    enterUnits(on, steps.railP, (j, lane) => [scales[lane][j], scales[lane][j]]);
}

/**
 * f = the product of the Miller functions at pairs and at prepared pairs, the latter up to a factor
 * in Fp2.
 *
 *   in      pairs      one or two, of a point of G1 and a point of G2
 *           prepared   lines of prepareLines, and as many points of G1
 * @param {MillerContext} on
 * @param {readonly Points[]} pairs
 * @param {{ lines: Uint8Array, points: Points }} [prepared]
 */
export function millerOnLanes(on, pairs, prepared) {
    const { arena, base, packed, unit, run, digits, lines, lists } = on;
    enterPairs(on, pairs);
    if (prepared) {
        enterRails(on, prepared.points);
        arena.u8().set(prepared.lines, lines);
    }
    base.ftm_one(packed);
    enterFp12(on, packed);
    let next = lines;
    const times = () => {
        mulLines(on, pairs.length, prepared && next);
        next += LINE * unit;
    };
    digits.forEach((digit, i) => {
        if (i) sqrFp12(on);
        double(on);
        times();
        if (!digit) return;
        add(on);
        times();
    });
    if (on.record.seed < 0n) run(lists.conj);
}

/**
 * The lines of two points of G2, as millerOnLanes takes them.
 * @param {MillerContext} on
 * @param {readonly [Uint8Array, Uint8Array]} prepared - from prepareG2 of the base module, not at
 *   infinity
 * @returns {Uint8Array | undefined} undefined for a line that cannot be divided by its first
 *   coefficient
 */
export function prepareLines(on, prepared) {
    const { arena, base, n2, unit, x, count, lines, rail, unscaled, inverses, steps } = on, step = 3 * n2;
    prepared.forEach((bytes, lane) => {
        const from = unscaled[lane];
        arena.u8().set(bytes.subarray(step, step * (count + 1)), from);
        base.f2m_batchInverse(from, step, count, inverses, n2);
        for (let k = 0; k < count; k++) for (const c of [1, 2])
            base.f2m_mul(from + step * k + c * n2, inverses + k * n2, from + step * k + c * n2);
    });
    for (let k = 0; k < count; k++) {
        const [a, b] = unscaled.map((from) => from + step * k);
        if (base.f2m_isZero(a) || base.f2m_isZero(b)) return undefined;
        on.enter(a + 2 * n2, b + 2 * n2, x);
        on.enter(a + n2, b + n2, x + unit);
        on.run(steps.rail);
        on.copy(rail, lines + LINE * k * unit, LINE);
    }
    return arena.u8().slice(lines, lines + LINE * count * unit);
}
