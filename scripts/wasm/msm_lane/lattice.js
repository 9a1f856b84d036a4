/**
 * Splits of a scalar along endomorphisms: k = sum of k_h times eigenvalue h
 * modulo r, every part about r^(1/d) for d of them. The lattice of the relations
 * between the eigenvalues is reduced here, and the bound of the parts is proved
 * from the basis that comes out.
 *
 *   source  Lenstra, Lenstra, Lovasz 1982 in integers (Cohen 1993, 2.6.7); Babai 1986 (rounding)
 * @module scripts/wasm/msm_lane/lattice
 */
import { mod } from "../../../src/bigint/modular.js";

/**
 * @typedef {object} Split
 * @property {bigint[]} reciprocals - c_j = (k g_j + 2^(SHIFT - 1)) >> SHIFT
 * @property {bigint[][]} basis - (k_0, k_1, ..) = (k, 0, ..) - sum of c_j times vector j
 * @property {bigint} bound - of every |k_h|, for k in [0, r)
 */

/** c_j is computed in 28-bit limbs and cut ten limbs up. */
export const SHIFT = 280n;

/**
 * @param {bigint} r
 * @param {bigint[]} eigenvalues - the first is 1
 * @returns {Split}
 */
export function splitAlong(r, eigenvalues) {
    const rows = eigenvalues.map((e, h) => eigenvalues.map((_, i) => (i === h ? 1n : 0n) - (h && !i ? e : 0n)));
    rows[0][0] = r;
    const basis = reduced(rows);
    const det = determinant(basis);
    if (abs(det) !== r) throw new Error(`splitAlong: expected a lattice of determinant ${r}, got ${det}`);
    for (const v of basis)
        if (
            mod(
                v.reduce((s, x, h) => s + x * eigenvalues[h], 0n),
                r,
            ) !== 0n
        )
            throw new Error("splitAlong: expected a vector of the lattice");
    // Cramer: (k, 0, ..) is the sum of k cofactor_j / det times vector j
    const reciprocals = basis.map((_, j) => nearest(((j & 1 ? -1n : 1n) * determinant(minor(basis, j))) << SHIFT, det));
    reciprocals.forEach((g, j) => {
        if (g >= 0n) return;
        reciprocals[j] = -g;
        basis[j] = basis[j].map((x) => -x);
    });
    return { reciprocals, basis, bound: partBound(basis) };
}

/**
 * |k_h| is at most half the sum of the basis vectors' entries h, plus what the approximations add:
 * the reciprocals are off by 1/2 (k / 2^SHIFT < 2^-24 of a vector), the truncated product by less
 * than 2^-20.
 * @param {bigint[][]} basis
 */
function partBound(basis) {
    const scale = 1n << 20n;
    const each = scale / 2n + 16n;
    return basis
        .map((_, h) => (basis.reduce((s, v) => s + abs(v[h]), 0n) * each) / scale + 4n)
        .reduce((a, b) => (a > b ? a : b));
}

/** Rows of the same lattice, short and nearly orthogonal. @param {bigint[][]} rows */
function reduced(rows) {
    const B = rows.map((row) => [...row]);
    for (let i = 1; i < B.length;) {
        for (let j = i - 1; j >= 0; j--) {
            const { d, L } = gramSchmidt(B);
            const q = nearest(L[i][j], d[j + 1]);
            B[i] = B[i].map((x, h) => x - q * B[j][h]);
        }
        const { d, L } = gramSchmidt(B);
        if (100n * (d[i + 1] * d[i - 1] + L[i][i - 1] ** 2n) >= 99n * d[i] ** 2n) i++;
        else {
            [B[i - 1], B[i]] = [B[i], B[i - 1]];
            i = Math.max(1, i - 1);
        }
    }
    return B;
}

/**
 * d[i]: determinant of the Gram matrix of the first i rows; L[i][j] / d[j + 1]: the coefficients.
 * @param {bigint[][]} B
 */
function gramSchmidt(B) {
    const d = [1n], L = B.map(() => /** @type {bigint[]} */ ([]));
    B.forEach((row, i) => {
        for (let j = 0; j <= i; j++) {
            let u = row.reduce((s, x, h) => s + x * B[j][h], 0n);
            for (let k = 0; k < j; k++) u = (d[k + 1] * u - L[i][k] * L[j][k]) / d[k];
            if (j < i) L[i][j] = u;
            else d.push(u);
        }
    });
    return { d, L };
}

/** Without row j and the first column. @param {bigint[][]} M @param {number} j */
const minor = (M, j) => M.filter((_, i) => i !== j).map((row) => row.slice(1));

/** @param {bigint[][]} M @returns {bigint} */
const determinant = (M) =>
    M.length ? M.reduce((s, row, j) => s + (j & 1 ? -1n : 1n) * row[0] * determinant(minor(M, j)), 0n) : 1n;

const abs = (/** @type {bigint} */ x) => (x < 0n ? -x : x);

/** a / b to the nearest integer. @param {bigint} a @param {bigint} b */
function nearest(a, b) {
    if (b < 0n) return nearest(-a, -b);
    const up = 2n * a + b;
    const q = up / (2n * b);
    return up < 0n && q * 2n * b !== up ? q - 1n : q;
}
