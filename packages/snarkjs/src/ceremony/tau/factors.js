/**
 * Random factors for the points of several sections, the same for point i of each. They come from a
 * stream that begins again for each section, so that as many as there are points need not be kept.
 * @module ceremony/tau/factors
 */
import { BLOCK, chachaWords, concat, getRandomBytes } from "../../../../../src/internal/snarkjs_ceremony.js";

/** Bytes of a factor: a wrong point is missed with a probability of 2^-64. */
export const FACTOR = 8;

/**
 * @typedef {(count: number) => Uint8Array} Factors gives out the next ones, FACTOR bytes each,
 *   little-endian
 */

/** @returns {() => Factors} begins with the first factor, each time the same */
export function drawFactors() {
    const seed = getRandomBytes(32);
    return () => {
        const words = chachaWords(seed);
        let rest = new Uint8Array(0);
        return (count) => {
            const need = FACTOR * count;
            const made = new Uint32Array(BLOCK * Math.ceil((need - rest.length) / (4 * BLOCK)));
            words.fill(made);
            const all = concat([rest, new Uint8Array(made.buffer)]);
            rest = all.slice(need);
            return all.subarray(0, need);
        };
    };
}
