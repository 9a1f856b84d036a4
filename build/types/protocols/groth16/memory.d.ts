/**
 * How much memory a proof holds at once, and how the allowed memory is divided.
 * @module protocols/groth16/memory
 */
import type { Zkey } from "./zkey.js";
/**
 * Bytes that are held however little is allowed: the witness, three columns on the domain and
 * the results of their transforms.
 * @param {Zkey} zkey
 */
export declare const fixedBytes: ({ nVars, domainSize, curve: { n8r } }: Zkey) => number;
/**
 * How the rest of the allowed memory is divided.
 * @param {Zkey} zkey
 * @param {number} memory - bytes allowed
 * @param {number} concurrency
 * @returns {Readonly<{ budgetBytes: number, rangeBytes: number }>} bytes of points that are on their way at once, and
 *   bytes of points per multi-exponentiation
 */
export declare function planMemory(zkey: Zkey, memory: number, concurrency: number): Readonly<{
    budgetBytes: number;
    rangeBytes: number;
}>;
/**
 * Approximate peak of a whole process: what a proof holds, what the workers keep, what the host itself needs.
 * @param {Zkey} zkey
 * @param {number} memory
 * @param {number} concurrency
 * @returns {number} bytes
 */
export declare function expectedMemory(zkey: Zkey, memory: number, concurrency: number): number;
