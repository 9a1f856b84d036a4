import type { Context } from "./context.js";
/**
 *   in      the coefficients of the key, the witness
 *   out     A w, B w and A w B w on the domain, LEM, each domainSize elements
 *   memory  three results, and about concurrency + 3 chunks on their way
 *   throws  on records that name signals or constraints that the circuit does not have
 * @param {Context} context
 * @returns {Promise<Uint8Array[]>}
 */
export declare function buildABC(context: Context): Promise<Uint8Array[]>;
