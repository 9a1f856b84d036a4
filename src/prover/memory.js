/**
 * What a proof holds at once, and how the allowance is spent.
 * @module prover/memory
 */

/** @import { Zkey } from "./zkey.js" */

/** Largest chunk of points that one task carries. */
const CHUNK = 1 << 25;

/** A chunk below this leaves too few points for buckets to pay. */
const LEAST_CHUNK = 1 << 20;

/**
 * Bytes that are held whatever the allowance: the witness, three columns on the domain and
 * what the transforms make of them.
 * @param {Zkey} zkey
 */
export const fixedBytes = ({ nVars, domainSize, curve: { n8r } }) => (nVars + 5 * domainSize) * n8r;

/**
 * How the rest of the allowance is spent: a chunk of points is read, posted and copied into the
 * memory of a worker, where its kernel takes about as much again; concurrency + 2 are on their way.
 *
 * @param {Zkey} zkey
 * @param {number} memory - bytes allowed
 * @param {number} concurrency
 * @returns {Readonly<{ budgetBytes: number, rangeBytes: number }>} points on their way at once; points per multi-exponentiation
 */
export function planMemory(zkey, memory, concurrency) {
    const spare = Math.max(memory - fixedBytes(zkey), 0);
    const chunk = Math.max(LEAST_CHUNK, Math.min(CHUNK, Math.floor(spare / (4 * (concurrency + 2)))));
    return Object.freeze({ budgetBytes: chunk * (concurrency + 2), rangeBytes: chunk * concurrency * (chunk < CHUNK ? 1 : 64) });
}

/**
 * Peak of a whole process, roughly: what is held, what the workers keep, what the host needs itself.
 * @param {Zkey} zkey
 * @param {number} memory
 * @param {number} concurrency
 * @returns {number} bytes
 */
export function expectedMemory(zkey, memory, concurrency) {
    const { domainSize, sG1, curve: { n8r } } = zkey;
    const { budgetBytes } = planMemory(zkey, memory, concurrency);
    const points = Math.min(budgetBytes, 6 * domainSize * sG1);
    const worker = 12 * 2 ** 20, host = 64 * 2 ** 20;
    const transforms = Math.min(3, concurrency) * 2 * domainSize * n8r;
    return Math.round(host + concurrency * worker + fixedBytes(zkey) + transforms + 3 * points);
}
