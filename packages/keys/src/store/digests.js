/**
 * SHA-256 as this room uses it: of blocks, by the browser where it can; of a whole file, block by
 * block; and as text.
 * @module store/digests
 */
import { digestHere, encodeText, hexOf, sha256, sha256Stream, threadPace } from "../../../../src/internal/keys.js";

/** An address: the SHA-256 of the bytes. */
const ADDRESS = /^[0-9a-f]{64}$/;

/** Bytes of a digest. */
export const DIGEST = 32;

/** Bytes that are hashed without a look at the clock: half a millisecond of a phone. */
const TURN = 1 << 16;

/** @param {unknown} value @returns {value is string} */
export const isAddress = (value) => typeof value === "string" && ADDRESS.test(value);

/** @param {Uint8Array} bytes @returns {Promise<string>} SHA-256 */
export async function digestOf(bytes) {
    const digest = digestHere(bytes);
    if (digest) return hexOf(await digest);
    const hash = sha256Stream();
    await feed(hash, bytes);
    return hexOf(hash.digest());
}

/** @param {string} text @returns {string} SHA-256 of what is short */
export const digestOfText = (text) => hexOf(sha256(encodeText(text)));

/**
 * @param {import("../../../../src/internal/keys.js").HostHash} hash
 * @param {Uint8Array} bytes
 */
async function feed(hash, bytes) {
    for (let at = 0; at < bytes.length; at += TURN) {
        hash.update(bytes.subarray(at, at + TURN));
        if (threadPace().due) await threadPace().turn();
    }
}

/** The SHA-256 of what is added, in order. */
export function wholeDigest() {
    const hash = sha256Stream();
    return Object.freeze({
        add: (/** @type {Uint8Array} */ bytes) => feed(hash, bytes),
        digest: () => hexOf(hash.digest()),
    });
}
