/**
 * WebCrypto, which every host has but some realms are not given.
 * @module util/host_crypto
 */
/**
 * @param {number} n
 * @returns {Uint8Array} n bytes from the CSPRNG of the host
 * @throws {Error} when there is none: nothing weaker takes its place
 */
export declare function webRandomBytes(n: number): Uint8Array;
