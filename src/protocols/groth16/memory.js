/**
 * How much memory a proof holds at once, and how the allowed memory is divided.
 * @module protocols/groth16/memory
 */

/** @import { Zkey } from "./zkey.js" */
import { planPoints } from "../../util/chunk_sizes.js";

/**
 * Bytes that are held however little is allowed: the witness, three columns on the domain and
 * the results of their transforms.
 * @param {Zkey} zkey
 */
export const fixedBytes = ({ nVars, domainSize, curve: { n8r } }) => (nVars + 5 * domainSize) * n8r;

/**
 * How the rest of the allowed memory is divided.
 * @param {Zkey} zkey
 * @param {number} memory - bytes allowed
 * @param {number} concurrency
 * @returns {Readonly<{ budgetBytes: number, rangeBytes: number }>} bytes of points that are on their way at once, and
 *   bytes of points per multi-exponentiation
 */
export function planMemory(zkey, memory, concurrency) {
    return planPoints(Math.max(memory - fixedBytes(zkey), 0), concurrency);
}

/**
 * Approximate peak of a whole process: what a proof holds, what the workers keep, what the host itself needs.
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
