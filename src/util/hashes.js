/**
 * Hash functions: those of the host where it has them, otherwise those of @noble/hashes, with the
 * same results.
 * @module util/hashes
 */
import { secretBytes } from "./bytes.js";
import { digestHere, nativeHash } from "./host.js";
import { blake2b as blake2bHere, sha256 as sha256Here } from "./noble_hashes.js";

/** @import { HostHash } from "./host_types.js" */

/** @returns {HostHash} of 64 bytes */
export const blake2b = () => nativeHash("blake2b512") ?? blake2bHere.create();

/** The words of a hash in JavaScript, as fields of an object of the package. */
const WORDS = ["v0l", "v0h", "v1l", "v1h", "v2l", "v2h", "v3l", "v3h", "v4l", "v4h", "v5l", "v5h", "v6l", "v6h", "v7l", "v7h"];

/**
 * BLAKE2b of secrets. Not through the host, which keeps the result in memory of its own until the
 * hash is collected.
 * @param {readonly Uint8Array[]} parts
 * @returns {Uint8Array} 64 bytes, for the caller to clear
 */
export function blake2bOfSecret(parts) {
    const hasher = blake2bHere.create();
    const digest = secretBytes(64);
    const own = secretBytes(64);
    hasher.get = () => { // without an array of numbers
        const words = new Int32Array(own.buffer);
        WORDS.forEach((name, i) => { words[i] = hasher[name]; });
        return words;
    };
    for (const part of parts) hasher.update(part);
    hasher.digestInto(digest);
    hasher.destroy();
    own.fill(0);
    return digest;
}

/** SHA-256 of what comes piece by piece. @returns {HostHash} of 32 bytes */
export const sha256Stream = () => nativeHash("sha256") ?? sha256Here.create();

/**
 * A hash that goes on from the same bytes, which the other one does not notice.
 * @param {HostHash} hasher - not digested yet; any, because it has one of both methods
 * @returns {HostHash}
 */
export const copyOfHash = (hasher) => /** @type {any} */ (hasher.copy ?? hasher.clone).call(hasher);

/**
 * Bytes of the state of a BLAKE2b hash: a block, the eight words, bytes compressed, bytes in the
 * block, zeros.
 */
export const BLAKE2B_STATE = 216;

const BLOCK = 128, AT = Object.freeze({ words: 128, compressed: 192, filled: 200 });

/**
 * A BLAKE2b hash whose state can be kept, and gone on from later. What a block holds beyond its
 * filled bytes is what it held before, as in the files of snarkjs; it decides nothing.
 * @param {Uint8Array} [kept] - a state
 * @returns {HostHash & { state: () => Uint8Array }}
 * @throws {RangeError} for a state that is none
 */
export function blake2bWithState(kept) {
    const hasher = blake2bHere.create();
    if (kept) restore(hasher, kept);
    return {
        update: (bytes) => hasher.update(bytes),
        digest: () => hasher.digest(),
        state() {
            const bytes = new Uint8Array(BLAKE2B_STATE);
            const view = new DataView(bytes.buffer), { pos, length } = hasher;
            bytes.set(hasher.buffer);
            const words = /** @type {number[]} */ (hasher.get());
            words.forEach((word, i) => view.setUint32(AT.words + 4 * i, word, true));
            view.setBigUint64(AT.compressed, BigInt(length - pos), true);
            view.setBigUint64(AT.filled, BigInt(pos), true);
            return bytes;
        },
    };
}

/** @param {any} hasher - its fields are those of the package @param {Uint8Array} kept */
function restore(hasher, kept) {
    const view = new DataView(kept.buffer, kept.byteOffset, kept.length);
    const number = (/** @type {number} */ at) =>
        (kept.length === BLAKE2B_STATE ? Number(view.getBigUint64(at, true)) : NaN);
    const compressed = number(AT.compressed);
    const filled = number(AT.filled);
    if (!(filled <= BLOCK && compressed % BLOCK === 0 && Number.isSafeInteger(compressed)))
        throw new RangeError(`blake2b: expected a state of ${BLAKE2B_STATE} bytes with up to ${BLOCK} bytes in its block, got ${filled} of ${kept.length}`);
    hasher.buffer.set(kept.subarray(0, BLOCK));
    hasher.set(...Array.from({ length: 16 }, (_, i) => view.getUint32(AT.words + 4 * i, true)));
    hasher.pos = filled;
    hasher.length = compressed + filled;
}

/**
 * SHA-256 of one block. Not through the host, which takes as long to begin a hash as this takes for
 * all of it.
 * @param {Uint8Array} bytes
 * @returns {Uint8Array} 32 bytes
 */
export const sha256 = (bytes) => sha256Here(bytes);

/**
 * SHA-256 of many bytes.
 * @param {Uint8Array} bytes
 * @returns {Promise<Uint8Array>} 32 bytes
 */
export async function sha256Of(bytes) {
    const hash = nativeHash("sha256");
    if (!hash) return await digestHere(bytes) ?? sha256Here(bytes);
    hash.update(bytes);
    return new Uint8Array(hash.digest());
}
