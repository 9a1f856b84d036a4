import type { Reference } from "./references.js";
export type StoreOptions = {
    /**
     * - for keys and programs from URLs
     */
    folder?: string;
    /**
     * - that the folder may hold
     */
    bytes: number;
    /**
     * - the most bytes of a witness
     */
    memory: number;
    /**
     * - folders and URLs that may be read; undefined allows all
     */
    allow?: readonly string[];
    /**
     * - milliseconds without a byte after which a download fails
     */
    timeout: number;
};
/**
 * Folder and size of a cache, from the option `cache` of a worker.
 * @param {string | { folder?: string, bytes?: number } | null | undefined} cache
 */
export declare function cachePlace(cache: string | {
    folder?: string;
    bytes?: number;
} | null | undefined): {
    folder: string | undefined;
    bytes: number;
};
/** @param {StoreOptions} options */
export declare function createStore(options: StoreOptions): Readonly<{
    /**
     * A file that is not secret and used often: a key or a program.
     * @param {string} what
     * @param {Reference} reference
     * @param {AbortSignal} [signal]
     * @returns {Promise<string | Uint8Array>} a path, or bytes
     */
    get(what: string, reference: Reference, signal?: AbortSignal): Promise<string | Uint8Array>;
    /**
     * A file that is read once and not kept: a witness or inputs. If it is bytes, the caller clears them.
     * @param {string} what
     * @param {Reference} reference
     * @param {AbortSignal} [signal]
     * @returns {Promise<string | Uint8Array>} a path, or bytes
     */
    secret(what: string, reference: Reference, signal?: AbortSignal): Promise<string | Uint8Array>;
    /** @param {string} what @param {Reference} reference @param {AbortSignal} [signal] */
    bytes(what: string, reference: Reference, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer> | Uint8Array<ArrayBufferLike>>;
    stats: () => Promise<{
        hits: number;
        misses: number;
        files: number;
        bytes: number;
    }>;
}>;
export type Store = ReturnType<typeof createStore>;
/** @typedef {ReturnType<typeof createStore>} Store */
/**
 * Stores the results of one machine where others can read them: in a folder that they share, or behind a URL.
 * @param {Uint8Array} bytes
 * @param {{ path: string } | { put: string, get: string }} scratch
 * @param {string} name - of the file in a folder
 * @param {AbortSignal} [signal]
 * @returns {Promise<Reference>}
 */
export declare function publish(bytes: Uint8Array, scratch: {
    path: string;
} | {
    put: string;
    get: string;
}, name: string, signal?: AbortSignal): Promise<Reference>;
