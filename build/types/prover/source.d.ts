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
     * - bytes; undefined: the reader does not say
     */
    size: number | undefined;
    read: Reader;
    close?: () => Promise<void>;
};
export type Source = {
    name: string;
    size: number | undefined;
    /**
     * - exactly these bytes, in a buffer of their own
     */
    read: (offset: number, length: number, signal?: AbortSignal) => Promise<Uint8Array>;
    close: () => Promise<void>;
};
export type SourceOptions = {
    signal?: AbortSignal;
    /**
     * - milliseconds after which a read without an answer fails
     */
    readTimeout?: number;
};
/**
 * @param {string} name - the caller's name for it, for messages
 * @param {unknown} value
 * @param {SourceOptions} [options]
 * @returns {Promise<Source>} to be closed
 */
export declare function openSource(name: string, value: unknown, options?: SourceOptions): Promise<Source>;
