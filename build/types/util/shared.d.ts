/**
 * @param {number} length - bytes
 * @returns {Uint8Array | undefined} cleared; undefined where this host shares no memory between threads
 */
export declare function takeShared(length: number): Uint8Array | undefined;
/** @param {any} bytes @returns {boolean} whether they are in memory that was taken here */
export declare const isShared: (bytes: any) => boolean;
