/**
 * Proving keys that are held open between proofs: what is known about them, and the open files of
 * those with a path.
 * @module server/pool/key_cache
 */
import { stat } from "node:fs/promises";
import { isBytes, keyFacts, openFile } from "../../../../src/internal/server.js";

/** @import { KeyFacts, SourceLike } from "../../../../src/internal/server.js" */

/** The source is passed to the prover. @typedef {KeyFacts & { source: SourceLike }} CachedKey */

/**
 * @typedef {object} Entry
 * @property {string} identity - of the file as it was when it was opened
 * @property {Promise<CachedKey & { close: () => Promise<void> }>} opening
 * @property {number} users
 * @property {boolean} stale - to be closed when its last user is done
 */

/** @param {unknown} zkey @returns {zkey is string} whether it is a path and not a URL */
const isPath = (zkey) => typeof zkey === "string" && !/^https?:\/\//i.test(zkey);

/** @param {string} path @returns {Promise<string>} changes if the file is replaced by another */
async function identityOf(path) {
    const { dev, ino, size, mtimeMs } = await stat(path);
    return `${dev}:${ino}:${size}:${mtimeMs}`;
}

/** @param {string} path @param {AbortSignal | undefined} signal */
async function openPath(path, signal) {
    const file = await /** @type {Promise<import("../../../../src/internal/server.js").HostFile>} */ (openFile(path));
    const close = async () => { await file.close(); };
    try {
        const source = { size: file.size, read: file.read };
        return { source, ...(await keyFacts(source, { signal })), close };
    } catch (error) {
        await close();
        throw error;
    }
}

/** Closes its file, if it is unused. @param {Entry} entry */
async function discard(entry) {
    entry.stale = true;
    if (entry.users === 0) await entry.opening.then(({ close }) => close(), () => {});
}

export class KeyCache {
    /** @param {number} most - how many unused files are held open */
    constructor(most) {
        this.most = most;
        /** By path, most recently used last. @type {Map<string, Entry>} */
        this.entries = new Map();
        /** @type {WeakMap<object, KeyFacts>} */
        this.known = new WeakMap();
    }

    /** @returns {number} */
    get size() { return this.entries.size; }

    /**
     * @template T
     * @param {SourceLike} zkey
     * @param {AbortSignal | undefined} signal
     * @param {(key: CachedKey) => Promise<T>} work
     * @returns {Promise<T>}
     */
    async use(zkey, signal, work) {
        // if it cannot be opened, the prover reports that
        if (isPath(zkey) && await stat(zkey).then((found) => found.isFile(), () => false))
            return this.withPath(zkey, work);
        const facts = (isBytes(zkey) && this.known.get(zkey)) || await keyFacts(zkey, { signal });
        if (isBytes(zkey)) this.known.set(zkey, facts);
        return work({ source: zkey, ...facts });
    }

    /** @template T @param {string} path @param {(key: CachedKey) => Promise<T>} work */
    async withPath(path, work) {
        const entry = await this.entryOf(path);
        entry.users++;
        if (!entry.stale) {
            this.entries.delete(path);
            this.entries.set(path, entry);
        }
        try {
            return await work(await entry.opening);
        } finally {
            entry.users--;
            if (entry.stale) await discard(entry);
            else this.trim();
        }
    }

    /** @param {string} path */
    async entryOf(path) {
        const identity = await identityOf(path);
        const found = this.entries.get(path);
        if (found?.identity === identity) return found;
        if (found) void discard(found); // another file has taken its place
        /** @type {Entry} */
        const entry = { identity, opening: openPath(path, undefined), users: 0, stale: false };
        this.entries.set(path, entry);
        entry.opening.catch(() => { if (this.entries.get(path) === entry) this.entries.delete(path); });
        return entry;
    }

    /** Closes the unused files that were not used for longest. */
    trim() {
        const idle = [...this.entries].filter(([, { users }]) => users === 0);
        for (const [path, entry] of idle.slice(0, Math.max(0, idle.length - this.most))) {
            this.entries.delete(path);
            void discard(entry);
        }
    }

    async close() {
        const all = [...this.entries.values()];
        this.entries.clear();
        await Promise.all(all.map(discard));
    }
}
