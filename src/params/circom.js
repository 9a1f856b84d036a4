/**
 * The primes of circom 2, and how its witness calculators are recognised.
 * @module params/circom
 */

/**
 * Our function bodies are for primes of this many bits; of circom's primes, goldilocks and
 * secq256r1 are left out.
 */
export const BITS = Object.freeze({ least: 253, most: 255 });

/**
 * @param {bigint} value
 * @param {number} width
 * @param {number} count
 * @returns {bigint[]} lowest first
 */
const limbs = (value, width, count) =>
    Array.from({ length: count }, (_, i) => BigInt.asUintN(width, value >> BigInt(width * i)));

/** @param {bigint} p - odd @param {number} bits @returns {bigint} p^-1 mod 2^bits */
function inverseOfOdd(p, bits) {
    let x = 1n; // Newton: each step doubles the bits that are right
    for (let known = 1; known < bits; known *= 2) x = BigInt.asUintN(bits, x * (2n - p * x));
    return x;
}

/**
 * The constants that our bodies contain, in the order in which the bodies ask for them: words of p,
 * limbs of 29 bits of p and of (mu p + 1) / 2^29, mu = -p^-1 mod 2^29; limbs of 30 bits of p and of
 * 2^512 mod p, p^-1 mod 2^30; the bits of the top word that canonical values have.
 * @param {bigint} p
 * @returns {bigint[]}
 */
export function fieldConstants(p) {
    const mu = BigInt.asUintN(29, -inverseOfOdd(p, 29));
    return [
        ...limbs(p, 64, 4),
        ...limbs(p, 29, 9),
        ...limbs((mu * p + 1n) >> 29n, 29, 9),
        mu,
        ...limbs(p, 30, 9),
        ...limbs((1n << 512n) % p, 30, 9),
        inverseOfOdd(p, 30),
        (1n << BigInt(p.toString(2).length - 192)) - 1n,
    ];
}

/**
 * Where recognised files have what we need: numbers of functions, the indices of Fr_copy and
 * Fr_toLongNormal, addresses. Up to `stack` is the address of the free memory; from there on
 * constants, scratch and the window; from `map` to `mapEnd` a table of the inputs' names, which is
 * not read any more when all inputs are set.
 */
export const LAYOUT = Object.freeze({
    imported: 4, functions: 81, copy: 37, toLong: 43, stack: 4, prime: 608, window: 1992, map: 2032, mapEnd: 6128,
});

/**
 * The export that a rewritten file has more: it reads the values of many signals, (from, to,
 * window, destination).
 */
export const READER = "ffturbo_read_witness";

/**
 * Constants that the field functions read, and the prime that callers read: a program does not
 * change them.
 */
export const CONSTANTS = Object.freeze(/** @type {const} */ ([[608, 992], [1920, 1984]]));

/**
 * The prime and the compiler versions by the hash of the field functions that they write.
 * Written by scripts/circom-fingerprints.mjs.
 * @type {Readonly<Record<string, readonly [string, string]>>}
 */
export const KNOWN = Object.freeze({
    "2cc20143449e02ba": Object.freeze(/** @type {const} */ (["bn128", "circom 2.0.8 to 2.2.3"])),
    "ca39e480dc48fb10": Object.freeze(/** @type {const} */ (["bls12381", "circom 2.0.8 to 2.2.3"])),
    "1c4033c10089941d": Object.freeze(/** @type {const} */ (["grumpkin", "circom 2.1.6 to 2.2.3"])),
    "bc449a7d8e2755dd": Object.freeze(/** @type {const} */ (["pallas", "circom 2.1.6 to 2.2.3"])),
    "c5e2afe3d43ec242": Object.freeze(/** @type {const} */ (["vesta", "circom 2.1.6 to 2.2.3"])),
    "a78a6fa9a4b9e997": Object.freeze(/** @type {const} */ (["bls12377", "circom 2.2.3 to 2.2.3"])),
});
