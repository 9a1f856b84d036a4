/**
 * Whether the final exponentiation takes a value of the Miller loop to one, on lanes.
 *
 * Powers of the seed are made of squarings in compressed form: of an element of the cyclotomic subgroup, c1, c2, c4 and
 * c5 say what c0 and c3 are,
 *
 *   c3 = ((1 + u) c5^2 + 3 c2^2 - 2 c4) / (4 c1)      where c1 is not 0
 *   c0 = (1 + u) (2 c3^2 + c1 c5 - 3 c2 c4) + 1
 *
 * and those of the square are made of these four by six squares in Fp2 instead of nine. The powers that the seed is a
 * product of are taken out of their form together, with one inversion. An element with c1 = 0, as one is,
 * is left to the base module.
 *
 *   source  Karabina, "Squaring in cyclotomic subgroups", 2013; Aranha, Karabina, Longa, Gebotys, Lopez 2011, section 5;
 *           the chain: Hayashida, Hayasaka, Teruya 2020
 * @module kernels/pairing/final_exp
 */
/** @import { List } from "./context.js" */
/** @import { Fp12Context } from "./fp12.js" */
/** @import { Form } from "./forms.js" */
import { conj, less, sum, times, xi } from "./forms.js";
import { elements, enterFp12, F12, leaveFp12, mulFp12 } from "./fp12.js";

/**
 * @typedef {Fp12Context & {
 *     positions: number[], powers: number, kept: number, compressed: number, frobenius: number[], packed: number,
 *     denominators: number, a: number, first: number, other: number,
 *     chain: Record<"compress" | "square" | "open" | "close" | "invert" | "c3" | "whole" | "f2", List>,
 * }} ExponentContext positions: of the bits of the seed; powers: elements; kept: compressed ones
 */

/**
 * @param {Fp12Context} on
 * @returns {ExponentContext}
 */
export function openFinalExp(on) {
    const { seed } = on.record, bits = (seed < 0n ? -seed : seed).toString(2);
    const positions = [...bits].flatMap((bit, i) => (bit === "1" ? [bits.length - 1 - i] : [])).reverse();
    if (positions.length % 2 || positions.length > 6)
        throw new RangeError(`final exponentiation: expected a seed of 2, 4 or 6 bits that are set, got ${positions.length}`);
    const compressed = on.alloc(3), kept = on.alloc(2 * positions.length), powers = on.alloc(F12 * positions.length);
    const packed = on.allocBytes(2 * F12 * 2 * on.n2), denominators = on.allocBytes(positions.length * on.n2);
    return {
        ...on, positions, powers, kept, compressed, packed, denominators,
        a: on.alloc(F12), first: on.alloc(F12), other: on.alloc(F12),
        frobenius: [1, 2].map((power) => frobeniusFactors(on, packed, power)),
        chain: { ...squaring(on, compressed), ...opening(on, kept, powers, positions.length), f2: conjugates(on) },
    };
}

/** (c1, c2), (c4, c5) and their sum, from f, and of the square from the squares. @param {Fp12Context} on @param {number} at */
function squaring(on, at) {
    const [p, q, s] = [0, 1, 2].map((j) => at + j * on.unit), [, c2, c4, c1, , c5] = elements(on, on.f);
    const of = (/** @type {number} */ unit) => [0, 1].map((lane) => on.element(unit, lane));
    const total = on.sums(s, ...pair(of(p).map((c, lane) => sum(c, of(q)[lane]))));
    const [p2, q2, s2] = [0, 1, 2].map((j) => of(on.z + j * on.unit));
    // of the squares of c1 + c4 s and c2 + c5 s with s^2 = 1 + u
    const [low1, low2] = [0, 1].map((l) => sum(p2[l], xi(q2[l]))), [high1, high2] = [0, 1].map((l) => less(s2[l], p2[l], q2[l]));
    const three = (/** @type {Form} */ a, /** @type {Form} */ c, /** @type {number} */ k) => sum(times(a, 3), times(c, k));
    const [P, Q] = [of(p), of(q)];
    return {
        compress: on.list(on.sums(p, c1, c2), on.sums(q, c4, c5), total),
        square: on.list(
            on.sums(p, three(xi(high2), P[0], 2), three(low1, P[1], -2)),
            on.sums(q, three(low2, Q[0], -2), three(high1, Q[1], 2)),
            total,
        ),
    };
}

/** @template T @param {T[]} list @returns {[T, T]} */
const pair = (list) => [list[0], list[1]];

/**
 * What takes `count` kept elements out of their form, two in the lanes of units.
 * @param {Fp12Context} on
 * @param {number} kept
 * @param {number} powers
 * @param {number} count
 */
function opening(on, kept, powers, count) {
    const half = count / 2, block = on.alloc(half * 7), one = on.alloc(1);
    const place = (/** @type {number} */ row) => block + row * half * on.unit;
    const [C5, C2, C1, C4, N, D, C3] = [0, 1, 2, 3, 4, 5, 6].map(place);
    putOne(on, one);
    const at = (/** @type {number} */ from, /** @type {number} */ i) => from + i * on.unit;
    const both = (/** @type {number} */ from, /** @type {number} */ i) => [0, 1].map((l) => on.element(at(from, i), l));
    const each = (/** @type {(i: number) => any} */ f) => Array.from({ length: half }, (_, i) => f(i)).flat();
    const Z = (/** @type {number} */ row, /** @type {number} */ i) => both(at(on.z, row * half), i);
    const lanes = (/** @type {(l: number) => Form} */ f) => pair([0, 1].map(f));
    const split = each((i) => [[C1, 0, 0], [C2, 0, 1], [C4, 1, 0], [C5, 1, 1]].flatMap(([to, unit, lane]) =>
        on.sums(at(to, i), ...lanes((l) => on.element(at(kept, 2 * (2 * i + l) + unit), lane)))));
    return {
        open: on.list(split),
        close: on.list(each((i) => [
            ...on.sums(at(N, i), ...lanes((l) => sum(xi(Z(0, i)[l]), times(Z(1, i)[l], 3), times(both(C4, i)[l], -2)))),
            ...on.sums(at(D, i), ...lanes((l) => times(both(C1, i)[l], 4))),
        ])),
        invert: on.list(each((i) => on.sums(at(D, i), ...pair(both(at(on.z, 0), i))))),
        c3: on.list(each((i) => on.sums(at(C3, i), ...pair(Z(0, i))))),
        whole: on.list(each((i) => [0, 1].flatMap((l) => {
            const c0 = sum(xi(sum(times(Z(0, i)[l], 2), Z(1, i)[l], times(Z(2, i)[l], -3))), on.element(one, l));
            const to = at(powers, F12 * (2 * i + l));
            return [
                on.sums(to, c0, both(C1, i)[l]), on.sums(at(to, 1), both(C2, i)[l], both(C3, i)[l]),
                on.sums(at(to, 2), both(C4, i)[l], both(C5, i)[l]),
            ].flat();
        }))),
        places: { C5, C2, C1, C4, N, D, C3, half },
    };
}

/** One in both lanes. @param {Fp12Context} on @param {number} to */
function putOne(on, to) {
    const at = on.allocBytes(on.n2);
    on.base.f2m_one(at);
    on.enter(at, at, on.x);
    on.run(on.list(on.sums(to, on.element(on.x, 0), on.element(on.x, 1))));
}

/** The coefficients of f conjugated over Fp. @param {Fp12Context} on */
const conjugates = (on) =>
    on.list([0, 1, 2].flatMap((j) => on.sums(on.x + j * on.unit, ...pair([0, 1].map((l) => conj(on.element(on.f + j * on.unit, l)))))));

/** c_j of the map x -> x^(p^power) is c_j, conjugated if power is odd, times what is at j. @param {Fp12Context} on @param {number} packed @param {number} power */
function frobeniusFactors(on, packed, power) {
    const { base, n2 } = on, to = on.alloc(F12);
    for (let j = 0; j < 2 * F12; j++) base.f2m_one(packed + j * n2);
    base[`ftm_frobeniusMap${power}`](packed, packed);
    enterFp12(on, packed);
    on.copy(on.f, to, F12);
    return to;
}

/** f = f^(p^power), power 1 or 2. @param {ExponentContext} on @param {number} power */
function frobenius(on, power) {
    const { run, mul, copy, f, x, z, chain, lists } = on;
    if (power === 1) run(chain.f2);
    else copy(f, x, F12);
    mul(x, on.frobenius[power - 1], F12, z);
    copy(z, x, F12);
    run(lists.toF);
}

/** f = 1 / f in the cyclotomic subgroup. @param {ExponentContext} on */
const invert = ({ run, lists }) => run(lists.conj);

/**
 * f = f^seed in the cyclotomic subgroup.
 * @param {ExponentContext} on
 * @returns {boolean} false where the compressed form of a power does not say what it is; f is lost then
 */
export function powSeed(on) {
    const { run, sqr, copy, unit, positions, compressed, kept, powers, z, f, g, chain, record } = on;
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
    for (let k = 1; k < positions.length; k++) {
        copy(powers + F12 * k * unit, g, F12);
        mulFp12(on);
    }
    if (record.seed < 0n) invert(on);
    return true;
}

/** @param {ExponentContext} on @returns {boolean} whether all of the kept elements could be taken out of their form */
function openPowers(on) {
    const { run, mul, sqr, unit, n2, base, z, chain, denominators, leave, enter } = on;
    const { C5, C1, N, D, C3, half } = /** @type {any} */ (chain).places, count = 2 * half;
    run(chain.open);
    sqr(C5, count, z); // of C5 and C2
    run(chain.close);
    for (let i = 0; i < half; i++) leave(D + i * unit, denominators + 2 * i * n2, denominators + (2 * i + 1) * n2);
    for (let k = 0; k < count; k++) if (base.f2m_isZero(denominators + k * n2)) return false;
    base.f2m_batchInverse(denominators, n2, count, denominators, n2);
    for (let i = 0; i < half; i++) enter(denominators + 2 * i * n2, denominators + (2 * i + 1) * n2, z + i * unit);
    run(chain.invert);
    mul(N, D, half, z);
    run(chain.c3);
    sqr(C3, half, z);
    mul(C1, C5, count, z + half * unit); // c1 c5 and c4 c2
    run(chain.whole);
    return true;
}

/** f = f times the element at `from`. @param {ExponentContext} on @param {number} from */
function timesAt(on, from) {
    on.copy(from, on.g, F12);
    mulFp12(on);
}

/**
 * Is f^(3 (p^12 - 1) / r) one? f is lost.
 * @param {ExponentContext} on
 * @returns {boolean | undefined} undefined where that is left to the base module
 */
export function isOneAfterFinalExp(on) {
    const { base, packed, copy, f, a, first } = on;
    leaveFp12(on, packed);
    if (base.ftm_isZero(packed)) return false;
    base.ftm_inverse(packed, packed);
    invert(on);
    enterFp12(on, packed, on.g);
    mulFp12(on);
    copy(f, a, F12);
    frobenius(on, 2);
    timesAt(on, a);
    copy(f, first, F12);
    const power = () => powSeed(on);
    /** f^(seed - 1) */
    const less1 = () => {
        copy(f, a, F12);
        if (!power()) return false;
        copy(f, on.g, F12);
        copy(a, f, F12);
        invert(on);
        mulFp12(on);
        return true;
    };
    if (!less1() || !less1()) return undefined; // (z - 1)^2
    copy(f, a, F12);
    if (!power()) return undefined;
    copy(f, on.other, F12);
    copy(a, f, F12);
    frobenius(on, 1);
    timesAt(on, on.other); // (z - 1)^2 (z + p)
    copy(f, a, F12);
    if (!power() || !power()) return undefined;
    copy(f, on.other, F12);
    copy(a, f, F12);
    frobenius(on, 2);
    timesAt(on, on.other);
    copy(f, on.other, F12);
    copy(a, f, F12);
    invert(on);
    timesAt(on, on.other);
    timesAt(on, first);
    timesAt(on, first);
    timesAt(on, first);
    leaveFp12(on, packed);
    return base.ftm_isOne(packed) === 1;
}
