import { ChaCha } from "./chacha.js";
/**
 * Random bytes from the host.
 * @param {number} n
 * @returns {Uint8Array}
 * @throws {Error} when the host has no cryptographic generator
 */
export declare function getRandomBytes(n: number): Uint8Array;
/**
 * Eight words from the host, to seed a ChaCha.
 * @returns {number[]}
 */
export declare function getRandomSeed(): number[];
/**
 * The stream that `random()` methods share, one per copy of the library and thread.
 * @returns {ChaCha}
 */
export declare function getThreadRng(): ChaCha;
