/**
 * How much memory a proof holds at once, and how what is allowed is divided: one count, which the prover obeys and
 * `info` tells.
 *
 * A proof holds its witness, three columns on the domain, the memories of its workers, which never shrink, and the
 * points that are on their way to them. Only the last two depend on what is allowed: larger chunks of points are a
 * little faster, and need larger memories in the workers.
 * @module protocols/groth16/memory
 */
import type { Zkey } from "./zkey.js";
/**
 * Bytes in a worker of a transform to the coset: pairs twice, a table of 88 bytes per twiddle of which a domain above
 * 2^17 has half, a wide table. Measured on tier fma, which needs the most.
 * @param {number} domainSize
 */
export declare const transformBytes: (domainSize: number) => number;
export type Plan = {
    /**
     * - of points of a task
     */
    chunkBytes: number;
    /**
     * - of points and their scalars that are on their way at once
     */
    budgetBytes: number;
    /**
     * - one worker transforms the columns, one after the other
     */
    sequence: boolean;
    /**
     * - bytes that the proof holds at its peak
     */
    held: number;
};
/**
 * @typedef {object} Plan
 * @property {number} chunkBytes - of points of a task
 * @property {number} budgetBytes - of points and their scalars that are on their way at once
 * @property {boolean} sequence - one worker transforms the columns, one after the other
 * @property {number} held - bytes that the proof holds at its peak
 */
/**
 * Bytes that are held however little is allowed: the witness and three columns on the domain.
 * @param {Zkey} zkey
 */
export declare const fixedBytes: ({ nVars, domainSize, curve: { n8r } }: Zkey) => number;
/**
 * The plan with the largest chunks that fits in what is allowed; if none does, the one that holds least.
 * @param {Zkey} zkey
 * @param {number} memory - bytes allowed
 * @param {number} concurrency
 * @returns {Readonly<Plan>}
 */
export declare function planMemory(zkey: Zkey, memory: number, concurrency: number): Readonly<Plan>;
/**
 * Is enough allowed for what is held in any case? Checked before anything begins.
 * @param {string} where
 * @param {Zkey} zkey
 * @param {number} memory
 * @throws {ProverError} ERR_LIMIT
 */
export declare function checkMemory(where: string, zkey: Zkey, memory: number): void;
/**
 * The peak of a whole process: what the proof holds, and what the host and its workers need themselves.
 * @param {Zkey} zkey
 * @param {number} memory
 * @param {number} concurrency
 * @returns {number} bytes
 */
export declare function expectedMemory(zkey: Zkey, memory: number, concurrency: number): number;
