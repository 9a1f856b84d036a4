/**
 * What a proof holds at once, and how the allowance is spent.
 * @module prover/memory
 */
import type { Zkey } from "./zkey.js";
/**
 * Bytes that are held whatever the allowance: the witness, three columns on the domain and
 * what the transforms make of them.
 * @param {Zkey} zkey
 */
export declare const fixedBytes: ({ nVars, domainSize, curve: { n8r } }: Zkey) => number;
/**
 * How the rest of the allowance is spent: a chunk of points is read, posted and copied into the
 * memory of a worker, where its kernel takes about as much again; concurrency + 2 are on their way.
 *
 * @param {Zkey} zkey
 * @param {number} memory - bytes allowed
 * @param {number} concurrency
 * @returns {Readonly<{ budgetBytes: number, rangeBytes: number }>} points on their way at once; points per multi-exponentiation
 */
export declare function planMemory(zkey: Zkey, memory: number, concurrency: number): Readonly<{
    budgetBytes: number;
    rangeBytes: number;
}>;
/**
 * Peak of a whole process, roughly: what is held, what the workers keep, what the host needs itself.
 * @param {Zkey} zkey
 * @param {number} memory
 * @param {number} concurrency
 * @returns {number} bytes
 */
export declare function expectedMemory(zkey: Zkey, memory: number, concurrency: number): number;
