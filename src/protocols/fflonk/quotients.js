/**
 * The quotients of a proof. T0 and T2 are calculated on cosets of the domain, where the polynomial Z_H that divides
 * them is a constant: two cosets tell T0 apart, whose degree is below 2 n, and three T2, below 3 n. T1 = (z - 1) L1 /
 * Z_H = (z - 1) / (n (X - 1)) needs none.
 * @module protocols/fflonk/quotients
 */
import { fromCoset, toCoset } from "../../batch/coset_values.js";
import { divide, pointwise, powers } from "../../batch/field_ops.js";

/** @import { Curve } from "../../curves/types.js" */
/** @import { CallOptions } from "../../batch/options.js" */
/** @import { Value, Words } from "../../batch/formula.js" */
/** @import { Vault } from "./vault.js" */

/**
 * One of the cosets g H of the domain H that the 4n-th roots of unity consist of, without H: g^n is i, -1 or -i.
 * @typedef {{ shift: Uint8Array, c: Uint8Array, overZ: Uint8Array }} Coset c: g^n; overZ: 1 / (c - 1)
 */

/**
 * What the steps of a proof calculate with.
 * @typedef {{ curve: Curve, n: number, vault: Vault, options: CallOptions }} Work
 */

/** @param {Work} work @returns {Coset[]} */
export function cosetsOf({ curve: { Fr }, n }) {
    const root = Fr.w[Math.log2(n) + 2], one = Fr.one;
    return [1, 2, 3].map((k) => {
        const shift = Fr.exp(root, k), c = Fr.exp(shift, n);
        return { shift, c, overZ: Fr.inv(Fr.sub(c, one)) };
    });
}

/**
 * The first and the last coset, where c is i and -i: enough for T0.
 * @param {readonly Coset[]} cosets
 */
const outer = (cosets) => [cosets[0], cosets[2]];

/** One after the other, n elements each. @param {readonly Uint8Array[]} lists @param {Vault} vault */
function inOne(lists, vault) {
    const out = vault.keep(new Uint8Array(lists.reduce((sum, { length }) => sum + length, 0)));
    let at = 0;
    for (const list of lists) {
        out.set(list, at);
        at += list.length;
    }
    vault.drop(...lists);
    return out;
}

/**
 * Values on a coset, which are secrets.
 * @param {Work} work
 * @param {readonly Uint8Array[]} polynomials - n coefficients each
 * @param {Coset} coset
 */
export const valuesOn = ({ curve, vault, options }, polynomials, { shift }) => Promise.all(
    polynomials.map(async (list) => vault.keep(await toCoset(curve, list, shift, options))),
);

/**
 * A formula on a coset, divided by Z_H there, as a polynomial modulo X^n - c.
 * @param {Work} work
 * @param {Coset} coset
 * @param {readonly Uint8Array[]} values
 * @param {Parameters<typeof pointwise>[2]} formula
 */
async function quotientOn({ curve, vault, options }, { shift, overZ }, values, formula) {
    const quotient = /** @type {Uint8Array} */ (await pointwise(
        curve,
        values,
        (lists, words) => words.mul(formula(lists, words), overZ),
        options,
    ));
    const reduced = await fromCoset(curve, quotient, shift, options);
    vault.drop(quotient);
    return vault.keep(reduced);
}

/**
 * T0 = (ql a + qr b + qm a b + qo c + qc + inputs) / Z_H.
 * @param {Work} work
 * @param {readonly Coset[]} cosets
 * @param {readonly Uint8Array[]} columns - a, b, c: n coefficients each
 * @param {readonly Uint8Array[]} gates - ql, qr, qm, qo, and qc with the public inputs: n coefficients each
 * @returns {Promise<{ T0: Uint8Array, seen: Map<Coset, Uint8Array[]> }>} 2 n coefficients; the values of the columns on
 *   the cosets that were used
 */
export async function gateQuotient(work, cosets, columns, gates) {
    const { curve: { Fr }, vault, options, curve } = work, used = outer(cosets), seen = new Map(), parts = [];
    for (const coset of used) {
        const values = await valuesOn(work, columns, coset), selectors = await valuesOn(work, gates, coset);
        const lists = [...values, ...selectors];
        parts.push(await quotientOn(work, coset, lists, ([a, b, c, l, r, m, o, k], { mul, mulAdd, add }) =>
            add(mulAdd(mulAdd(m, b, l), a, mulAdd(r, b, mul(o, c))), k)));
        vault.drop(...selectors);
        seen.set(coset, values);
    }
    // u = low + c high, with c = i and -i
    const half = Fr.inv(Fr.two), overC = Fr.mul(half, Fr.inv(used[0].c));
    const [low, high] = await Promise.all([
        pointwise(curve, parts, ([u, v], { mul, add }) => mul(add(u, v), half), options),
        pointwise(curve, parts, ([u, v], { mul, sub }) => mul(sub(u, v), overC), options),
    ]);
    vault.drop(...parts);
    return { T0: inOne(/** @type {Uint8Array[]} */ ([low, high]), vault), seen };
}

/** (z - 1) / (n (X - 1)). @param {Work} work @param {Uint8Array} z - coefficients; z(1) = 1 */
export async function firstQuotient({ curve, n, vault, options }, z) {
    const { Fr } = curve, { n8 } = Fr, list = vault.keep(z.slice());
    list.set(Fr.sub(z.slice(0, n8), Fr.one));
    const quotient = /** @type {Uint8Array} */ ((await divide(curve, list, Fr.one, options)).quotient);
    const overN = Fr.inv(Fr.e(n));
    const out = await pointwise(curve, [quotient], ([x], { mul }) => mul(x, overN), options);
    vault.drop(list, quotient);
    return vault.keep(/** @type {Uint8Array} */ (out));
}

/**
 * z modulo X^n - c: what is beyond n comes back.
 * @param {Work} work
 * @param {Uint8Array} z
 * @param {Coset} coset
 */
function folded({ curve: { Fr }, n, vault }, z, { c }) {
    const { n8 } = Fr, out = vault.keep(z.slice(0, n * n8));
    for (let at = 0; at < z.length - n * n8; at += n8)
        out.set(Fr.add(out.slice(at, at + n8), Fr.mul(c, z.slice(n * n8 + at, n * n8 + at + n8))), at);
    return out;
}

/** Values at w X, from those at X in the order of the domain. @param {Work} work @param {Uint8Array} values */
function rotated({ curve: { Fr: { n8 } }, vault }, values) {
    const out = vault.keep(new Uint8Array(values.length));
    out.set(values.subarray(n8));
    out.set(values.subarray(0, n8), values.length - n8);
    return out;
}

/**
 * The factors of the permutation.
 * @typedef {{ beta: Uint8Array, gamma: Uint8Array, k1: Uint8Array, k2: Uint8Array }} Factors LEM
 */

/**
 * (a + beta x + gamma)(b + beta k1 x + gamma)(c + beta k2 x + gamma), and the same with sigma in place of x, k1 x
 * and k2 x.
 * @param {Work["curve"]["Fr"]} Fr
 * @param {Factors} factors
 */
export function permutationFormulas(Fr, { beta, gamma, k1, k2 }) {
    const scaled = [beta, Fr.mul(beta, k1), Fr.mul(beta, k2)];
    /** @param {Words} words @param {readonly Value[]} sums */
    const product = ({ mul, add }, sums) => sums.map((sum) => add(sum, gamma)).reduce((all, each) => mul(all, each));
    return {
        /** @param {readonly Value[]} columns @param {Value} x @param {Words} words */
        id: (columns, x, words) => product(words, columns.map((column, j) => words.mulAdd(x, scaled[j], column))),
        /** @param {readonly Value[]} columns @param {readonly Value[]} sigmas @param {Words} words */
        sigma: (columns, sigmas, words) =>
            product(words, columns.map((column, j) => words.mulAdd(sigmas[j], beta, column))),
    };
}

/**
 * T2 = (id z(X) - sigma z(wX)) / Z_H.
 * @param {Work} work
 * @param {readonly Coset[]} cosets
 * @param {{ columns: readonly Uint8Array[], sigmas: readonly Uint8Array[], z: Uint8Array, seen: Map<Coset,
 *   Uint8Array[]> }} given - coefficients; seen: of gateQuotient
 * @param {Factors} factors
 * @returns {Promise<Uint8Array>} 3 n coefficients
 */
export async function permutationQuotient(work, cosets, { columns, sigmas, z, seen }, factors) {
    const { curve, n, vault, options } = work, { Fr } = curve, { id, sigma } = permutationFormulas(Fr, factors);
    const parts = /** @type {Uint8Array[]} */ ([]), w = Fr.w[Math.log2(n)];
    for (const coset of cosets) {
        const values = seen.get(coset) ?? await valuesOn(work, columns, coset), mod = folded(work, z, coset);
        const [own, ...others] = await valuesOn(work, [mod, ...sigmas], coset), next = rotated(work, own);
        const places = /** @type {Uint8Array} */ (await powers(curve, coset.shift, w, n, options));
        const lists = [...values, ...others, own, next, places];
        parts.push(await quotientOn(work, coset, lists, ([a, b, c, s1, s2, s3, here, there, x], words) => {
            const abc = [a, b, c];
            return words.sub(words.mul(id(abc, x, words), here), words.mul(sigma(abc, [s1, s2, s3], words), there));
        }));
        vault.drop(...values, own, next, mod, ...others);
    }
    // u = t0 + c t1 + c^2 t2, with c = i, -1 and -i
    const half = Fr.inv(Fr.two), overC = Fr.mul(half, Fr.inv(cosets[0].c));
    /** @type {Parameters<typeof pointwise>[2][]} */
    const formulas = [
        ([u, v, w], { mul, add, mulAdd, sub }) =>
            mul(add(mulAdd(add(u, w), half, v), mul(sub(u, w), overC)), half),
        ([u, , w], { mul, sub }) => mul(sub(u, w), overC),
        ([u, v, w], { mul, add, sub }) =>
            mul(sub(add(v, mul(sub(u, w), overC)), mul(add(u, w), half)), half),
    ];
    const lists = await Promise.all(formulas.map((formula) => pointwise(curve, parts, formula, options)));
    vault.drop(...parts);
    return inOne(/** @type {Uint8Array[]} */ (lists), vault);
}
