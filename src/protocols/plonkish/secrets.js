/**
 * What a proof holds of its witness, and how it is blinded.
 * @module protocols/plonkish/secrets
 */
import { ChaCha } from "../../util/chacha.js";
import { clear } from "../../util/bytes.js";
import { freeBuffers } from "../../util/host_memory.js";
import { getRandomSeed } from "../../util/random.js";

/** Clears lists that are not read again, and gives their memory back. @param {...Uint8Array} lists */
export function release(...lists) {
    lists.forEach(clear);
    freeBuffers(lists.map(({ buffer }) => buffer));
}

/**
 * Elements from the host's generator, which is dropped afterwards: the state of the shared one of `random` would reveal
 * what it has returned.
 * @param {any} Fr
 * @param {number} count
 * @returns {Uint8Array[]} LEM
 */
export function drawBlinding(Fr, count) {
    const generator = new ChaCha(getRandomSeed());
    const drawn = Array.from({ length: count }, () => Fr.fromRng(generator));
    generator.state.fill(0);
    generator.buff.fill(0);
    return drawn;
}
