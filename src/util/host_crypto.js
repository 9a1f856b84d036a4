/**
 * WebCrypto, which every host has but some realms are not given.
 * @module util/host_crypto
 */

/** It refuses to fill more than this in one call. */
const WINDOW = 65536;

/**
 * @param {number} n
 * @returns {Uint8Array} n bytes from the CSPRNG of the host
 * @throws {Error} when there is none: nothing weaker takes its place
 */
export function webRandomBytes(n) {
    if (typeof globalThis.crypto?.getRandomValues !== "function") {
        throw new Error("randomBytes: expected a host with crypto.getRandomValues, got none");
    }
    const bytes = new Uint8Array(n);
    for (let i = 0; i < n; i += WINDOW) crypto.getRandomValues(bytes.subarray(i, i + WINDOW));
    return bytes;
}
