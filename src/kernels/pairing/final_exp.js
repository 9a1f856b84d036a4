/**
 * Whether the final exponentiation takes a value of the Miller loop to one, on lanes.
 *
 * Powers of the seed are made of squarings in compressed form: of an element of the cyclotomic
 * subgroup, c1, c2, c4 and c5 say what c0 and c3 are,
 *
 *   c3 = ((1 + u) c5^2 + 3 c2^2 - 2 c4) / (4 c1)      where c1 is not 0
 *   c0 = (1 + u) (2 c3^2 + c1 c5 - 3 c2 c4) + 1
 *
 * and those of the square are made of these four by six squares in Fp2 instead of nine. The powers
 * that the seed is a product of are taken out of their form together, with one inversion. An
 * element with c1 = 0, as one is, is left to the base module.
 *
 *   cost    a power of the seed: 6 squares of Fp2 for each bit, a product of Fp12 for each that is
 *           set, an inversion
 *   source  Karabina, "Squaring in cyclotomic subgroups", 2013; Aranha, Karabina, Longa, Gebotys,
 *           Lopez 2011, section 5; the chain: Hayashida, Hayasaka, Teruya 2020
 * @module kernels/pairing/final_exp
 */
/** @import { List, PairingContext } from "./context.js" */
/** @import { Fp12Context } from "./fp12.js" */
/** @import { Form } from "./forms.js" */
import { conj, less, sum, times, xi } from "./forms.js";
import { elements, enterFp12, F12, leaveFp12, mulFp12 } from "./fp12.js";

/** Set bits of a seed at most: for their powers there is room among the products. */
const MOST_BITS = 6;

/**
 * @typedef {Fp12Context & {
 *     positions: number[], compressed: number, kept: number, powers: number, packed: number,
 *     denominators: number, a: number, first: number, other: number, frobenius: number[],
 *     chain: Record<"compress" | "square" | "conjugate", List>, opening: Opening,
 * }} ExponentContext positions: of the bits of the seed that are set, the lowest first; compressed:
 * (c1, c2), (c4, c5)
 *   and their sum; kept: of the powers at these positions; powers: the same whole; packed,
 *   denominators: in the base module's form
 */

/**
 * Places of what takes kept elements out of their form, in `half` units each, and the lists between
 * its products.
 * @typedef {Record<"C5" | "C2" | "C1" | "C4" | "numerators" | "denominators" | "C3" | "half",
 *   number>
 *     & { lists: Record<"split" | "fractions" | "inverses" | "c3" | "whole", List> }} Opening
 */

/**
 * @param {Fp12Context} on
 * @returns {ExponentContext}
 */
export function openFinalExp(on) {
    const { seed } = on.record, bits = [...(seed < 0n ? -seed : seed).toString(2)].reverse();
    const positions = bits.flatMap((bit, i) => (bit === "1" ? [i] : [])), count = positions.length;
    if (count % 2 || count > MOST_BITS)
        throw new RangeError(`pairing on lanes: expected a seed with 2, 4 or ${MOST_BITS} bits set, got ${count}`);
    const [compressed, kept, powers] = [3, 2 * count, F12 * count].map(on.alloc);
    const [a, first, other] = [F12, F12, F12].map(on.alloc);
    const [packed, denominators] = [2 * F12, count].map((elements) => on.allocBytes(elements * on.n2));
    return {
        ...on, positions, compressed, kept, powers, packed, denominators, a, first, other,
        frobenius: [1, 2].map((power) => frobeniusFactors(on, packed, power)),
        chain: { ...squaring(on, compressed), conjugate: conjugates(on) },
        opening: openingOf(on, kept, powers, count / 2),
    };
}

/**
 * Into compressed form, and from the squares of that to that of the square.
 * @param {PairingContext & { f: number, z: number }} on
 * @param {number} at - of the compressed form
 */
function squaring(on, at) {
    const [P, Q] = [0, 1].map((j) => on.lanes(at, j));
    const [p, q, s] = [0, 1, 2].map((j) => at + j * on.unit);
    const [, c2, c4, c1, , c5] = elements(on, on.f);
    const total = on.sums(s, sum(P[0], Q[0]), sum(P[1], Q[1]));
    const [P2, Q2, S2] = [0, 1, 2].map((j) => on.lanes(on.z, j));
    // (c1 + c4 s)^2 and (c2 + c5 s)^2 with s^2 = 1 + u, in the lanes
    const [low1, low2] = P2.map((square, l) => sum(square, xi(Q2[l])));
    const [high1, high2] = S2.map((square, l) => less(square, P2[l], Q2[l]));
    const next = (/** @type {Form} */ square, /** @type {Form} */ c, /** @type {number} */ k) =>
        sum(times(square, 3), times(c, k));
    return {
        compress: on.list(on.sums(p, c1, c2), on.sums(q, c4, c5), total),
        square: on.list(
            on.sums(p, next(xi(high2), P[0], 2), next(low1, P[1], -2)),
            on.sums(q, next(low2, Q[0], -2), next(high1, Q[1], 2)),
            total,
        ),
    };
}

/**
 * @param {PairingContext & { x: number, z: number }} on
 * @param {number} kept - two units for each element
 * @param {number} powers - where to
 * @param {number} half - of the elements: two of them are in the lanes of a unit
 * @returns {Opening}
 */
function openingOf(on, kept, powers, half) {
    const block = on.alloc(7 * half);
    const one = oneIn(on);
    const place = (/** @type {number} */ row) => block + row * half * on.unit;
    // squares and products are made of what lies behind one another: C5 and C2, C1 and C4
    const [C5, C2, C1, C4, numerators, denominators, C3] = [0, 1, 2, 3, 4, 5, 6].map(place);
    const each = (/** @type {(i: number) => import("./forms.js").Sum[]} */ f) =>
        on.list(Array.from({ length: half }, (_, i) => f(i)).flat());
    const put = (/** @type {number} */ to, /** @type {number} */ i, /** @type {(l: number) => Form} */ f) =>
        on.sums(to + i * on.unit, f(0), f(1));
    /** Row k of products. @param {number} k @param {number} i */
    const Z = (k, i) => on.lanes(on.z, k * half + i);
    /**
     * What elements 2 i and 2 i + 1 have in a lane.
     * @param {number} i
     * @param {number} j
     * @param {number} lane
     */
    const keptAt = (i, j, lane) => (/** @type {number} */ l) => on.lanes(kept, 2 * (2 * i + l) + j)[lane];
    const lists = {
        split: each((i) => [
            ...put(C1, i, keptAt(i, 0, 0)), ...put(C2, i, keptAt(i, 0, 1)),
            ...put(C4, i, keptAt(i, 1, 0)), ...put(C5, i, keptAt(i, 1, 1)),
        ]),
        fractions: each((i) => [
            ...put(numerators, i, (l) =>
                sum(xi(Z(0, i)[l]), times(Z(1, i)[l], 3), times(on.lanes(C4, i)[l], -2))),
            ...put(denominators, i, (l) => times(on.lanes(C1, i)[l], 4)),
        ]),
        inverses: each((i) => put(denominators, i, (l) => Z(0, i)[l])),
        c3: each((i) => put(C3, i, (l) => Z(0, i)[l])),
        whole: each((i) => [0, 1].flatMap((l) => {
            const inside = sum(times(Z(0, i)[l], 2), Z(1, i)[l], times(Z(2, i)[l], -3));
            const c0 = sum(xi(inside), on.element(one, l));
            const to = powers + F12 * (2 * i + l) * on.unit;
            const [c1, c2, c3, c4, c5] = [C1, C2, C3, C4, C5].map((C) => on.lanes(C, i)[l]);
            return [[c0, c1], [c2, c3], [c4, c5]].flatMap(([even, odd], j) => on.sums(to + j * on.unit, even, odd));
        })),
    };
    return { C5, C2, C1, C4, numerators, denominators, C3, half, lists };
}

/** A unit with one in both lanes. @param {PairingContext & { x: number }} on */
function oneIn(on) {
    const at = on.allocBytes(on.n2);
    const to = on.alloc(1);
    on.base.f2m_one(at);
    on.enter(at, at, on.x);
    on.run(on.list(on.sums(to, on.element(on.x, 0), on.element(on.x, 1))));
    return to;
}

/** The coefficients of f conjugated over Fp, to x. @param {Fp12Context} on */
const conjugates = (on) => on.list([0, 1, 2].flatMap((j) => {
    const [even, odd] = on.lanes(on.f, j).map(conj);
    return on.sums(on.x + j * on.unit, even, odd);
}));

/**
 * x -> x^(p^power) multiplies each coefficient, conjugated if power is odd, by one of these.
 * @param {Fp12Context} on
 * @param {number} packed
 * @param {number} power
 */
function frobeniusFactors(on, packed, power) {
    const { base, n2 } = on, to = on.alloc(F12);
    for (let j = 0; j < 2 * F12; j++) base.f2m_one(packed + j * n2);
    base[`ftm_frobeniusMap${power}`](packed, packed);
    enterFp12(on, packed);
    on.copy(on.f, to, F12);
    return to;
}

/** f = f^(p^power). @param {ExponentContext} on @param {1 | 2} power */
function frobenius({ run, mul, copy, f, x, z, chain, lists, frobenius: factors }, power) {
    if (power === 1) run(chain.conjugate);
    else copy(f, x, F12);
    mul(x, factors[power - 1], F12, z);
    copy(z, x, F12);
    run(lists.toF);
}

/** f = 1 / f in the cyclotomic subgroup. @param {ExponentContext} on */
const invert = ({ run, lists }) => run(lists.conj);

/**
 * f = f^seed, in the cyclotomic subgroup.
 * @param {ExponentContext} on
 * @returns {boolean} false where the compressed form of a power does not say what it is; f is no
 *   use then
 */
export function powSeed(on) {
    const { run, sqr, copy, unit, positions, compressed, kept, powers, z, f, chain, record } = on;
    run(chain.compress);
    let done = 0;
    positions.forEach((position, k) => {
        for (; done < position; done++) {
            sqr(compressed, F12, z);
            run(chain.square);
        }
        copy(compressed, kept + 2 * k * unit, 2);
    });
    if (!openPowers(on)) return false;
    copy(powers, f, F12);
    for (let k = 1; k < positions.length; k++) timesAt(on, powers + F12 * k * unit);
    if (record.seed < 0n) invert(on);
    return true;
}

/**
 * The powers from what is kept.
 * @param {ExponentContext} on
 * @returns {boolean} false where that does not say what they are
 */
export function openPowers({ run, mul, sqr, unit, n2, base, z, denominators: packed, leave, enter, opening }) {
    const { C5, C1, numerators, denominators, C3, half, lists } = opening, count = 2 * half;
    const pairs = Array.from({ length: half }, (_, i) => ({ first: packed + 2 * i * n2, at: i * unit }));
    run(lists.split);
    sqr(C5, count, z); // and C2
    run(lists.fractions);
    for (const { first, at } of pairs) leave(denominators + at, first, first + n2);
    for (let k = 0; k < count; k++) if (base.f2m_isZero(packed + k * n2)) return false;
    base.f2m_batchInverse(packed, n2, count, packed, n2);
    for (const { first, at } of pairs) enter(first, first + n2, z + at);
    run(lists.inverses);
    mul(numerators, denominators, half, z);
    run(lists.c3);
    sqr(C3, half, z);
    mul(C1, C5, count, z + half * unit); // c1 c5, and c4 c2
    run(lists.whole);
    return true;
}

/** f = f times the element at `from`. @param {ExponentContext} on @param {number} from */
function timesAt(on, from) {
    on.copy(from, on.g, F12);
    mulFp12(on);
}

/**
 * f = f^(p^6 - 1)^(p^2 + 1), and f to `first`; f is not 0 and lies at `packed`, too.
 * @param {ExponentContext} on
 */
function easyPart(on) {
    const { base, packed, copy, f, a, first } = on;
    base.ftm_inverse(packed, packed);
    invert(on);
    enterFp12(on, packed, on.g);
    mulFp12(on);
    copy(f, a, F12);
    frobenius(on, 2);
    timesAt(on, a);
    copy(f, first, F12);
}

/**
 * f = the power of f times another power of it; what f was is at `a` afterwards.
 * @param {ExponentContext} on
 * @param {() => boolean} power - of f
 * @param {() => void} other - of the former f
 */
function powerTimes(on, power, other) {
    const { copy, f, a } = on;
    copy(f, a, F12);
    if (!power()) return false;
    copy(f, on.other, F12);
    copy(a, f, F12);
    other();
    timesAt(on, on.other);
    return true;
}

/**
 * f = f^((z - 1)^2 (z + p) (z^2 + p^2 - 1)).
 * @param {ExponentContext} on
 * @returns {boolean} as of powSeed
 */
function hardPart(on) {
    const { copy, f, a } = on, seed = () => powSeed(on);
    const times = (/** @type {() => boolean} */ power, /** @type {() => void} */ other) => powerTimes(on, power, other);
    if (!times(seed, () => invert(on)) || !times(seed, () => invert(on))) return false;
    if (!times(seed, () => frobenius(on, 1))) return false;
    if (!times(() => seed() && seed(), () => frobenius(on, 2))) return false;
    copy(f, on.other, F12);
    copy(a, f, F12);
    invert(on);
    timesAt(on, on.other);
    return true;
}

/**
 * Is f^(3 (p^12 - 1) / r) one? f is no use afterwards. Zero, which is no value of a Miller loop, is
 * not.
 * @param {ExponentContext} on
 * @returns {boolean | undefined} undefined where that is left to the base module
 */
export function isOneAfterFinalExp(on) {
    const { base, packed, first } = on;
    leaveFp12(on, packed);
    if (base.ftm_isZero(packed)) return false;
    easyPart(on);
    if (!hardPart(on)) return undefined;
    for (let i = 0; i < 3; i++) timesAt(on, first);
    leaveFp12(on, packed);
    return base.ftm_isOne(packed) === 1;
}
