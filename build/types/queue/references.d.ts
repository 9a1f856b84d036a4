export type Reference = Readonly<{
    url: string;
    sha256: string;
} | {
    path: string;
    sha256: string;
} | {
    bytes: string;
}>;
export type Address = {
    url: string | {
        href: string;
    };
    sha256: string;
};
export type ReferenceLike = string | Uint8Array | {
    path: string;
    sha256?: string;
} | Address | {
    bytes: string;
};
/** @param {Uint8Array} bytes @returns {string} */
export declare const sha256Of: (bytes: Uint8Array) => string;
/** @param {string} path @returns {Promise<string>} changes if the file is replaced or written to */
export declare function identityOf(path: string): Promise<string>;
/** Remembers the hashes of files, by their identity. */
export declare function createHashes(): {
    /** @param {string} path @param {AbortSignal} [signal] @returns {Promise<string>} */
    of(path: string, signal?: AbortSignal): Promise<string>;
};
export type Hashes = ReturnType<typeof createHashes>;
/**
 * @param {string} what - what the file is, for messages
 * @param {any} value - a ReferenceLike
 * @param {{ hashes: Hashes, inline: number, allow?: readonly string[] }} options - inline: bytes that may be part of
 *   the job; allow: places that may be read now, to hash a file
 * @returns {Promise<Reference>}
 * @throws {ProverError} ERR_OPTION, ERR_LIMIT, ERR_READ; the messages have no URLs and no contents
 */
export declare function readReference(what: string, value: any, options: {
    hashes: Hashes;
    inline: number;
    allow?: readonly string[];
}): Promise<Reference>;
/**
 * Checks that a place may be read. A folder allows everything in it, a URL all URLs that begin with it.
 * @param {string} what
 * @param {Reference} reference
 * @param {readonly string[] | undefined} allow - undefined allows every place
 * @throws {ProverError} ERR_OPTION
 */
export declare function checkAllowed(what: string, reference: Reference, allow: readonly string[] | undefined): void;
