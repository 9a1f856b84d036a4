/**
 * WebCrypto. Every host has it, but some realms get no access to it.
 * @module util/host_crypto
 */
import { secretBytes } from "./bytes.js";

/** Bytes; it refuses to fill more in one call. */
const WINDOW = 65536;

/**
 * @param {number} n
 * @returns {Uint8Array} n bytes from the CSPRNG of the host
 * @throws {Error} when there is none; no weaker source replaces it
 */
export function webRandomBytes(n) {
    if (typeof globalThis.crypto?.getRandomValues !== "function") {
        throw new Error("randomBytes: expected a host with crypto.getRandomValues, got none");
    }
    const bytes = secretBytes(n);
    for (let i = 0; i < n; i += WINDOW) crypto.getRandomValues(bytes.subarray(i, i + WINDOW));
    return bytes;
}
