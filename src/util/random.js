/**
 * Randomness. Bytes come from the host's cryptographic generator only; there is
 * no weaker fallback. The library's shared stream is ChaCha20, seeded with such
 * bytes at its first use.
 * @module util/random
 */
import { randomBytes } from "./host.js";
import { ChaCha } from "./chacha.js";
import { SecretStream } from "./chacha_words.js";
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

/**
 * Elements from the host's generator, which is dropped afterwards: the state of the shared one of
 * `random` would reveal what it has returned.
 * @param {{ fromRng: (generator: SecretStream) => Uint8Array }} F
 * @param {number} count
 * @returns {Uint8Array[]} LEM, each in secretBytes, for the caller to clear
 */
export function drawBlinding(F, count) {
    const seed = getRandomBytes(32);
    const generator = new SecretStream(seed);
    seed.fill(0);
    try {
        return Array.from({ length: count }, () => F.fromRng(generator));
    } finally {
        generator.clear();
    }
}

/**
 * One such element that is not 0: where it is, another is drawn.
 * @param {Parameters<typeof drawBlinding>[0] & { isZero: (element: Uint8Array) => boolean }} F
 * @returns {Uint8Array}
 */
export function drawFactor(F) {
    for (;;) {
        const [factor] = drawBlinding(F, 1);
        if (!F.isZero(factor)) return factor;
    }
}
