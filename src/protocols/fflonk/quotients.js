/**
 * The quotients of a proof, as plain coefficients. T0 and T2 are calculated on cosets of the domain, where the
 * polynomial Z_H that divides them is a constant: two cosets tell T0 apart, whose degree is below 2 n, and three T2,
 * below 3 n. T1 = (z - 1) L1 / Z_H = (z - 1) / (n (X - 1)) needs none.
 * @module protocols/fflonk/quotients
 */
import { divide, pointwise } from "../../batch/field_ops.js";
import { inOneTask } from "../../batch/in_one_task.js";
import { permutationSides } from "../plonkish/permutation.js";
import { addAt, cosetsOf, onCoset, plainFactor } from "../plonkish/polynomial.js";

/** @import { CallOptions } from "../../batch/options.js" */
/** @import { TaskOptions } from "../../batch/in_one_task.js" */
/** @import { Curve } from "../../curves/types.js" */
/** @import { Buffers } from "../key/buffers.js" */
/** @import { Factors } from "../plonkish/permutation.js" */
/** @import { Coset } from "../plonkish/polynomial.js" */

/**
 * What a proof has to calculate with.
 * @typedef {object} Work
 * @property {Curve} curve
 * @property {number} n - rows
 * @property {number} power - log2 n
 * @property {Buffers} buffers
 * @property {CallOptions} options
 * @property {() => TaskOptions} ofColumns - options of a call over columns; a card may have failed since the last one
 */

/** Cosets where X^n is i, -1 and -i. */
const COSETS = 3;

/** @param {Work} work @returns {Coset[]} */
export const cosets = ({ curve: { Fr }, power }) => cosetsOf(Fr, power, COSETS);

/**
 * The first and the last coset, where c is i and -i: enough for T0.
 * @param {readonly Coset[]} all
 */
const outer = (all) => [all[0], all[2]];

/** 1 / (X^n - 1) on a coset. @param {any} Fr @param {Coset} coset */
const overZ = (Fr, { c }) => Fr.inv(Fr.sub(c, Fr.one));

/**
 * T0 = (ql a + qr b + qm a b + qo c + qc + inputs) / Z_H.
 * @param {Work} work
 * @param {readonly Coset[]} all
 * @param {readonly Uint8Array[]} columns - a, b, c: n coefficients each, plain
 * @param {readonly Uint8Array[]} gates - ql, qr, qm, qo, and qc with the public inputs: n coefficients each, LEM
 * @returns {Promise<{ T0: Uint8Array, seen: Map<Coset, Uint8Array[]> }>} 2 n coefficients; the values of the columns on
 *   the cosets that were used, LEM
 */
export async function gateQuotient({ curve, n, buffers, ofColumns }, all, columns, gates) {
    const { Fr } = /** @type {any} */ (curve), size = n * Fr.n8, used = outer(all), seen = new Map();
    const rest = await Promise.all(used.map(async (coset) => {
        const values = columns.map(() => buffers.take(size)), remainder = buffers.take(size);
        seen.set(coset, values);
        await inOneTask(curve, n, (words) => {
            const { given, ifft, mulAdd, progression } = words, on = onCoset(Fr, words, coset);
            const [a, b, c] = columns.map((list) => on.made(list));
            const [l, r, m, o, k] = gates.map((list) => () => on.keyed(given(list)));
            const linear = mulAdd(a, l(), mulAdd(c, o(), k())), sum = mulAdd(mulAdd(a, m(), r()), b, linear);
            const reduced = progression(ifft(sum), plainFactor(Fr, overZ(Fr, coset)), Fr.inv(coset.shift));
            return [[reduced, remainder], [a, values[0]], [b, values[1]], [c, values[2]]];
        }, ofColumns());
        return remainder;
    }));
    // u = low + c high, with c = i and -i
    const half = Fr.inv(Fr.two), overC = Fr.mul(half, Fr.inv(used[0].c)), T0 = buffers.take(2 * size);
    await inOneTask(curve, n, ({ add, given, mul, sub }) => {
        const [u, v] = rest.map((list) => given(list));
        return [[mul(add(u, v), half), T0.subarray(0, size)], [mul(sub(u, v), overC), T0.subarray(size)]];
    }, ofColumns());
    buffers.drop(...rest);
    return { T0, seen };
}

/**
 * (z - 1) / (n (X - 1)).
 * @param {Work} work
 * @param {Uint8Array} z - coefficients, plain; z(1) = 1
 */
export async function firstQuotient({ curve, n, buffers, options }, z) {
    const { Fr } = /** @type {any} */ (curve), list = buffers.take(z.length);
    list.set(z);
    addAt(Fr, list, [Fr.neg(plainFactor(Fr, Fr.one))]);
    const [quotient, T1] = [0, 1].map(() => buffers.take(z.length - Fr.n8)), overN = Fr.inv(Fr.e(n));
    await divide(curve, list, Fr.one, { ...options, into: quotient });
    await pointwise(curve, [quotient], ([x], { mul }) => mul(x, overN), { ...options, into: T1 });
    buffers.drop(list, quotient);
    return T1;
}

/**
 * T2 = (id z(X) - sigma z(wX)) / Z_H.
 * @param {Work} work
 * @param {readonly Coset[]} all
 * @param {{ columns: readonly Uint8Array[], sigmas: readonly Uint8Array[], z: Uint8Array, seen: Map<Coset,
 *   Uint8Array[]> }} made - columns, z: coefficients, plain; sigmas: LEM; seen: of gateQuotient, which are gone
 *   afterwards
 * @param {Factors} factors
 * @returns {Promise<Uint8Array>} 3 n coefficients
 */
export async function permutationQuotient({ curve, n, power, buffers, ofColumns }, all, made, factors) {
    const { columns, sigmas, z, seen } = made, { Fr } = /** @type {any} */ (curve), size = n * Fr.n8;
    const { beta } = factors;
    const rest = await Promise.all(all.map(async (coset) => {
        const remainder = buffers.take(size), values = seen.get(coset);
        await inOneTask(curve, n, (words) => {
            const { add, given, ifft, mul, next, powers, progression, sub } = words, on = onCoset(Fr, words, coset);
            const sides = permutationSides(Fr, words, factors), here = on.made(z), after = next(here);
            const shifted = sides.shifted(
                values ? values.map((list) => given(list)) : columns.map((list) => on.made(list)),
            );
            const first = mul(sides.own(shifted, powers(Fr.mul(beta, coset.shift), Fr.w[power])), here);
            const moved = sides.other(shifted, (column, j) => add(column, on.keyed(given(sigmas[j]), beta)));
            const reduced = progression(
                ifft(sub(first, mul(moved, after))), plainFactor(Fr, overZ(Fr, coset)), Fr.inv(coset.shift),
            );
            return [[reduced, remainder]];
        }, ofColumns());
        if (values) buffers.drop(...values);
        return remainder;
    }));
    // u = t0 + c t1 + c^2 t2, with c = i, -1 and -i
    const half = Fr.inv(Fr.two), overC = Fr.mul(half, Fr.inv(all[0].c)), T2 = buffers.take(3 * size);
    const part = (/** @type {number} */ k) => T2.subarray(k * size, (k + 1) * size);
    await inOneTask(curve, n, ({ add, given, mul, sub }) => {
        const [u, v, w] = rest.map((list) => given(list)), odd = mul(sub(u, w), overC), even = mul(add(u, w), half);
        const sum = add(v, odd);
        return [[mul(add(even, sum), half), part(0)], [odd, part(1)], [mul(sub(sum, even), half), part(2)]];
    }, ofColumns());
    buffers.drop(...rest);
    return T2;
}
