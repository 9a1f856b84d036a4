/**
 * What is written about a kept file: its record, which makes it an entry, and that of a download
 * that stopped. Each begins with its own digest, so that one which is damaged, or was cut, is no
 * record at all.
 *
 * The blocks of a file lie together, under a name that says nothing of the file and that no two
 * writers share. Each block ends with its digest. What no record names is not used, and is removed
 * unless somebody holds its lock.
 * @module store/records
 */
import { digestOf, digestOfText, DIGEST, isAddress } from "./digests.js";
import { concat, decodeText, encodeText, isBytes } from "../../../../src/internal/keys.js";

/**
 * @typedef {object} Entry
 * @property {string} address
 * @property {number} size
 * @property {string} blockFolder - where its blocks lie
 * @property {readonly string[]} digests - of its blocks
 */

/**
 * @typedef {object} Partial
 * @property {string} blockFolder
 * @property {number} size
 * @property {number} begun - milliseconds since 1970
 */

/** The most blocks of a file; a record of as many takes 18 MB. */
export const MOST_BLOCKS = 2 ** 18;

/** Bytes of the longest record. */
export const LONGEST_RECORD = 100 * MOST_BLOCKS;

/** Where blocks lie: a random name, and the binary logarithm of the bytes of a block. */
const BLOCK_FOLDER = /^[0-9a-f]{32}-(1[2-9]|2[0-6])$/;

/** Bytes of a block, least and most. */
export const BLOCK_SIZES = Object.freeze({ least: 2 ** 12, most: 2 ** 26 });

/** @param {unknown} value @returns {value is string} */
export const isBlockFolder = (value) => typeof value === "string" && BLOCK_FOLDER.test(value);

/** @param {string} blockFolder @returns {number} */
export const blockSizeOf = (blockFolder) => 2 ** Number(blockFolder.slice(blockFolder.indexOf("-") + 1));

/** @param {number} size @param {number} blockSize */
export const countBlocks = (size, blockSize) => Math.ceil(size / blockSize);

export const paths = Object.freeze({
    entry: (/** @type {string} */ address) => `entries/${address}`,
    used: (/** @type {string} */ address) => `used/${address}`,
    partial: (/** @type {string} */ address) => `partial/${address}`,
    blocks: (/** @type {string} */ blockFolder) => `blocks/${blockFolder}`,
    block: (/** @type {string} */ blockFolder, /** @type {number} */ i) => `blocks/${blockFolder}/${i}`,
});

/** @param {object} record @returns {Uint8Array} */
export function encodeRecord(record) {
    const text = JSON.stringify({ version: 1, ...record });
    return encodeText(`${digestOfText(text)}\n${text}`);
}

/** @param {string} text @returns {any} */
function parsed(text) {
    try {
        return JSON.parse(text);
    } catch {
        return undefined;
    }
}

/** @param {Uint8Array} bytes @returns {any} undefined if it is none */
function decode(bytes) {
    const text = decodeText(bytes);
    const record = text.slice(2 * DIGEST + 1);
    if (text.slice(0, 2 * DIGEST + 1) !== `${digestOfText(record)}\n`) return undefined;
    const found = parsed(record);
    const isWhole = found?.version === 1 && isBlockFolder(found.blockFolder) && Number.isSafeInteger(found.size);
    return isWhole && found.size >= 0 ? found : undefined;
}

/**
 * @param {string} address
 * @param {Uint8Array} bytes
 * @returns {Entry | undefined} undefined if it is damaged, or another's
 */
export function decodeEntry(address, bytes) {
    const found = decode(bytes);
    const { digests } = found ?? {};
    const ok = found?.address === address && Array.isArray(digests) && digests.every(isAddress) &&
        digests.length === countBlocks(found.size, blockSizeOf(found.blockFolder));
    return ok ? Object.freeze(found) : undefined;
}

/** @param {Uint8Array} bytes @returns {Partial | undefined} */
export function decodePartial(bytes) {
    const found = decode(bytes);
    return Number.isFinite(found?.begun) ? Object.freeze(found) : undefined;
}

/** @param {Uint8Array} bytes @param {string} digest */
export const encodeBlock = (bytes, digest) =>
    concat([bytes, Uint8Array.from({ length: DIGEST }, (_, i) => parseInt(digest.slice(2 * i, 2 * i + 2), 16))]);

/**
 * @param {Uint8Array | undefined} kept - as it was found
 * @param {number} length - that the block must have
 * @returns {Promise<{ bytes: Uint8Array, digest: string } | undefined>} undefined if it is damaged
 */
export async function decodeBlock(kept, length) {
    if (!isBytes(kept) || kept.length !== length + DIGEST) return undefined;
    const bytes = kept.subarray(0, length);
    const digest = await digestOf(bytes);
    const same = kept.subarray(length).every((byte, i) => byte === parseInt(digest.slice(2 * i, 2 * i + 2), 16));
    return same ? { bytes, digest } : undefined;
}
