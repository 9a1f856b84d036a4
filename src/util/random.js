/**
 * Randomness. Bytes come from the host's own generator or not at all: there is
 * no weaker source behind it. The library's shared stream is ChaCha20, seeded
 * from those bytes the first time somebody asks.
 * @module util/random
 */
import { randomBytes } from "./host.js";
import { ChaCha } from "./chacha.js";
import { checkCount } from "./check.js";

/** @type {ChaCha | undefined} */
let shared;

/**
 * Random bytes from the host.
 * @param {number} n
 * @returns {Uint8Array}
 * @throws {Error} when the host has no cryptographic generator
 */
export function getRandomBytes(n) {
    checkCount(n, "getRandomBytes");
    return randomBytes(n);
}

/**
 * Eight words from the host, to seed a ChaCha.
 * @returns {number[]}
 */
export function getRandomSeed() {
    const bytes = getRandomBytes(32);
    const view = new DataView(bytes.buffer, bytes.byteOffset, 32);
    return Array.from({ length: 8 }, (_, i) => view.getUint32(4 * i, true));
}

/**
 * The stream that `random()` methods share, one per copy of the library and thread.
 * @returns {ChaCha}
 */
export function getThreadRng() {
    shared ??= new ChaCha(getRandomSeed());
    return shared;
}
