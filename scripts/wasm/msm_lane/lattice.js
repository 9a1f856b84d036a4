/**
 * The endomorphism phi(x, y) = (beta x, y) of a curve y^2 = x^3 + b, and the
 * lattice that splits a scalar along it: k = k1 + k2 lambda with both halves
 * below 2^127. Derived from the parameters, checked on the generator, and the
 * bound of the halves is proved from the basis.
 *
 * On a subgroup of order r only: a point outside it has no eigenvalue lambda.
 * @module scripts/wasm/msm_lane/lattice
 */
import { inverse, mod, pow } from "../../../src/bigint/modular.js";

/** @typedef {bigint[]} Coordinate coefficients, c0 first */
/** @typedef {[Coordinate, Coordinate]} Point */

/**
 * @typedef {object} Split
 * @property {bigint} beta
 * @property {bigint} lambda
 * @property {[bigint, bigint]} reciprocals - c_j = (k g_j + 2^(SHIFT - 1)) >> SHIFT
 * @property {[[bigint, bigint], [bigint, bigint]]} basis - (k1, k2) = (k, 0) - c_1 v_1 - c_2 v_2
 * @property {bigint} bound - of |k1| and |k2|, for k in [0, r)
 */

/** c_j is computed in 28-bit limbs and cut ten limbs up. */
export const SHIFT = 280n;

/**
 * @param {{ p: bigint, r: bigint, generator: readonly (bigint | readonly bigint[])[] }} curve - generator of the subgroup of order r, over Fp or Fp2
 * @returns {Split}
 */
export function glvSplit({ p, r, generator }) {
    const G = /** @type {Point} */ (generator.map((c) => (typeof c === "bigint" ? [c] : [...c])));
    const beta = cubeRoot(p), target = /** @type {Point} */ ([G[0].map((c) => mod(c * beta, p)), G[1]]);
    const root = cubeRoot(r), lambda = [root, mod(-1n - root, r)].find((l) => same(times(G, l, p), target));
    if (lambda === undefined) throw new Error("glvSplit: expected beta to act as a cube root of unity on the generator");
    const basis = shortBasis(r, lambda), [[u1, w1], [u2, w2]] = basis, det = u1 * w2 - u2 * w1;
    /** @type {[bigint, bigint]} */
    const reciprocals = [nearest(w2 << SHIFT, det), nearest(-w1 << SHIFT, det)];
    reciprocals.forEach((g, j) => {
        if (g < 0n) {
            reciprocals[j] = -g;
            basis[j] = [-basis[j][0], -basis[j][1]];
        }
    });
    const bound = halfBound(r, basis);
    if (bound >> 127n) throw new Error(`glvSplit: expected halves below 2^127, got ${bound}`);
    return { beta, lambda, reciprocals, basis, bound };
}

/**
 * |k1|, |k2| are at most half the sum of the basis vectors' entries, plus what the approximations add: the
 * reciprocals are off by 1/2 (k / 2^SHIFT < 2^-24 of a vector), the truncated product by less than 2^-20.
 * @param {bigint} r
 * @param {[bigint, bigint][]} basis
 */
function halfBound(r, basis) {
    const scale = 1n << 20n, each = scale / 2n + 16n;
    return [0, 1].map((j) => ((abs(basis[0][j]) + abs(basis[1][j])) * each) / scale + 4n).reduce((a, b) => (a > b ? a : b));
}

/** Two short independent vectors (u, w) with u + w lambda = 0 mod r: rows of the extended Euclidean algorithm. @param {bigint} r @param {bigint} lambda @returns {[[bigint, bigint], [bigint, bigint]]} */
function shortBasis(r, lambda) {
    let a = [r, 0n], b = [lambda, 1n];
    const rows = [a, b];
    while (b[0]) {
        const q = a[0] / b[0];
        [a, b] = [b, [a[0] - q * b[0], a[1] - q * b[1]]];
        rows.push(b);
    }
    const size = (/** @type {bigint[]} */ v) => (abs(v[0]) > abs(v[1]) ? abs(v[0]) : abs(v[1]));
    const vectors = rows.map(([s, t]) => /** @type {[bigint, bigint]} */ ([s, -t])).sort((x, y) => (size(x) < size(y) ? -1 : 1));
    const first = vectors[0], second = vectors.find((v) => v[0] * first[1] !== v[1] * first[0]);
    if (!second) throw new Error("glvSplit: expected two independent vectors");
    for (const [u, w] of [first, second]) if (mod(u + w * lambda, r) !== 0n) throw new Error("glvSplit: expected a vector of the lattice");
    return [first, second];
}

const abs = (/** @type {bigint} */ x) => (x < 0n ? -x : x);

/** a / b to the nearest integer. @param {bigint} a @param {bigint} b */
function nearest(a, b) {
    if (b < 0n) return nearest(-a, -b);
    const up = 2n * a + b, q = up / (2n * b);
    return up < 0n && q * 2n * b !== up ? q - 1n : q;
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
