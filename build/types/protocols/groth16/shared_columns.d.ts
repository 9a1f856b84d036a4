/**
 * The witness and the columns of a proof, in memory that this thread and all workers share. Otherwise each worker gets
 * a copy of what it reads and sends back a copy of what it wrote: 30 MB and a third of this thread's time at 2^16. For
 * large circuits the copies matter less, and their columns are not shared.
 * @module protocols/groth16/shared_columns
 */
import type { SharedMemory } from "../../pool/shared_memory.js";
/** @import { SharedMemory } from "../../pool/shared_memory.js" */
/** The most bytes of a set that is shared, for circuits up to 2^18. */
export declare const COMMON_BYTES: number;
export type Common = Uint8Array[];
/** @typedef {Uint8Array[]} Common */
/**
 * @param {{ shared?: SharedMemory }} tm
 * @param {number[]} lengths - bytes of each
 * @returns {Common | undefined} cleared; undefined if this host shares no memory, or not that much
 */
export declare function takeCommon({ shared }: {
    shared?: SharedMemory;
}, lengths: number[]): Common | undefined;
/**
 * Clears the memory: a witness is a secret.
 * @param {{ shared?: SharedMemory }} tm
 * @param {Common} common
 * @param {boolean} ended - whether the proof has succeeded. If it failed, a worker may still write to the memory, which
 *   is then not used again
 */
export declare function giveCommon({ shared }: {
    shared?: SharedMemory;
}, common: Common, ended: boolean): void;
