/**
 * Sixth roots in Fp by one power: p - 1 = count rest, with rest prime to 6 and count a product of
 * twos and threes. For w = z^6, w^exponent is z times a root of unity of order `count`, if 6
 * exponent = 1 mod rest.
 * @module util/sixth_roots
 */

/** Which of the roots of unity it is, is written down in one byte; 255 says that there is none. */
const MOST = 255n;

/**
 * @param {bigint} order - p - 1
 * @returns {{ count: bigint, exponent: bigint }}
 */
export function sixthRoots(order) {
    let rest = order;
    for (const prime of [2n, 3n]) while (rest % prime === 0n) rest /= prime;
    let times = 0n; // times rest + 1 is a multiple of 6
    while ((times * rest + 1n) % 6n) times++;
    return { count: order / rest, exponent: (times * rest + 1n) / 6n };
}

/** Has Fp so few such roots of unity? @param {bigint} p */
export const takesTriples = (p) => sixthRoots(p - 1n).count <= MOST;
