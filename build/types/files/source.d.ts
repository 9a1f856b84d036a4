export type Reader = (offset: number, length: number) => Uint8Array | Promise<Uint8Array>;
export type SourceLike = string | Uint8Array | Blob | URL | Reader | {
    read: Reader;
    size?: number;
};
export type RawSource = {
    /**
     * - for messages
     */
    name: string;
    /**
     * - bytes; undefined if it is not known
     */
    size: number | undefined;
    read: Reader;
    /**
     * - nobody else has what it returns
     */
    fresh?: boolean;
    /**
     * - where the size only becomes known while reading: the bytes
     * of the file, or the bytes that have arrived once these are more than `limit`
     */
    length?: (limit: number) => Promise<number>;
    close?: () => Promise<void>;
};
export type Source = {
    name: string;
    /**
     * - nobody else has what is read
     */
    fresh: boolean;
    size: number | undefined;
    /**
     * - exactly these bytes,
     * in a new buffer
     */
    read: (offset: number, length: number, signal?: AbortSignal) => Promise<Uint8Array>;
    /**
     * - bytes of the file; more than `limit` if it is
     * longer than that; undefined if it cannot be known
     */
    length: (limit: number) => Promise<number | undefined>;
    close: () => Promise<void>;
};
export type SourceOptions = {
    signal?: AbortSignal;
    /**
     * - milliseconds after which an unanswered read fails
     */
    readTimeout?: number;
    /**
     * - how many bytes may be kept of bodies that have to be kept as a whole; sources
     * with the same object share them
     */
    room?: {
        bytes: number;
    };
};
/**
 * @param {string} name - what the caller calls it, for messages
 * @param {unknown} value
 * @param {SourceOptions} [options]
 * @returns {Promise<Source>} which the caller closes
 */
export declare function openSource(name: string, value: unknown, options?: SourceOptions): Promise<Source>;
