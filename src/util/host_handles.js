/**
 * Files of the origin that stay open, read and written at once, which browsers allow in workers
 * alone: a read costs a tenth of what it costs by a `File`, which goes through the browser's
 * process.
 * @module util/host_handles
 */
import { globals } from "./globals.js";

/**
 * Milliseconds for which a file stays locked at most after the tab that wrote it has ended, and
 * between two looks.
 */
const WAIT = 2000, PAUSE = 20;

/** What other browsers' types do not know yet. @typedef {any} SyncHandle */

/** @param {string} path - from the root of the origin @param {boolean} create */
async function fileAt(path, create) {
    const names = path.split("/");
    const name = names.pop() ?? "";
    let folder = await navigator.storage.getDirectory();
    for (const one of names) folder = await folder.getDirectoryHandle(one, { create });
    return folder.getFileHandle(name, { create });
}

/**
 * @param {string} path
 * @param {boolean} write - it is made if it is not there, and no one else may have it open
 * @returns {Promise<SyncHandle>}
 */
async function openHandle(path, write) {
    // any: the types know no createSyncAccessHandle with a mode
    const file = /** @type {any} */ (await fileAt(path, write));
    const end = performance.now() + WAIT;
    for (;;) {
        try {
            // Where the mode is unknown, it is as if one would write: the second reader is refused.
            return await file.createSyncAccessHandle({ mode: write ? "readwrite" : "read-only" });
        } catch (error) {
            const isTaken = /** @type {Error} */ (error)?.name === "NoModificationAllowedError";
            if (!write || !isTaken || performance.now() > end) throw error;
            await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
        }
    }
}

/** Can this thread have such files? */
export const hasHandles = () =>
    typeof globals.FileSystemFileHandle?.prototype?.createSyncAccessHandle === "function";

/**
 * @typedef {object} Handles
 * @property {(path: string, write: boolean) => Promise<number>} open - one of several for the same
 *   file shares it
 * @property {(id: number, at: number, length: number) => Promise<Uint8Array>} read - fewer bytes at
 *   the end of the file
 * @property {(id: number, at: number, bytes: Uint8Array) => Promise<void>} write - bytes: a whole
 *   buffer, which goes
 * @property {(id: number) => Promise<number>} size - bytes
 * @property {(id: number) => Promise<void>} close
 */

/** @returns {Handles} on this thread */
export function createHandles() {
    /** @type {Map<string, { opening: Promise<SyncHandle>, users: number }>} */
    const files = new Map();
    /** @type {Map<number, { path: string, handle: SyncHandle }>} */
    const open = new Map();
    let last = 0;
    const of = (/** @type {number} */ id) => {
        const found = open.get(id);
        if (!found) throw new Error("file of the origin: expected one that is open, got one that was closed");
        return found.handle;
    };
    const leave = (/** @type {string} */ path) => {
        const file = files.get(path);
        if (!file || --file.users > 0) return;
        files.delete(path);
        return file.opening.then((handle) => handle.close(), () => {});
    };
    return Object.freeze({
        async open(path, write) {
            const file = files.get(path) ?? { opening: openHandle(path, write), users: 0 };
            files.set(path, file);
            file.users++;
            try {
                const handle = await file.opening;
                const id = ++last;
                open.set(id, { path, handle });
                return id;
            } catch (error) {
                leave(path);
                throw error;
            }
        },
        async read(id, at, length) {
            const bytes = new Uint8Array(length);
            const count = of(id).read(bytes, { at });
            return bytes.subarray(0, count);
        },
        async write(id, at, bytes) {
            const count = of(id).write(bytes, { at });
            if (count !== bytes.length)
                throw new Error(`file of the origin: expected to write ${bytes.length} bytes, got ${count}`);
        },
        async size(id) { return of(id).getSize(); },
        async close(id) {
            const { path } = open.get(id) ?? {};
            open.delete(id);
            if (path !== undefined) await leave(path);
        },
    });
}
