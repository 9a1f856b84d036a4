export type Common = Uint8Array[];
/**
 * @param {object} tm
 * @param {number[]} lengths - bytes of each
 * @returns {Common | undefined} cleared; undefined: not here, or not so much
 */
export declare function takeCommon(tm: object, lengths: number[]): Common | undefined;
/**
 * After a proof that came to its end. After one that did not, a worker may still write: nobody gets that memory again.
 * @param {object} tm
 * @param {Common | undefined} common
 */
export declare function keepCommon(tm: object, common: Common | undefined): void;
