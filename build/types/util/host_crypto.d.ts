/**
 * WebCrypto. Every host has it, but some realms get no access to it.
 * @module util/host_crypto
 */
/**
 * @param {number} n
 * @returns {Uint8Array} n bytes from the CSPRNG of the host
 * @throws {Error} when there is none; no weaker source replaces it
 */
export declare function webRandomBytes(n: number): Uint8Array;
