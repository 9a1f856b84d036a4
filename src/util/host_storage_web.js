/**
 * Storage as browsers have it: the private file system of an origin (OPFS), by its asynchronous
 * interface, which pages have as well as workers; the Cache API where that is missing. Locks are
 * Web Locks, which end with their tab.
 * @module util/host_storage_web
 */
import { startTimer } from "./host_web.js";
import { originFiles } from "./opfs/remote.js";

/** @import { HostLock, HostStorage, HostWhole, StorageRequest } from "./host_types.js" */
/** @import { Handles } from "./host_handles.js" */

/**
 * Bytes from which a file is worth a worker that has it open: its start takes as long as reads of a
 * third of them.
 */
const WHOLE = 8 * 2 ** 20;

/**
 * Bytes that a store takes at most by default; and of what the browser gives, how much is left to
 * others.
 */
const ROOM = 10 * 2 ** 30, PART = 0.5;

/** Milliseconds that a shared lock waits for an exclusive one, which is only held for moments. */
const WAIT = 2000;

/** Addresses in a cache are addresses; nothing is ever asked for there. */
const ORIGIN = "https://store.invalid/";

/** @param {any} error */
const isMissing = (error) => error?.name === "NotFoundError" || error?.name === "TypeMismatchError";

/** @param {string} path */
const split = (path) => {
    const at = path.lastIndexOf("/");
    return { above: at < 0 ? "" : path.slice(0, at), name: path.slice(at + 1) };
};

/** @param {string} path @param {number} size @param {number} most */
function checkSize(path, size, most) {
    if (size > most) throw new Error(`${path}: expected at most ${most} bytes, got ${size}`);
}

/**
 * @param {string} name
 * @param {"shared" | "exclusive"} mode
 * @returns {Promise<(() => Promise<void>) | undefined>} releases it
 */
function webLock(name, mode) {
    return new Promise((resolve, reject) => {
        const wait = mode === "shared" ? new AbortController() : undefined;
        const timer = startTimer(WAIT, () => wait?.abort());
        const options = wait ? { mode, signal: wait.signal } : { mode, ifAvailable: true };
        const ended = navigator.locks.request(name, options, (lock) => {
            timer.cancel();
            if (!lock) return resolve(undefined);
            return new Promise((release) => {
                resolve(async () => {
                    release(undefined);
                    await ended.catch(() => {}); // until others see it
                });
            });
        });
        ended.catch((error) => {
            timer.cancel();
            if (wait?.signal.aborted) resolve(undefined);
            else reject(error);
        });
    });
}

/** @param {string} prefix @returns {HostStorage["lock"]} */
const webLocks = (prefix) => async (name, mode) => {
    let release = await webLock(prefix + name, mode);
    return release && Object.freeze({
        async share() {
            const shared = webLock(prefix + name, "shared"); // it waits for the exclusive one
            await release?.();
            release = await shared;
        },
        async release() { await release?.(); },
    });
};

/**
 * What the origin may still take; Safari says so since 17, WebKitGTK never.
 * @returns {Promise<number>} bytes
 */
async function roomOf() {
    const { quota = 0 } = await navigator.storage?.estimate?.().catch(() => ({ quota: 0 })) ?? {};
    return quota > 0 ? Math.min(ROOM, Math.floor(quota * PART)) : ROOM;
}

/**
 * One file, which this thread or a worker has open from the first call on. Where neither can,
 * because a policy forbids it or another tab has the file, it is read as a `File`, and not written.
 * @param {() => Promise<File>} fileOf
 * @param {Handles} handles
 * @param {() => Promise<number>} open
 * @param {Promise<number>} [made] - it is open already
 * @returns {HostWhole}
 */
function wholeFile(fileOf, handles, open, made) {
    const known = (/** @type {Promise<number>} */ id) => id.then((one) => ({ id: one }), () => undefined);
    let opening = made && known(made);
    const opened = () => (opening ??= known(open()));
    return Object.freeze({
        async read(at, length) {
            const file = await opened();
            const bytes = file && await handles.read(file.id, at, length).catch(() => undefined);
            return bytes ?? new Uint8Array(await (await fileOf()).slice(at, at + length).arrayBuffer());
        },
        async write(at, bytes) {
            const file = await opened();
            if (!file) throw new Error("file of the origin: expected one that can be written, got one that cannot");
            await handles.write(file.id, at, bytes);
        },
        async size() { return (await fileOf()).size; },
        async close() {
            const file = await opening;
            if (file) await handles.close(file.id);
        },
    });
}

/**
 * @param {FileSystemDirectoryHandle} root
 * @param {string} rootPath - from the root of the origin
 * @param {Pick<HostStorage, "lock" | "room">} common
 * @returns {HostStorage}
 */
function inFiles(root, rootPath, common) {
    const handles = originFiles();
    /** @param {string} path @param {boolean} [create] */
    const folderAt = async (path, create = false) => {
        let folder = root;
        for (const part of path.split("/").filter(Boolean)) folder = await folder.getDirectoryHandle(part, { create });
        return folder;
    };
    /** @param {string} path */
    const remove = async (path) => {
        const { above, name } = split(path);
        try {
            await (await folderAt(above)).removeEntry(name, { recursive: true });
        } catch (error) {
            if (!isMissing(error)) throw error;
        }
    };
    return Object.freeze({
        kind: "opfs", ...common,
        async read(path, most) {
            const { above, name } = split(path);
            try {
                const file = await (await (await folderAt(above)).getFileHandle(name)).getFile();
                checkSize(path, file.size, most);
                return new Uint8Array(await file.arrayBuffer());
            } catch (error) {
                if (isMissing(error)) return undefined;
                throw error;
            }
        },
        async write(path, bytes) {
            const { above, name } = split(path);
            const folder = await folderAt(above, true);
            const handle = await folder.getFileHandle(name, { create: true });
            /** @type {FileSystemWritableFileStream | undefined} */
            let stream;
            try {
                stream = await handle.createWritable();
                await stream.write(/** @type {Uint8Array<ArrayBuffer>} */ (bytes));
                await stream.close(); // until now the file was what it was before
            } catch (error) {
                await stream?.abort().catch(() => {});
                const { size } = await handle.getFile().catch(() => ({ size: NaN }));
                // it came with the handle
                if (size === 0) await folder.removeEntry(name).catch(() => {});
                throw error;
            }
        },
        remove,
        async list(path) {
            try {
                // the types have no iteration
                const names = [], folder = /** @type {any} */ (await folderAt(path));
                for await (const name of folder.keys()) names.push(name);
                return names;
            } catch (error) {
                if (isMissing(error)) return [];
                throw error;
            }
        },
        async openWhole(path, size) {
            const { above, name } = split(path);
            const full = `${rootPath}/${path}`;
            const write = size !== undefined;
            const fileOf = async () => (await (await folderAt(above)).getFileHandle(name)).getFile();
            const open = () => handles.open(full, write);
            const there = await fileOf().catch((error) => error);
            if (there instanceof File) return wholeFile(fileOf, handles, open);
            if (there.name !== "NotFoundError" || !write || size < WHOLE) return undefined;
            try {
                const id = await open();
                return wholeFile(fileOf, handles, open, Promise.resolve(id));
            } catch {
                await remove(path).catch(() => {}); // it was made before it could be opened
                return undefined;
            }
        },
    });
}

/**
 * A cache for each folder, because a cache goes as a whole.
 * @param {string} prefix - of the names of our caches
 * @param {Pick<HostStorage, "lock" | "room">} common
 * @returns {HostStorage}
 */
function inCaches(prefix, common) {
    const cacheAt = async (/** @type {string} */ path) =>
        (await caches.has(prefix + path) ? caches.open(prefix + path) : undefined);
    return Object.freeze({
        kind: "cache", ...common,
        async read(path, most) {
            const { above, name } = split(path);
            const found = await (await cacheAt(above))?.match(ORIGIN + name);
            if (!found) return undefined;
            const body = await found.blob();
            checkSize(path, body.size, most);
            return new Uint8Array(await body.arrayBuffer());
        },
        async write(path, bytes) {
            const { above, name } = split(path);
            const cache = await caches.open(prefix + above);
            await cache.put(ORIGIN + name, new Response(/** @type {Uint8Array<ArrayBuffer>} */ (bytes)));
        },
        async remove(path) {
            const { above, name } = split(path);
            await (await cacheAt(above))?.delete(ORIGIN + name);
            for (const one of await caches.keys())
                if (one === prefix + path || one.startsWith(`${prefix}${path}/`)) await caches.delete(one);
        },
        async list(path) {
            const cache = await cacheAt(path);
            const start = `${prefix}${path}/`;
            const files = (await cache?.keys() ?? []).map(({ url }) => url.slice(ORIGIN.length));
            const folders = (await caches.keys()).filter((name) => name.startsWith(start));
            return [...new Set([...files, ...folders.map((name) => name.slice(start.length).split("/")[0])])];
        },
    });
}

/**
 * @param {string} name
 * @returns {Promise<FileSystemDirectoryHandle | undefined>} undefined if it cannot be written
 */
async function privateFolder(name) {
    if (typeof globalThis.FileSystemFileHandle?.prototype?.createWritable !== "function") return undefined;
    try {
        const origin = await navigator.storage.getDirectory();
        const ours = await origin.getDirectoryHandle("ffturbo", { create: true });
        return await ours.getDirectoryHandle(name, { create: true });
    } catch {
        return undefined; // a private window
    }
}

/** Are there caches, and may they be used? */
async function hasCaches() {
    try {
        return await globalThis.caches?.has("ffturbo") !== undefined;
    } catch {
        return false; // a private window
    }
}

/**
 * @param {StorageRequest} request
 * @returns {Promise<HostStorage | undefined>} undefined where there is none, or none that tabs
 *   could share
 */
export async function openStorage({ name, kind }) {
    if (typeof globalThis.navigator?.locks?.request !== "function") return undefined;
    const room = await roomOf();
    const common = { room, lock: webLocks(`ffturbo/${name}/`) };
    const folder = kind === undefined || kind === "opfs" ? await privateFolder(name) : undefined;
    if (folder) return inFiles(folder, `ffturbo/${name}`, common);
    const cached = (kind === undefined || kind === "cache") && await hasCaches();
    return cached ? inCaches(`ffturbo/${name}/`, common) : undefined;
}
