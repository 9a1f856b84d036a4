/**
 * The blocks of a file in a storage: all in one file where the storage has that, or each in a file
 * of its own. Both are written in the order in which blocks come, so a block may be missing, or be
 * there in part, which its digest shows.
 * @module store/blocks
 */
import { freeBuffers } from "../../../../src/internal/keys.js";
import { DIGEST } from "./digests.js";
import { blockSizeOf, MOST_BLOCKS, paths } from "./records.js";

/** @import { HostStorage, HostWhole } from "../../../../src/internal/keys.js" */

/**
 * @typedef {object} Blocks
 * @property {(i: number, length: number) => Promise<Uint8Array | undefined>} read - a block and the
 *   digest behind it, as they were found, or undefined; length: bytes of the block
 * @property {(i: number, bytes: Uint8Array) => Promise<void>} write - bytes: a whole buffer, which
 *   goes
 * @property {() => Promise<number[]>} list - what may be there
 * @property {() => Promise<void>} close - before the lock of the block folder is released
 */

/** @param {HostStorage} storage @param {string} blockFolder @returns {Blocks} */
function inFiles(storage, blockFolder) {
    return Object.freeze({
        read: (i, length) => storage.read(paths.block(blockFolder, i), length + DIGEST).catch(() => undefined),
        async write(i, bytes) {
            try {
                await storage.write(paths.block(blockFolder, i), bytes);
            } finally {
                // in a page a collection would come after hundreds of megabytes
                freeBuffers([bytes.buffer]);
            }
        },
        async list() {
            return (await storage.list(paths.blocks(blockFolder))).filter((name) => /^\d{1,6}$/.test(name)).map(Number);
        },
        async close() {},
    });
}

/**
 * @param {HostWhole} file
 * @param {number} stride - bytes from one block to the next
 * @returns {Blocks}
 */
function inOneFile(file, stride) {
    return Object.freeze({
        read: (i, length) => file.read(i * stride, length + DIGEST).catch(() => undefined),
        write: (i, bytes) => file.write(i * stride, bytes),
        async list() {
            // of a file that others of the origin can make longer
            const count = Math.ceil(await file.size() / stride);
            return Array.from({ length: Math.min(count, MOST_BLOCKS) }, (_, i) => i);
        },
        close: () => file.close().catch(() => {}),
    });
}

/**
 * @param {HostStorage} storage
 * @param {string} blockFolder
 * @param {number} [size] - of the whole, if it is to be written
 * @returns {Promise<Blocks>}
 */
export async function openBlocks(storage, blockFolder, size) {
    const file = await storage.openWhole?.(paths.blocks(blockFolder), size);
    return file ? inOneFile(file, blockSizeOf(blockFolder) + DIGEST) : inFiles(storage, blockFolder);
}

/**
 * @param {HostStorage} storage
 * @param {string} blockFolder
 * @returns {Promise<number>} how many may be there
 */
export async function countIn(storage, blockFolder) {
    const blocks = await openBlocks(storage, blockFolder);
    try {
        return (await blocks.list()).length;
    } finally {
        await blocks.close();
    }
}
