/**
 * The primes of circom 2, and how its witness calculators are recognised.
 * @module params/circom
 */
/** Our function bodies are for primes of this many bits; of circom's primes, goldilocks and secq256r1 are left out. */
export declare const BITS: Readonly<{
    least: 253;
    most: 255;
}>;
/**
 * The constants that our bodies contain, in the order in which the bodies ask for them: words of p, limbs of 29 bits
 * of p and of (mu p + 1) / 2^29, mu = -p^-1 mod 2^29; limbs of 30 bits of p and of 2^512 mod p, p^-1 mod 2^30; the bits
 * of the top word that canonical values have.
 * @param {bigint} p
 * @returns {bigint[]}
 */
export declare function fieldConstants(p: bigint): bigint[];
/** Where recognised files have what we need: numbers of functions, the index of Fr_copy, addresses. */
export declare const LAYOUT: Readonly<{
    imported: 4;
    functions: 81;
    copy: 37;
    prime: 608;
    constantsEnd: 1952;
}>;
/**
 * The prime and the compiler versions by the hash of the field functions that they write.
 * Written by scripts/circom-fingerprints.mjs.
 * @type {Readonly<Record<string, readonly [string, string]>>}
 */
export declare const KNOWN: Readonly<Record<string, readonly [string, string]>>;
