import type { Pool } from "./types.js";
/**
 * @template T
 * @param {Pool} tm
 * @param {number} length - bytes
 * @param {(shared: Uint8Array | undefined) => Promise<T>} work - shared: undefined where there is none, or no worker
 *   that could share it
 * @returns {Promise<T>}
 */
export declare function inShared<T>(tm: Pool, length: number, work: (shared: Uint8Array | undefined) => Promise<T>): Promise<T>;
