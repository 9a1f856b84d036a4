/**
 * The quotients of a proof, as plain coefficients. T0 and T2 are calculated on cosets of the
 * domain, where the polynomial Z_H that divides them is a constant: two cosets tell T0 apart, whose
 * degree is below 2 n, and three T2, below 3 n. T1 = (z - 1) L1 / Z_H = (z - 1) / (n (X - 1)) needs
 * none.
 * @module protocols/fflonk/quotients
 */
import { pointwise } from "../../batch/field_ops.js";
import { runFused } from "../../batch/fused_program.js";
import { permutationOn } from "../plonkish/permutation.js";
import { cosetsOf, onCoset, plainFactor } from "../plonkish/polynomial.js";
import { startQuotient } from "../plonkish/prove.js";

/** @import { WasmField1 } from "../../curves/types.js" */
/** @import { Factors } from "../plonkish/permutation.js" */
/** @import { Coset } from "../plonkish/polynomial.js" */
/** @import { Work } from "../plonkish/prove.js" */

/** Cosets where X^n is i, -1 and -i. */
const COSETS = 3;

/** @param {Work} work @returns {Coset[]} */
export const cosets = ({ curve: { Fr }, power }) => cosetsOf(Fr, power, COSETS);

/**
 * The first and the last coset, where c is i and -i: enough for T0.
 * @param {readonly Coset[]} all
 */
const outer = (all) => [all[0], all[2]];

/** 1 / (X^n - 1) on a coset. @param {WasmField1} Fr @param {Coset} coset */
const overZ = (Fr, { c }) => Fr.inv(Fr.sub(c, Fr.one));

/**
 * T0 = (ql a + qr b + qm a b + qo c + qc + inputs) / Z_H.
 * @param {Work} work
 * @param {readonly Coset[]} all
 * @param {readonly Uint8Array[]} columns - a, b, c: n coefficients each, plain
 * @param {readonly Uint8Array[]} gates - ql, qr, qm, qo, and qc with the public inputs: n
 *   coefficients each, LEM
 * @returns {Promise<{ T0: Uint8Array, seen: Map<Coset, Uint8Array[]> }>} 2 n coefficients; the
 *   values of the columns on the cosets that were used, LEM
 */
export async function gateQuotient({ curve, n, buffers, ofColumns }, all, columns, gates) {
    const { Fr } = curve, size = n * Fr.n8;
    const used = outer(all);
    const seen = new Map();
    const rest = await Promise.all(used.map(async (coset) => {
        const values = columns.map(() => buffers.take(size));
        const remainder = buffers.take(size);
        seen.set(coset, values);
        await runFused(curve, n, (ops) => {
            const { ifft, geometricScale } = ops, on = onCoset(Fr, ops, coset);
            const [a, b, c] = columns.map((list) => on.made(list));
            const sum = on.gates([a, b, c], gates);
            const reduced = geometricScale(ifft(sum), plainFactor(Fr, overZ(Fr, coset)), Fr.inv(coset.shift));
            return [[reduced, remainder], [a, values[0]], [b, values[1]], [c, values[2]]];
        }, ofColumns());
        return remainder;
    }));
    // u = low + c high, with c = i and -i
    const half = Fr.inv(Fr.two);
    const overC = Fr.mul(half, Fr.inv(used[0].c));
    const T0 = buffers.take(2 * size);
    await runFused(curve, n, ({ add, input, mul, sub }) => {
        const [u, v] = rest.map((list) => input(list));
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
export async function firstQuotient(work, z) {
    const { curve, n, buffers, options } = work, { Fr } = curve, overN = Fr.inv(Fr.e(n));
    const quotient = await startQuotient(work, z);
    const T1 = buffers.take(quotient.length);
    await pointwise(curve, [quotient], ([x], { mul }) => mul(x, overN), { ...options, into: T1 });
    buffers.drop(quotient);
    return T1;
}

/**
 * T2 = (id z(X) - sigma z(wX)) / Z_H.
 * @param {Work} work
 * @param {readonly Coset[]} all
 * @param {{ columns: readonly Uint8Array[], sigmas: readonly Uint8Array[], z: Uint8Array, seen:
 *   Map<Coset, Uint8Array[]> }} made - columns, z: coefficients, plain; sigmas: LEM; seen: of
 *   gateQuotient, which are gone afterwards
 * @param {Factors} factors
 * @returns {Promise<Uint8Array>} 3 n coefficients
 */
export async function permutationQuotient({ curve, n, power, buffers, ofColumns }, all, made, factors) {
    const { columns, sigmas, z, seen } = made, { Fr } = curve, size = n * Fr.n8;
    const root = Fr.w[power];
    const rest = await Promise.all(all.map(async (coset) => {
        const remainder = buffers.take(size);
        const values = seen.get(coset);
        await runFused(curve, n, (ops) => {
            const { input, ifft, geometricScale } = ops, on = onCoset(Fr, ops, coset);
            const here = on.made(z);
            const wires = values ? values.map((list) => input(list)) : columns.map((list) => on.made(list));
            const { shift } = coset, factor = plainFactor(Fr, overZ(Fr, coset));
            const moved = permutationOn(
                Fr, ops, on, { columns: wires, z: here, sigmas }, factors, { shift, root },
            );
            return [[geometricScale(ifft(moved), factor, Fr.inv(shift)), remainder]];
        }, ofColumns());
        if (values) buffers.drop(...values);
        return remainder;
    }));
    // u = t0 + c t1 + c^2 t2, with c = i, -1 and -i
    const half = Fr.inv(Fr.two);
    const overC = Fr.mul(half, Fr.inv(all[0].c));
    const T2 = buffers.take(3 * size);
    const part = (/** @type {number} */ k) => T2.subarray(k * size, (k + 1) * size);
    await runFused(curve, n, ({ add, input, mul, sub }) => {
        const [u, v, w] = rest.map((list) => input(list));
        const odd = mul(sub(u, w), overC);
        const even = mul(add(u, w), half);
        const sum = add(v, odd);
        return [[mul(add(even, sum), half), part(0)], [odd, part(1)], [mul(sub(sum, even), half), part(2)]];
    }, ofColumns());
    buffers.drop(...rest);
    return T2;
}
