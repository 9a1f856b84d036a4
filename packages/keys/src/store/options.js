/**
 * The options of the store, read and checked in one place.
 * @module store/options
 */
import {
    abortSignal, call, describe, ensure, givenOptions, hexOf, isBytes, milliseconds,
} from "../../../../src/internal/keys.js";
import { DIGEST, isAddress } from "./digests.js";
import { BLOCK_SIZES } from "./records.js";

/** @import { Rules } from "../../../../src/internal/keys.js" */
/** @import { FetchProgress } from "./download.js" */

/**
 * @typedef {object} StoreOptions
 * @property {string} [folder] - Node: the folder that has the stores; default `ffturbo` in the
 *   folder of the user's caches. It is made if it is not there
 * @property {string} [name] - of the store, for applications that want one of their own; default
 *   `keys`
 * @property {number} [quota] - bytes that it may take; default 10 GiB, in pages at most half of
 *   what the browser allows
 * @property {"folder" | "opfs" | "cache" | "memory" | "nowhere"} [keepIn] - default: the best that
 *   the host has
 * @property {number} [blockSize] - bytes of a block, a power of two; default 1 MiB
 */

/**
 * @typedef {object} GetOptions
 * @property {AbortSignal} [signal] - ends reads
 */

/**
 * @typedef {object} FetchOptions
 * @property {string} [address] - SHA-256 of the file, 64 digits: nothing else is kept, and a
 *   download that stopped goes on where it was
 * @property {readonly (string | Uint8Array)[]} [blockDigests] - SHA-256 of each block of
 *   `blockSize` bytes, from where the address is from: no other block is handed on
 * @property {number} [blockSize] - bytes of a block, a power of two; default that of the store
 * @property {string} [what] - what the file is called in messages; default `file`
 * @property {number} [readTimeout] - milliseconds after which an unanswered read fails; default two
 *   minutes
 * @property {number} [attempts] - how many times in a row a read may fail; default 6
 * @property {number} [memory] - bytes that may be held of an answer from a server without ranges;
 *   default 1 GiB
 * @property {AbortSignal} [signal] - ends the download and reads
 * @property {(progress: FetchProgress) => void} [onProgress]
 */

/** A name that is a name of a file everywhere. */
const NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/** @param {any} v */
const isBlockSize = (v) =>
    Number.isSafeInteger(v) && v >= BLOCK_SIZES.least && v <= BLOCK_SIZES.most && Number.isInteger(Math.log2(v));

const BLOCK_SIZE = {
    test: isBlockSize, expected: `a power of two from ${BLOCK_SIZES.least} to ${BLOCK_SIZES.most}`,
};

/** @type {Rules} */
const STORE = Object.freeze({
    folder: { test: (v) => typeof v === "string" && v !== "" && !v.includes("\0"), expected: "a path" },
    name: {
        test: (v) => typeof v === "string" && NAME.test(v),
        expected: "1 to 64 small letters, digits, - and _, the first of them a letter or digit",
    },
    quota: { test: (v) => Number.isSafeInteger(v) && v >= 0, expected: "a number of bytes" },
    keepIn: {
        test: (v) => ["folder", "opfs", "cache", "memory", "nowhere"].includes(v),
        expected: "folder, opfs, cache, memory or nowhere",
    },
    blockSize: BLOCK_SIZE,
});

/** @type {Rules} */
const GET = Object.freeze({ signal: abortSignal });

/** @type {Rules} */
const FETCH = Object.freeze({
    address: { test: isAddress, expected: "a SHA-256 of 64 small hexadecimal digits" },
    blockDigests: {
        test: (v) => Array.isArray(v) && v.every((one) => isAddress(one) || (isBytes(one) && one.length === DIGEST)),
        expected: "a list of SHA-256, as text or bytes",
    },
    blockSize: BLOCK_SIZE,
    what: { test: (v) => typeof v === "string" && v !== "", expected: "a name" },
    readTimeout: milliseconds,
    attempts: { test: (v) => Number.isSafeInteger(v) && v > 0, expected: "a number above 0" },
    memory: { test: (v) => Number.isSafeInteger(v) && v >= 0, expected: "a number of bytes" },
    signal: abortSignal,
    onProgress: call,
});

/** @param {unknown} options */
export const readStoreOptions = (options) => Object.freeze(
    /** @type {StoreOptions & { name: string, blockSize: number }} */
    ({ name: "keys", blockSize: 2 ** 20, ...givenOptions("openStore", options, STORE) }),
);

/** @param {unknown} options @returns {Readonly<GetOptions>} */
export const readGetOptions = (options) => Object.freeze(givenOptions("get", options, GET));

/**
 * @param {unknown} options
 * @param {number} blockSize - of the store
 */
export function readFetchOptions(options, blockSize) {
    const given = givenOptions("fetch", options, FETCH), { blockDigests } = given;
    const digests = blockDigests?.map((/** @type {string | Uint8Array} */ one) => (isBytes(one) ? hexOf(one) : one));
    return Object.freeze(
        /**
         * @type {FetchOptions & typeof DEFAULTS & { blockSize: number, digests: string[]
         *   | undefined }}
         */
        ({ ...DEFAULTS, blockSize, ...given, digests }),
    );
}

const DEFAULTS = Object.freeze({ what: "file", readTimeout: 120_000, attempts: 6, memory: 2 ** 30 });

/** @param {string} where @param {unknown} address @returns {asserts address is string} */
export function checkAddress(where, address) {
    ensure(isAddress(address), "ERR_OPTION", () => `${where}: expected address to be ${FETCH.address.expected}, got ${describe(address)}`);
}
