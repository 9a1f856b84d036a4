/**
 * Modular arithmetic on BigInt, slow and obvious. It computes the constants that
 * the generator writes into modules, and is the reference that every wasm kernel
 * is tested against.
 * @module bigint/modular
 */
/**
 * @param {bigint} a
 * @param {bigint} m - modulus > 0
 * @returns {bigint} representative in [0, m)
 */
export declare function mod(a: bigint, m: bigint): bigint;
/**
 * Extended Euclid.
 * @param {bigint} a
 * @param {bigint} m - coprime to a
 * @returns {bigint} a^-1 mod m, in [0, m)
 * @throws {RangeError} a is not invertible
 */
export declare function inverse(a: bigint, m: bigint): bigint;
/**
 * Square and multiply.
 * @param {bigint} a
 * @param {bigint} e - exponent >= 0
 * @param {bigint} m - modulus > 0
 * @returns {bigint} a^e mod m
 */
export declare function pow(a: bigint, e: bigint, m: bigint): bigint;
/**
 * @param {bigint} a - a >= 0
 * @returns {number}
 */
export declare const bitLength: (a: bigint) => number;
