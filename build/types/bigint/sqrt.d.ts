/**
 * Euler's criterion.
 * @param {bigint} a
 * @param {bigint} p - odd prime
 * @returns {boolean} whether a is a square; zero is one
 */
export declare const isSquareMod: (a: bigint, p: bigint) => boolean;
/**
 * A root of a modulo p, or null. The method depends on p: one power for
 * p = 3 mod 4; two for p = 5 mod 8 (Atkin 1992); Tonelli and Shanks otherwise.
 * @param {bigint} a - in [0, p)
 * @param {{ p: bigint, s: number, t: bigint, nqr_to_t: bigint }} field - p - 1 = 2^s * t, and a 2^s-th root of unity
 * @returns {bigint | null}
 */
export declare function sqrtMod(a: bigint, { p, s, t, nqr_to_t }: {
    p: bigint;
    s: number;
    t: bigint;
    nqr_to_t: bigint;
}): bigint | null;
/**
 * A root of a0 + a1 u, u^2 = nonResidue, or null, by way of the norm: with
 * n^2 = a0^2 - nonResidue a1^2, one of (a0 + n) / 2 and (a0 - n) / 2 is the square x0^2 of a root x0 + x1 u.
 * @template E
 * @param {import("./types.js").Field<E>} F - the base field
 * @param {E} nonResidue
 * @param {E[]} a
 * @returns {E[] | null}
 */
export declare function sqrtQuadratic<E>(F: import("./types.js").Field<E>, nonResidue: E, [a0, a1]: E[]): E[] | null;
