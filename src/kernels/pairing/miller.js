/**
 * The Miller loop on lanes: two pairs of points in the lanes of units, and two pairs whose lines are prepared. The
 * formulas are those of the base module (scripts/wasm/pairing/lines.js), where each is explained, on an M-twist:
 * c1 + cx xP w^2 + cy yP w^3. Prepared lines are divided by cy yP, which the final exponentiation takes to one.
 * @module kernels/pairing/miller
 */
/** @import { List, PairingContext } from "./context.js" */
/** @import { Fp12Context, LineProduct } from "./fp12.js" */
/** @import { Form } from "./forms.js" */
import { less, sum, times, xi } from "./forms.js";
import { enterFp12, lineProduct, mulLine, sqrFp12 } from "./fp12.js";

/**
 * @template {Fp12Context} C
 * @typedef {C & {
 *     digits: number[], t: number, q: number, u: number, v: number, l: number, c1: number, p: number, scaled: number,
 *     rail: number, railP: number, railScaled: number, packedPoints: number,
 *     steps: Record<"start" | "double" | "doubled" | "slopes" | "line" | "joined" | "added" | "p" | "q" | "railP", List>,
 *     count: number, lines: number, railLine: List, packedLines: [number, number], inverses: number,
 *     legs: LineProduct[], rails: LineProduct[],
 * }} MillerContext
 */

/** Coefficients of a line, units that stand one behind the other: of (cy, cx), and the factors of P for them. */
const LINE = 2;

/** Whether the loop only adds. @param {bigint} loop */
const digitsOf = (loop) => [...loop.toString(2)].slice(1).map(Number);

/**
 * @template {Fp12Context} C
 * @param {C} on
 * @returns {MillerContext<C>}
 */
export function openMiller(on) {
    const [t, q, u, v] = [4, 2, 4, 4].map(on.alloc);
    const [l, c1, p, scaled] = [LINE, 1, LINE, LINE].map(on.alloc), [rail, railP, railScaled] = [0, 0, 0].map(() => on.alloc(LINE));
    const own = { t, q, u, v, l, c1, p, scaled, rail, railP, railScaled, packedPoints: on.allocBytes(8 * on.n2) };
    const at = (/** @type {number} */ from, /** @type {number} */ j) => from + j * on.unit;
    // b is of x and d of y
    const legs = [0, 1].map((lane) => lineProduct(on, { a: c1, b: at(scaled, 1), d: scaled }, lane));
    const rails = [0, 1].map((lane) => lineProduct(on, { a: railScaled, b: at(railScaled, 1) }, lane));
    const digits = digitsOf(on.record.pairing.loop), count = digits.length + digits.filter(Boolean).length;
    return {
        ...on, ...own, digits, legs, rails, count, lines: on.alloc(LINE * count),
        railLine: on.list([0, 1].flatMap((j) => on.sums(at(rail, j), ...pair([0, 1].map((lane) => on.element(at(on.x, j), lane)))))),
        packedLines: pair([0, 1].map(() => on.allocBytes(3 * count * on.n2))), inverses: on.allocBytes(count * on.n2),
        steps: { ...doubling(on, own), ...addition(on, own) },
    };
}

/** @typedef {{ t: number, q: number, u: number, v: number, l: number, c1: number, p: number, railP: number }} Places */

/** @param {PairingContext & { z: number }} on @param {(l: number) => (k: number) => Form} z @param {[number, (z: (k: number) => Form) => Form][]} outs */
const inLanes = (on, z, outs) => outs.flatMap(([to, f]) => on.sums(to, f(z(0)), f(z(1))));

/** A reader of units that lie behind one another. @param {PairingContext} on @param {number} from */
const reader = (on, from) => (/** @type {number} */ l) => (/** @type {number} */ k) => on.element(from + k * on.unit, l);

/**
 * T = 2 T. t: Y, Z, Y + Z, X. Squares of these and X Y, to z; then (a, b) (b - f, h), and (b + f)^2, e^2.
 * @param {Fp12Context} on @param {Places} places
 */
function doubling(on, { t, u, v, l, c1 }) {
    const b3 = Number(on.record.g1.b), at = (/** @type {number} */ from, /** @type {number} */ j) => from + j * on.unit;
    const Z = reader(on, on.z);
    const e1 = (/** @type {(k: number) => Form} */ z) => times(xi(z(1)), b3); // b' Z^2 = e / 3
    const h = (/** @type {(k: number) => Form} */ z) => less(z(2), z(0), z(1));
    const first = inLanes(on, Z, [
        [at(v, 2), e1], [at(v, 1), h], [at(u, 1), (z) => z(0)], [u, (z) => times(z(4), 2)],
        [at(l, 1), (z) => times(z(3), 3)], [l, (z) => times(h(z), -1)],
    ]);
    const E = reader(on, at(v, 2)), B = reader(on, at(u, 1));
    const both = (/** @type {number} */ to, /** @type {(e: Form, b: Form) => Form} */ f) =>
        on.sums(to, ...pair([0, 1].map((lane) => f(E(lane)(0), B(lane)(0)))));
    const second = [
        ...both(v, (e, b) => less(b, times(e, 9))), ...both(c1, (e, b) => less(times(e, 3), b)),
        ...both(at(u, 2), (e, b) => sum(b, times(e, 9))), ...both(at(u, 3), (e) => times(e, 3)),
    ];
    const y = (/** @type {(k: number) => Form} */ z) => less(z(2), times(z(3), 12)), zz = (/** @type {(k: number) => Form} */ z) => times(z(1), 4);
    return {
        double: on.list(first, second),
        doubled: on.list(inLanes(on, Z, [[t, y], [at(t, 1), zz], [at(t, 2), (z) => sum(y(z), zz(z))], [at(t, 3), (z) => z(0)]])),
    };
}

/**
 * T = T + Q, with Q = (x, y) in q: what is read after each of its four rounds of products.
 * @param {Fp12Context} on @param {Places} places
 */
function addition(on, { t, q, u, v, l, c1, p, railP }) {
    const at = (/** @type {number} */ from, /** @type {number} */ j) => from + j * on.unit;
    const [Z, T, Q, X] = [on.z, t, q, on.x].map((from) => reader(on, from));
    const put = (/** @type {number} */ to, /** @type {(l: number) => Form} */ f) => on.sums(to, ...pair([0, 1].map(f)));
    const both = (/** @type {number} */ to) => on.list(put(to, (i) => X(i)(0)), put(at(to, 1), (i) => X(i)(1)));
    const th = (/** @type {number} */ i) => less(T(i)(0), Z(i)(0)), la = (/** @type {number} */ i) => less(T(i)(3), Z(i)(1));
    const h = (/** @type {number} */ i) => less(sum(Z(i)(0), Z(i)(1)), times(Z(i)(2), 2));
    const y = (/** @type {number} */ i) => less(Z(i)(1), Z(i)(2));
    return {
        q: both(q), p: both(p), railP: both(railP),
        start: on.list(
            put(t, (i) => Q(i)(1)), put(at(t, 3), (i) => Q(i)(0)), put(at(t, 1), (i) => X(i)(0)),
            put(at(t, 2), (i) => sum(Q(i)(1), X(i)(0))),
        ),
        // of y Z, x Z
        slopes: on.list(put(u, th), put(at(u, 1), la), put(l, la), put(at(l, 1), (i) => times(th(i), -1))),
        // of th x, la y, c = th^2, d = la^2
        line: on.list(
            put(c1, (i) => less(Z(i)(0), Z(i)(1))), put(v, (i) => Z(i)(3)), put(at(v, 1), (i) => Z(i)(2)),
        ),
        // of e = d la, f = Z c, g = X d
        joined: on.list(put(v, h), put(at(v, 1), (i) => less(Z(i)(2), h(i))), put(at(v, 2), (i) => Z(i)(0))),
        // of la h, th (g - h), e Y, e Z
        added: on.list(
            put(t, y), put(at(t, 1), (i) => Z(i)(3)), put(at(t, 2), (i) => sum(y(i), Z(i)(3))), put(at(t, 3), (i) => Z(i)(0)),
        ),
    };
}

/** @template T @param {T[]} list @returns {[T, T]} */
const pair = (list) => [list[0], list[1]];

/** T = 2 T, and the lines. @param {MillerContext<Fp12Context>} on */
function double({ run, mul, sqr, unit, t, u, v, z, steps }) {
    sqr(t, 4, z);
    mul(t + 3 * unit, t, 1, z + 4 * unit);
    run(steps.double);
    mul(u, v, 2, z);
    sqr(u + 2 * unit, 2, z + 2 * unit);
    run(steps.doubled);
}

/** T = T + Q, and the lines. @param {MillerContext<Fp12Context>} on */
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

/** f times the lines, of which the first `legs` and the prepared ones count. @param {MillerContext<Fp12Context>} on @param {number} legs @param {number | undefined} prepared - where the next prepared ones are */
function mulLines(on, legs, prepared) {
    on.mul1(on.l, on.p, 2 * LINE, on.scaled);
    for (const leg of on.legs.slice(0, legs)) mulLine(on, leg);
    if (prepared === undefined) return;
    on.mul1(prepared, on.railP, 2 * LINE, on.railScaled);
    for (const rail of on.rails) mulLine(on, rail);
}

/**
 * f = the product of the Miller functions at pairs and at prepared pairs.
 *
 *   in      pairs   one or two of points of order r that are not at infinity, affine, in the base module's form
 *           lines   of prepareLines, with as many points of G1
 * @param {MillerContext<Fp12Context>} on
 * @param {readonly (readonly [Uint8Array, Uint8Array])[]} pairs
 * @param {{ lines: Uint8Array, points: readonly [Uint8Array, Uint8Array] }} [prepared]
 */
export function millerOnLanes(on, pairs, prepared) {
    const { arena, base, packedPoints, n2, unit, x, run, steps, digits, lines, lists } = on;
    const [first, second = first] = pairs;
    const u8 = () => arena.u8(), n1 = n2 / 2, place = (/** @type {number} */ j) => packedPoints + j * n2;
    /** Two elements of Fp2 for each unit of x. @param {List} list */
    const enter = (list) => {
        for (const j of [0, 1]) on.enter(place(2 * j), place(2 * j + 1), x + j * unit);
        run(list);
    };
    /** An element of Fp as both coefficients. @param {number} j @param {Uint8Array} bytes */
    const twice = (j, bytes) => [0, n1].forEach((by) => u8().set(bytes, place(j) + by));
    [first, second].forEach(([, q], lane) => [0, 1].forEach((j) => u8().set(q.subarray(j * n2, (j + 1) * n2), place(2 * j + lane))));
    enter(steps.q);
    [first, second].forEach(([p], lane) => [1, 0].forEach((c, j) => twice(2 * j + lane, p.subarray(c * n1, (c + 1) * n1))));
    enter(steps.p);
    if (prepared) {
        prepared.points.forEach((p, lane) => {
            const [px, py] = [place(lane), place(lane) + n1];
            u8().set(p, px);
            base.f1m_inverse(py, py);
            base.f1m_mul(px, py, px);
            const [xy, iy] = [px, py].map((from) => u8().slice(from, from + n1));
            twice(lane, iy);
            twice(2 + lane, xy);
        });
        enter(steps.railP);
        u8().set(prepared.lines, lines);
    }
    base.f2m_one(place(0));
    on.enter(place(0), place(0), x);
    run(steps.start);
    base.ftm_one(place(0));
    enterFp12(on, place(0));
    let next = lines;
    const lineStep = () => {
        mulLines(on, pairs.length, prepared && next);
        next += LINE * unit;
    };
    digits.forEach((digit, i) => {
        if (i) sqrFp12(on);
        double(on);
        lineStep();
        if (!digit) return;
        add(on);
        lineStep();
    });
    if (on.record.seed < 0n) run(lists.conj);
}

/**
 * The lines of two points of G2, as millerOnLanes takes them.
 * @param {MillerContext<Fp12Context>} on
 * @param {readonly [Uint8Array, Uint8Array]} points - from prepareG2 of the base module, not at infinity
 * @returns {Uint8Array | undefined} undefined for a line that cannot be divided by its first coefficient
 */
export function prepareLines(on, points) {
    const { arena, base, n2, unit, x, railLine, count, lines, packedLines: [first, second], inverses } = on, u8 = () => arena.u8();
    points.forEach((bytes, lane) => {
        const from = [first, second][lane];
        u8().set(bytes.subarray(3 * n2, 3 * n2 * (count + 1)), from);
        base.f2m_batchInverse(from, 3 * n2, count, inverses, n2);
        for (let k = 0; k < count; k++) {
            const line = from + 3 * n2 * k;
            for (const c of [1, 2]) base.f2m_mul(line + c * n2, inverses + k * n2, line + c * n2);
        }
    });
    for (let k = 0; k < count; k++) {
        const [a, b] = [first, second].map((from) => from + 3 * n2 * k);
        if (base.f2m_isZero(a) || base.f2m_isZero(b)) return undefined;
        on.enter(a + 2 * n2, b + 2 * n2, x);
        on.enter(a + n2, b + n2, x + unit);
        on.run(railLine);
        on.copy(on.rail, lines + LINE * k * unit, LINE);
    }
    return u8().slice(lines, lines + LINE * count * unit);
}
