/**
 * What a caller of `fetch` gets of a download, which several callers may share: a reader, and a
 * promise. It goes on until the last of them aborts.
 * @module store/shared_download
 */
import { ensure, linked, orAborted } from "../../../../src/internal/keys.js";
import { readBlocks } from "./reader.js";

/** @import { Download, FetchProgress, Kept } from "./download.js" */

/**
 * @typedef {object} KeptReader
 * @property {number} size - bytes of the file
 * @property {true} fresh - the caller alone has what it returns
 * @property {(offset: number, length: number) => Promise<Uint8Array>} read - exactly these bytes
 * @property {() => Promise<void>} close - it is not read any more, and may go when there is too
 *   little room
 */

/** @typedef {KeptReader & { done: Promise<Kept> }} FetchReader */

/**
 * @param {Download} download
 * @param {{ signal?: AbortSignal, onProgress?: (progress: FetchProgress) => void }} options
 * @returns {Promise<FetchReader>}
 */
export async function shareDownload(download, { signal: outer, onProgress }) {
    const { controller, unlink } = linked(outer), { signal } = controller, { what } = download, user = {};
    const listener = () => {
        try {
            onProgress?.(download.progress);
        } catch (error) {
            controller.abort(error);
        }
    };
    download.wanting.add(user);
    download.readers.add(user);
    download.listeners.add(listener);
    const end = async () => {
        download.wanting.delete(user);
        download.readers.delete(user);
        download.listeners.delete(listener);
        if (download.wanting.size === 0) await download.fail(signal.reason);
        await download.release();
    };
    /** @template T @param {Promise<T>} pending @returns {Promise<T>} */
    const wait = async (pending) => {
        try {
            return await orAborted(pending, signal);
        } catch (error) {
            await end();
            throw error;
        }
    };
    const done = wait(download.done.promise);
    let isSettled = false;
    const settle = () => {
        isSettled = true;
        download.listeners.delete(listener);
        if (!download.readers.has(user)) unlink();
    };
    done.then(settle, settle); // whoever does not ask need not hear of a failure
    await wait(download.ready.promise);
    return Object.freeze({
        size: download.size, done, fresh: /** @type {const} */ (true),
        async read(/** @type {number} */ offset, /** @type {number} */ length) {
            signal.throwIfAborted();
            if (download.failure) throw download.failure.error;
            ensure(download.readers.has(user), "ERR_READ", () =>
                `${what}: expected a reader that is open, got one that was closed`);
            const block = (/** @type {number} */ i) => orAborted(download.block(i), signal);
            const bytes = await readBlocks(what, download, offset, length, block);
            const isLast = download.mustCheck && download.seen === download.count;
            if (isLast) await orAborted(download.verdict.promise, signal);
            return bytes;
        },
        async close() {
            download.readers.delete(user);
            if (isSettled) unlink();
            await download.release();
        },
    });
}
