/** The most bytes of a set that is shared, for circuits up to 2^18. */
export declare const COMMON_BYTES: number;
export type Common = Uint8Array[];
/**
 * @param {object} tm
 * @param {number[]} lengths - bytes of each
 * @returns {Common | undefined} cleared; undefined if this host shares no memory, or not that much
 */
export declare function takeCommon(tm: object, lengths: number[]): Common | undefined;
/**
 * Clears the memory: a witness is a secret.
 * @param {object} tm
 * @param {Common} common
 * @param {boolean} ended - whether the proof has succeeded. If it failed, a worker may still write to the memory, which
 *   is then not used again
 */
export declare function giveCommon(tm: object, common: Common, ended: boolean): void;
