/**
 * Products in Fp12 on lanes: with another element, with itself, and with lines. The element that
 * they change is `f`.
 * @module kernels/pairing/fp12
 */
/** @import { List, PairingContext } from "./context.js" */
/** @import { Form } from "./forms.js" */
import { less, sum, times, xi } from "./forms.js";

/** Units of an element. */
export const F12 = 3;

/**
 * @typedef {PairingContext & {
 *     f: number, g: number, x: number, y: number, z: number,
 *     lists: Record<"mulBefore" | "mulAfter" | "sqrBefore" | "sqrAfter" | "conj" | "toF" | "toG",
 *     List>,
 * }} Fp12Context f, g: elements; x, y: factors; z: products
 */

/** Most products at once: of two elements. */
const PRODUCTS = 9;

/**
 * @param {PairingContext} on
 * @returns {Fp12Context}
 */
export function openFp12(on) {
    const f = on.alloc(F12 + 2);
    const g = on.alloc(F12);
    const [x, y, z] = [0, 0, 0].map(() => on.alloc(PRODUCTS));
    const mul = { before: [...crossSums(on, f, x), ...crossSums(on, g, y)], after: afterMul(on, f, z) };
    const same = (/** @type {number} */ to) =>
        [0, 1, 2].flatMap((j) => on.sums(to + j * on.unit, ...on.lanes(x, j)));
    const lists = {
        toF: on.list(same(f)), toG: on.list(same(g)),
        mulBefore: on.list(mul.before), mulAfter: on.list(mul.after),
        sqrBefore: on.list(beforeSqr(on, f, x, y)), sqrAfter: on.list(afterSqr(on, f, z)),
        conj: on.list(elements(on, f).slice(F12).flatMap((odd, j) =>
            on.sums(f + j * on.unit, elements(on, f)[j], times(odd, -1)))),
    };
    return { ...on, f, g, x, y, z, lists };
}

/**
 * c0 c2 c4 c1 c3 c5 of the element at f.
 * @param {PairingContext} on
 * @param {number} f
 * @returns {Form[]}
 */
export const elements = (on, f) => [0, 1].flatMap((lane) => [0, 1, 2].map((j) => on.element(f + j * on.unit, lane)));

/** The sums that Karatsuba's product of cubic extensions takes. @param {Form[]} a */
const karatsuba = ([a0, a1, a2]) => [a0, a1, a2, sum(a1, a2), sum(a0, a1), sum(a0, a2)];

/** The product of these, modulo v^3 = xi. @param {Form[]} products */
const cubic = ([v0, v1, v2, t12, t01, t02]) => [
    sum(v0, xi(less(t12, v1, v2))), sum(less(t01, v0, v1), xi(v2)), sum(less(t02, v0, v2), v1),
];

/** a v. @param {Form[]} a */
const timesV = ([a0, a1, a2]) => [xi(a2), a0, a1];

/**
 * Six factors for each half, and six for their sum, two in a unit.
 * @param {PairingContext} on
 * @param {number} from
 * @param {number} to
 */
function crossSums(on, from, to) {
    const all = elements(on, from);
    const [g, h] = [all.slice(0, 3), all.slice(3)].map(karatsuba);
    const s = karatsuba(g.slice(0, 3).map((c, j) => sum(c, h[j])));
    const at = (/** @type {number} */ j) => to + j * on.unit;
    return [
        ...g.flatMap((c, j) => on.sums(at(j), c, h[j])),
        ...[0, 1, 2].flatMap((j) => on.sums(at(6 + j), s[2 * j], s[2 * j + 1])),
    ];
}

/** @param {PairingContext} on @param {number} f @param {number} z */
function afterMul(on, f, z) {
    const lane = (/** @type {number} */ l) => [0, 1, 2, 3, 4, 5].map((j) => on.element(z + j * on.unit, l));
    const [gg, hh] = [0, 1].map((l) => cubic(lane(l)));
    const ss = cubic([0, 1, 2, 3, 4, 5].map((j) => on.element(z + (6 + (j >> 1)) * on.unit, j & 1)));
    const even = timesV(hh).map((c, j) => sum(gg[j], c));
    const odd = ss.map((c, j) => less(c, gg[j], hh[j]));
    return even.flatMap((c, j) => on.sums(f + j * on.unit, c, odd[j]));
}

/**
 * Factors of g h in lane 0, and of (g + h) (g + v h) in lane 1.
 * @param {PairingContext} on @param {number} f @param {number} x @param {number} y
 */
function beforeSqr(on, f, x, y) {
    const all = elements(on, f);
    const g = all.slice(0, 3);
    const h = all.slice(3);
    const vh = timesV(h);
    const other = (/** @type {Form[]} */ b) => karatsuba(g.map((c, j) => sum(c, b[j])));
    const put = (/** @type {number} */ to, /** @type {Form[]} */ a, /** @type {Form[]} */ b) =>
        a.flatMap((c, j) => on.sums(to + j * on.unit, c, b[j]));
    return [...put(x, karatsuba(g), other(h)), ...put(y, karatsuba(h), other(vh))];
}

/** g^2 + v h^2 and 2 g h. @param {PairingContext} on @param {number} f @param {number} z */
function afterSqr(on, f, z) {
    const lane = (/** @type {number} */ l) => [0, 1, 2, 3, 4, 5].map((j) => on.element(z + j * on.unit, l));
    const [gh, all] = [0, 1].map((l) => cubic(lane(l)));
    const vgh = timesV(gh);
    return gh.flatMap((c, j) => on.sums(f + j * on.unit, less(all[j], c, vgh[j]), times(c, 2)));
}

/** f = f g @param {Fp12Context} on */
export function mulFp12({ run, mul, lists, x, y, z }) {
    run(lists.mulBefore);
    mul(x, y, PRODUCTS, z);
    run(lists.mulAfter);
}

/** f = f^2, of any element. @param {Fp12Context} on */
export function sqrFp12({ run, mul, lists, x, y, z }) {
    run(lists.sqrBefore);
    mul(x, y, 6, z);
    run(lists.sqrAfter);
}

/**
 * A product by a line in one lane of units.
 * @typedef {{ before: List, after: List, full: boolean }} LineProduct
 */

/**
 * The product of f with a + b w^2 + d w^3.
 * @param {Fp12Context} on
 * @param {{ a: number, b: number, d?: number }} units - d: one, where there is none
 * @param {number} lane - in which the line stands
 * @returns {LineProduct}
 */
export function lineProduct(on, units, lane) {
    const { f, y, z, unit } = on, at = (/** @type {number} */ from, /** @type {number} */ j) => from + j * unit;
    const [a, b] = [units.a, units.b].map((from) => on.element(from, lane));
    const both = (/** @type {number} */ to, /** @type {Form} */ c) => on.sums(to, c, c);
    const F = [0, 1, 2].map((j) => [0, 1].map((l) => on.element(at(f, j), l)));
    const before = [
        ...on.sums(at(f, 3), sum(F[0][0], F[1][0]), sum(F[0][1], F[1][1])), ...on.sums(at(f, 4), F[2][0], F[2][1]),
        ...[a, b, a, sum(a, b), b].flatMap((c, j) => both(at(y, j), c)),
        ...(units.d === undefined ? [] : [0, 1, 2].flatMap((j) => both(at(y, 5 + j), on.element(units.d ?? 0, lane)))),
    ];
    const Z = (/** @type {number} */ l) => Array.from({ length: 8 }, (_, j) => on.element(at(z, j), l));
    // f w^3 d
    const shifted = units.d === undefined ? F : [0, 1, 2].map((j) => [Z(0)[5 + j], Z(1)[5 + j]]);
    const even = timesV(timesV(shifted.map(([, h]) => h)));
    const odd = timesV(shifted.map(([g]) => g));
    const [low, high] = [0, 1].map((l) => {
        const [f0a, f1b, f2a, mixed, f2b] = Z(l);
        return [sum(f0a, xi(f2b)), less(mixed, f0a, f1b), sum(f1b, f2a)];
    });
    // to z, because each coefficient takes others of f
    const to = units.d === undefined ? on.x : f;
    const after = low.flatMap((c, j) => on.sums(at(to, j), sum(c, even[j]), sum(high[j], odd[j])));
    return { before: on.list(before), after: on.list(after), full: units.d !== undefined };
}

/** @param {Fp12Context} on @param {LineProduct} line */
export function mulLine({ run, mul, copy, unit, f, x, y, z }, { before, after, full }) {
    run(before);
    mul(f, y, 5, z);
    if (full) mul(f, y + 5 * unit, F12, z + 5 * unit);
    run(after);
    if (!full) copy(x, f, F12);
}

/**
 * An element of the base module to f or g.
 * @param {Fp12Context} on @param {number} from @param {number} [to]
 */
export function enterFp12(on, from, to = on.f) {
    const { n2, unit, x } = on;
    for (let j = 0; j < F12; j++) on.enter(from + j * n2, from + (F12 + j) * n2, x + j * unit);
    on.run(to === on.f ? on.lists.toF : on.lists.toG);
}

/** f to the base module. @param {Fp12Context} on @param {number} to */
export function leaveFp12(on, to) {
    for (let j = 0; j < F12; j++) on.leave(on.f + j * on.unit, to + j * on.n2, to + (F12 + j) * on.n2);
}
