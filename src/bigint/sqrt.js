/**
 * Square roots modulo a prime and in quadratic extensions. Each function returns
 * one of the two roots, or null; the caller picks the sign.
 * @module bigint/sqrt
 */
import { pow } from "./modular.js";

/**
 * Euler's criterion.
 * @param {bigint} a
 * @param {bigint} p - odd prime
 * @returns {boolean} whether a is a square; zero is one
 */
export const isSquareMod = (a, p) => pow(a, (p - 1n) / 2n, p) !== p - 1n;

/**
 * A root of a modulo p, or null. The method depends on p: one power for
 * p = 3 mod 4; two for p = 5 mod 8 (Atkin 1992); Tonelli and Shanks otherwise.
 * @param {bigint} a - in [0, p)
 * @param {{ p: bigint, s: number, t: bigint, nqr_to_t: bigint }} field - p - 1 = 2^s * t, and a
 *   2^s-th root of unity
 * @returns {bigint | null}
 */
export function sqrtMod(a, { p, s, t, nqr_to_t }) {
    if (a === 0n) return 0n;
    const root =
        p % 4n === 3n ? pow(a, (p + 1n) / 4n, p) : p % 8n === 5n ? atkin(a, p) : tonelliShanks(a, p, s, t, nqr_to_t);
    return root !== null && (root * root) % p === a ? root : null;
}

/**
 * @param {bigint} a
 * @param {bigint} p - 5 mod 8
 * @returns {bigint}
 */
function atkin(a, p) {
    const alpha = pow(2n * a, (p - 5n) / 8n, p);
    const i = (2n * a * alpha * alpha) % p;
    return (((a * alpha) % p) * (i - 1n + p)) % p;
}

/**
 * Maintains root^2 = a * x with x in the group of order 2^s, and halves the order of x until it is
 * 1.
 * @param {bigint} a
 * @param {bigint} p
 * @param {number} s
 * @param {bigint} t
 * @param {bigint} z - generator of the group of order 2^s
 * @returns {bigint | null} null when a is not a square
 */
function tonelliShanks(a, p, s, t, z) {
    let root = pow(a, (t + 1n) / 2n, p);
    for (let x = pow(a, t, p), m = s; x !== 1n;) {
        let order = 0;
        for (let y = x; y !== 1n && order < m; y = (y * y) % p) order++;
        if (order >= m) return null;
        const b = pow(z, 1n << BigInt(m - order - 1), p);
        z = (b * b) % p;
        x = (x * z) % p;
        root = (root * b) % p;
        m = order;
    }
    return root;
}

/**
 * A root of a0 + a1 u, u^2 = nonResidue, or null, by way of the norm: with
 * n^2 = a0^2 - nonResidue a1^2, one of (a0 + n) / 2 and (a0 - n) / 2 is the square x0^2 of a root
 * x0 + x1 u.
 * @template E
 * @param {import("./types.js").Field<E>} F - the base field
 * @param {E} nonResidue
 * @param {E[]} a
 * @returns {E[] | null}
 */
export function sqrtQuadratic(F, nonResidue, [a0, a1]) {
    if (F.isZero(a1)) return sqrtOfBase(F, nonResidue, a0);
    const n = F.sqrt(F.sub(F.square(a0), F.mul(nonResidue, F.square(a1))));
    if (n === null) return null;
    const two = F.add(F.one, F.one);
    const x0 = F.sqrt(F.div(F.add(a0, n), two)) ?? F.sqrt(F.div(F.sub(a0, n), two));
    return x0 === null ? null : [x0, F.div(a1, F.add(x0, x0))];
}

/**
 * An element of the base field always has a root in the extension: one of the base field, or one
 * times u.
 * @template E
 * @param {import("./types.js").Field<E>} F
 * @param {E} nonResidue
 * @param {E} a
 * @returns {E[] | null}
 */
function sqrtOfBase(F, nonResidue, a) {
    const root = F.sqrt(a);
    if (root !== null) return [root, F.zero];
    const imaginary = F.sqrt(F.div(a, nonResidue));
    return imaginary === null ? null : [F.zero, imaginary];
}
