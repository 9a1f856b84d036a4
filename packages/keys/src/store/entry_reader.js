/**
 * A reader of an entry. Each block is compared with its digest whenever it is read; a block that is
 * not what was written makes the entry go.
 * @module store/entry_reader
 */
import { linked, orAborted, ProverError } from "../../../../src/internal/keys.js";
import { openBlocks } from "./blocks.js";
import { readBlocks, recentBlocks } from "./reader.js";
import { blockSizeOf, decodeBlock } from "./records.js";

/** @import { HostLock } from "../../../../src/internal/keys.js" */
/** @import { KeptReader } from "./shared_download.js" */
/** @import { Entry } from "./records.js" */
/** @import { LruIndex } from "./lru_index.js" */

/** The most blocks that are kept in memory: neighbouring reads share the one at their border. */
const RECENT = 4;

/**
 * @param {LruIndex} index
 * @param {Entry} entry
 * @param {HostLock} lock - shared
 * @param {AbortSignal} [outer]
 * @returns {KeptReader & { close: (reason?: unknown) => Promise<void> }}
 */
export function readerOf(index, { address, size, blockFolder, digests }, lock, outer) {
    const what = `stored file ${address}`;
    const blockSize = blockSizeOf(blockFolder);
    const recent = recentBlocks(RECENT);
    const { controller, unlink } = linked(outer), { signal } = controller;
    /** @type {ProverError | undefined} */
    let broken;
    let isOpen = true;
    const blocks = openBlocks(index.storage, blockFolder);
    blocks.catch(() => {}); // whoever reads hears of it
    const load = async (/** @type {number} */ i) => {
        const length = Math.min(blockSize, size - i * blockSize);
        const kept = await (await blocks).read(i, length);
        const found = await decodeBlock(kept, length);
        if (found?.digest !== digests[i]) {
            broken ??= new ProverError("ERR_FILE", `${what}: expected block ${i} as it was written, got ${kept ? "another" : "none that can be read"}; the file was removed, fetch it again`);
            await index.drop(address, blockFolder).catch(() => {});
        }
        if (broken || !found) throw broken;
        return found.bytes;
    };
    const block = (/** @type {number} */ i, /** @type {boolean} */ whole) =>
        recent.hold(i, { load: () => orAborted(load(i), signal), takes: Number(whole) });
    return Object.freeze({
        size, fresh: /** @type {const} */ (true),
        async read(/** @type {number} */ offset, /** @type {number} */ length) {
            signal.throwIfAborted();
            if (broken) throw broken;
            return readBlocks(what, { size, blockSize }, offset, length, block);
        },
        async close(/** @type {unknown} */ reason = new Error(`${what}: expected a reader that is open, got one that was closed`)) {
            if (!isOpen) return;
            isOpen = false;
            unlink();
            controller.abort(reason);
            await blocks.then((open) => open.close(), () => {});
            await index.letGo(blockFolder, lock, address);
        },
    });
}
