/**
 * The quotient t = (gates + PI + alpha permutation + alpha^2 (z - 1) L1) / (X^n - 1), in three parts of n coefficients
 * and a few beyond.
 *
 * Without the term of L1 it has a degree of 3n + 5. The six coefficients from 3n on are those of the permutation from
 * 4n on, which depend on the highest six of each factor alone; the others follow from the values on three cosets of the
 * domain, where X^n - 1 is a constant. The term of L1 is alpha^2 (z - 1) / (n (X - 1)): a division.
 * @module protocols/plonk/quotient
 */
import { divide, pointwise } from "../../batch/field_ops.js";
import { fromCoset, toCoset } from "../../batch/coset_values.js";
import { addAt, coefficientsOf, cosetsOf, elementAt, partsOf, valuesOn } from "../plonkish/polynomial.js";
import { release } from "../plonkish/secrets.js";

/** @import { Context } from "../key/context.js" */
/** @import { Coset, Polynomial } from "../plonkish/polynomial.js" */
/** @import { Zkey } from "./zkey.js" */

/**
 * What the quotient is made of.
 * @typedef {object} Identity
 * @property {Record<"a" | "b" | "c" | "z", Polynomial>} wires
 * @property {(name: string) => Promise<Uint8Array>} keyed - coefficients of the key's polynomials by name
 * @property {Uint8Array | undefined} inputs - coefficients of PI; undefined without public signals
 * @property {Uint8Array} roots - w^i, LEM
 * @property {{ beta: Uint8Array, gamma: Uint8Array, alpha: Uint8Array }} challenges
 */

/** Values per index of the domain, and parts. */
const COSETS = 3;

/** Coefficients from 3n on. */
const TOP = 6;

/** Coefficients of z - 1 beyond n. */
const BEYOND_Z = 3;

/** The product of polynomials of which the highest coefficients are given, and wanted, downwards. @param {any} Fr */
const highestOf = (Fr) => (/** @type {Uint8Array[][]} */ ...factors) => factors.reduce((x, y) => x.map((_, i) =>
    y.slice(0, i + 1).reduce((sum, value, j) => Fr.add(sum, Fr.mul(value, x[i - j])), Fr.zero)));

/**
 * Coefficients 4n to 4n + 5 of the permutation (a + beta X + gamma) … z - (a + beta S1 + gamma) … z(w X), whose factors
 * have degrees of n + 1 and n + 2: the constants and X do not reach so high.
 * @param {Context<Zkey>} context
 * @param {Identity} identity
 * @returns {Promise<Uint8Array[]>} from that of X^4n on
 */
async function topOf({ zkey: { power, domainSize: n }, curve }, { wires: { a, b, c, z }, keyed, challenges }) {
    const { beta } = challenges, { Fr } = /** @type {any} */ (curve), { n8 } = Fr, product = highestOf(Fr);
    const downwards = Array.from({ length: TOP }, (_, i) => i);
    const highest = (/** @type {Polynomial} */ p) => downwards.map((i) => {
        const at = n + p.high.length - 1 - i;
        return at >= n ? p.high[at - n] : elementAt(p.low, at, n8);
    });
    const wires = [a, b, c].map(highest), last = highest(z);
    const sigmas = await Promise.all(["S1", "S2", "S3"].map(keyed));
    const moved = wires.map((wire, k) => wire.map((value, i) => {
        const at = n + 1 - i; // a sigma ends with X^(n - 1)
        return at >= n ? value : Fr.add(value, Fr.mul(beta, elementAt(sigmas[k], at, n8)));
    }));
    const rotated = last.map((value, i) => Fr.mul(value, Fr.exp(Fr.w[power], n + BEYOND_Z - 1 - i)));
    const [here, there] = [product(...wires, last), product(...moved, rotated)];
    return here.map((value, i) => Fr.sub(value, there[i])).reverse();
}

/**
 * @param {Context<Zkey>} context
 * @param {Identity} identity
 * @param {Coset} coset
 * @returns {Promise<Uint8Array[]>} what the gates come to on the coset; a, b and c there
 */
async function gatesOn({ curve, signal }, { wires, keyed, inputs }, coset) {
    const options = { signal }, on = (/** @type {Uint8Array} */ list) => toCoset(curve, list, coset.shift, options);
    const constants = async () => {
        const list = await keyed("Qc");
        if (!inputs) return list;
        const sum = await pointwise(curve, [list, inputs], ([x, y], { add }) => add(x, y), options);
        return /** @type {Uint8Array} */ (sum);
    };
    const lists = await Promise.all([
        ...[wires.a, wires.b, wires.c].map((p) => valuesOn(curve, p, coset, signal)),
        ...["Qm", "Ql", "Qr", "Qo"].map((name) => keyed(name).then(on)),
        constants().then(on),
    ]);
    const gates = await pointwise(curve, lists, ([a, b, c, m, l, r, o, k], { mulAdd }) =>
        mulAdd(mulAdd(a, m, r), b, mulAdd(a, l, mulAdd(c, o, k))), options);
    release(...lists.slice(3));
    return [/** @type {Uint8Array} */ (gates), ...lists.slice(0, 3)];
}

/**
 * The list with its first element at the end: of the values of z, those of z(w X).
 * @param {Uint8Array} list
 * @param {number} n8
 */
function rotated(list, n8) {
    const out = new Uint8Array(list.length);
    out.set(list.subarray(n8));
    out.set(list.subarray(0, n8), list.length - n8);
    return out;
}

/**
 * The quotient modulo X^n - c, without the term of L1.
 * @param {Context<Zkey>} context
 * @param {Identity} identity
 * @param {Coset} coset
 * @returns {Promise<Uint8Array>} coefficients
 */
async function remainderOn(context, identity, coset) {
    const { curve, signal, zkey: { k1, k2 } } = context, { Fr } = /** @type {any} */ (curve), options = { signal };
    const { wires, keyed, roots, challenges: { beta, gamma, alpha } } = identity, { shift, c } = coset;
    const [gates, ...abc] = await gatesOn(context, identity, coset);
    const sigmas = await Promise.all(["S1", "S2", "S3"].map((name) =>
        keyed(name).then((list) => toCoset(curve, list, shift, options))));
    const z = await valuesOn(curve, wires.z, coset, signal), next = rotated(z, Fr.n8);
    const places = [Fr.one, k1, k2].map((k) => Fr.mul(Fr.mul(beta, shift), k)), over = Fr.inv(Fr.sub(c, Fr.one));
    const lists = [gates, ...abc, ...sigmas, z, next, roots], factor = Fr.mul(alpha, over);
    const values = await pointwise(curve, lists, ([gate, ...rest], { add, mul, mulAdd, sub }) => {
        const [,,, s1, s2, s3, here, after, x] = rest, [a, b, d] = rest.slice(0, 3).map((value) => add(value, gamma));
        const [p, q, r] = [a, b, d].map((value, i) => mulAdd(x, places[i], value));
        const first = mul(mul(mul(p, q), r), here);
        const second = mul(mul(mul(mulAdd(s1, beta, a), mulAdd(s2, beta, b)), mulAdd(s3, beta, d)), after);
        return mulAdd(sub(first, second), factor, mul(gate, over));
    }, options);
    release(...lists.slice(0, -1));
    const remainder = await fromCoset(curve, /** @type {Uint8Array} */ (values), shift, options);
    release(/** @type {Uint8Array} */ (values));
    return remainder;
}

/**
 * (z - 1) / (X - 1), without remainder, because z begins with 1.
 * @param {Context<Zkey>} context
 * @param {Polynomial} z
 */
async function startOf({ zkey: { domainSize }, curve, signal }, z) {
    const { Fr } = /** @type {any} */ (curve), all = coefficientsOf(z, domainSize + BEYOND_Z, Fr.n8);
    addAt(Fr, all, [Fr.negone]);
    const { quotient } = await divide(curve, all, Fr.one, { signal });
    release(all);
    return /** @type {Uint8Array} */ (quotient);
}

/**
 * @param {Context<Zkey>} context
 * @param {Identity} identity
 * @param {() => void} advance - called for each coset
 * @returns {Promise<Polynomial[]>} t[0, n), t[n, 2n) and t[2n, 3n + 6)
 */
export async function quotientOf(context, identity, advance) {
    const { zkey: { power, domainSize }, curve, signal, secrets } = context, { Fr } = /** @type {any} */ (curve);
    const { wires, challenges: { alpha } } = identity, { n8 } = Fr, cosets = cosetsOf(Fr, power, COSETS);
    const top = (await topOf(context, identity)).map((value) => Fr.mul(alpha, value));
    const remainders = /** @type {Uint8Array[]} */ ([]);
    for (const coset of cosets) {
        const remainder = await remainderOn(context, identity, coset), cube = Fr.exp(coset.c, COSETS);
        addAt(Fr, remainder, top.map((value) => Fr.neg(Fr.mul(cube, value))));
        remainders.push(remainder);
        secrets.push(remainder);
        advance();
    }
    const start = await startOf(context, wires.z), size = domainSize * n8;
    const factor = Fr.div(Fr.square(alpha), Fr.e(domainSize));
    const parts = await Promise.all(partsOf(Fr, cosets).map(async (factors, j) => {
        const lists = j ? remainders : [...remainders, start.subarray(0, size)];
        const part = await pointwise(curve, lists, (values, { combine }) =>
            combine(values.map((value, k) => [value, factors[k] ?? factor])), { signal });
        secrets.push(/** @type {Uint8Array} */ (part));
        return /** @type {Uint8Array} */ (part);
    }));
    const beyond = [0, 1].map((i) => Fr.mul(factor, elementAt(start, domainSize + i, n8)));
    addAt(Fr, parts[1], beyond);
    release(start, ...remainders);
    return parts.map((low, j) => ({ low, high: j < COSETS - 1 ? [] : top }));
}
