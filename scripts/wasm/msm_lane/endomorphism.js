/**
 * Endomorphisms of a curve y^2 = x^3 + b and the splits along them, derived
 * from the parameters and checked on the generator:
 *
 *   phi(x, y) = (beta x, y)                on both groups: two parts below 2^127
 *   psi(x, y) = (cx conj x, cy conj y)     on G2, the Frobenius map seen from the twist: with phi, four parts below 2^64
 *
 * On a subgroup of order r only: a point outside it has no eigenvalues.
 *
 *   source  Gallant, Lambert, Vanstone 2001; Galbraith, Lin, Scott 2009
 * @module scripts/wasm/msm_lane/endomorphism
 */
/** @import { Split } from "./lattice.js" */
import { inverse, mod, pow } from "../../../src/bigint/modular.js";
import { splitAlong } from "./lattice.js";

/** @typedef {bigint[]} Coordinate coefficients, c0 first */
/** @typedef {[Coordinate, Coordinate]} Point */
/** @typedef {{ p: bigint, r: bigint, generator: readonly (bigint | readonly bigint[])[] }} Subgroup - generator of the subgroup of order r, over Fp or Fp2 */

/** @param {Subgroup} group @returns {Point} */
const generatorOf = ({ generator }) => /** @type {Point} */ (generator.map((c) => (typeof c === "bigint" ? [c] : [...c])));

/**
 * @param {Subgroup} group
 * @returns {Split & { beta: bigint, lambda: bigint }}
 */
export function glvSplit(group) {
    const { p, r } = group, G = generatorOf(group);
    const beta = cubeRoot(p), target = /** @type {Point} */ ([G[0].map((c) => mod(c * beta, p)), G[1]]);
    const root = cubeRoot(r), lambda = [root, mod(-1n - root, r)].find((l) => same(times(G, l, p), target));
    if (lambda === undefined) throw new Error("glvSplit: expected beta to act as a cube root of unity on the generator");
    return { beta, lambda, ...atMost(splitAlong(r, [1n, lambda]), 127n) };
}

/**
 * The parts belong to P, phi P, psi P and phi psi P, in this order.
 * @param {Subgroup & { xi: readonly bigint[], twist: string }} group - over Fp2
 * @returns {Split & { cx: Coordinate, cy: Coordinate, eigenvalues: bigint[] }}
 */
export function glsSplit(group) {
    const { p, r, xi, twist } = group, G = generatorOf(group), { lambda } = glvSplit(group), mu = mod(p, r);
    const [cx, cy] = [3n, 2n].map((k) => {
        const c = power([...xi], (p - 1n) / k, p);
        return twist === "D" ? c : reciprocal(c, p);
    });
    const conjugate = (/** @type {Coordinate} */ [a, b]) => [a, mod(-b, p)];
    const target = /** @type {Point} */ ([product(cx, conjugate(G[0]), p), product(cy, conjugate(G[1]), p)]);
    if (!same(times(G, mu, p), target)) throw new Error("glsSplit: expected psi to act as p on the generator");
    const eigenvalues = [1n, lambda, mu, mod(lambda * mu, r)];
    return { cx, cy, eigenvalues, ...atMost(splitAlong(r, eigenvalues), 64n) };
}

/** @param {Split} split @param {bigint} bits */
function atMost(split, bits) {
    if (split.bound >> bits) throw new Error(`splitAlong: expected parts below 2^${bits}, got ${split.bound}`);
    return split;
}

/** A primitive cube root of unity. @param {bigint} m - prime, 1 mod 3 */
function cubeRoot(m) {
    for (let g = 2n; ; g++) {
        const root = pow(g, (m - 1n) / 3n, m);
        if (root !== 1n) return root;
    }
}

// Affine arithmetic over Fp or Fp2 = Fp[u]/(u^2 + 1), for the check on the generator; null is infinity.

/** @param {Point | null} P @param {Point | null} Q */
const same = (P, Q) => String(P) === String(Q);
/** @param {Coordinate} a @param {Coordinate} b @param {bigint} p */
const minus = (a, b, p) => a.map((x, i) => mod(x - b[i], p));
/** @param {Coordinate} a @param {Coordinate} b @param {bigint} p */
function product(a, b, p) {
    if (a.length === 1) return [mod(a[0] * b[0], p)];
    return [mod(a[0] * b[0] - a[1] * b[1], p), mod(a[0] * b[1] + a[1] * b[0], p)];
}
/** @param {Coordinate} a @param {bigint} e - above 0 @param {bigint} p @returns {Coordinate} */
function power(a, e, p) {
    if (e === 1n) return a;
    const root = power(a, e >> 1n, p), square = product(root, root, p);
    return e & 1n ? product(square, a, p) : square;
}
/** @param {Coordinate} a @param {bigint} p */
function reciprocal(a, p) {
    const norm = inverse(a.reduce((s, x) => s + x * x, 0n), p);
    return a.length === 1 ? [inverse(a[0], p)] : [mod(a[0] * norm, p), mod(-a[1] * norm, p)];
}
/** @param {Point | null} P @param {Point | null} Q @param {bigint} p @returns {Point | null} */
function plus(P, Q, p) {
    if (!P || !Q) return P ?? Q;
    if (String(P[0]) === String(Q[0]) && !same(P, Q)) return null;
    const slope = same(P, Q)
        ? product(product(P[0], P[0], p).map((c) => mod(3n * c, p)), reciprocal(P[1].map((c) => mod(2n * c, p)), p), p)
        : product(minus(Q[1], P[1], p), reciprocal(minus(Q[0], P[0], p), p), p);
    const x = minus(minus(product(slope, slope, p), P[0], p), Q[0], p);
    return [x, minus(product(slope, minus(P[0], x, p), p), P[1], p)];
}
/** @param {Point} P @param {bigint} k @param {bigint} p */
function times(P, k, p) {
    /** @type {Point | null} */
    let out = null;
    /** @type {Point | null} */
    let Q = P;
    for (; k; k >>= 1n) {
        if (k & 1n) out = plus(out, Q, p);
        Q = plus(Q, Q, p);
    }
    return out;
}
