/**
 * Programs of this thread that draw from the host get bytes that a test has chosen, so that two of them can be compared
 * byte for byte.
 */
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

/**
 * Runs `body` while node:crypto fills with `byte`, `byte` + 1, …
 * @template T
 * @param {number} byte
 * @param {() => Promise<T>} body
 * @returns {Promise<T>}
 */
export async function withFixedRandom(byte, body) {
    const { randomFillSync } = crypto;
    crypto.randomFillSync = (view) => {
        new Uint8Array(view.buffer, view.byteOffset, view.byteLength).forEach((_, i, all) => { all[i] = byte + i; });
        return view;
    };
    syncBuiltinESMExports();
    try {
        return await body();
    } finally {
        crypto.randomFillSync = randomFillSync;
        syncBuiltinESMExports();
    }
}
