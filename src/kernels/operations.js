/**
 * The base module by group and operation: its export `frm_fft` is the operation `fft` of the group
 * `frm`.
 * @module kernels/operations
 */
/** @import { Functions } from "./types.js" */

/**
 * The operations of one group.
 * @param {Functions} base
 * @param {string} group - "frm", "f1m", "g1m", …
 * @returns {Functions}
 */
export function operations(base, group) {
    const prefix = `${group}_`;
    const own = Object.entries(base).filter(([name]) => name.startsWith(prefix));
    return Object.fromEntries(own.map(([name, run]) => [name.slice(prefix.length), run]));
}
