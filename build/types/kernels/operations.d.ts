/**
 * The base module by group and operation: its export `frm_fft` is the operation `fft` of the group `frm`.
 * @module kernels/operations
 */
/** @import { Functions } from "./types.js" */
import type { Functions } from "./types.js";
/**
 * The operations of one group.
 * @param {Functions} base
 * @param {string} group - "frm", "f1m", "g1m", …
 * @returns {Functions}
 */
export declare function operations(base: Functions, group: string): Functions;
