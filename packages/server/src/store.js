/**
 * Gets the files of a job for a worker: from the job itself, a path or a URL. No file is used
 * before its hash is checked. Keys and programs from URLs are kept in a folder of limited size;
 * witnesses are never written to the disk of a worker.
 * @module server/store
 */
import { Buffer } from "node:buffer";
import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { concat, ensure, errorCode, orAborted, ProverError, readRange } from "../../../src/internal/server.js";
import { PermanentReadError, unreadable } from "./failures.js";
import { download } from "./http.js";
import { checkAllowed, openIn } from "./allowlist.js";
import { createHashes } from "./references.js";
import { createScratch } from "./scratch.js";

/** @import { FileHandle } from "node:fs/promises" */
/** @import { Reference } from "./references.js" */
/** @import { Scratch } from "./request.js" */

/**
 * @typedef {object} StoreOptions
 * @property {string} [folder] - for keys and programs from URLs
 * @property {number} bytes - the most that the folder may hold
 * @property {number} memory - the most bytes of a witness
 * @property {readonly string[]} [allow] - folders and URLs that may be read; undefined allows all
 * @property {readonly string[]} [allowWrite] - folders and URLs that may be written to; default
 *   none
 * @property {number} timeout - milliseconds without a byte after which a download fails
 */

/** Bytes of a cache by default. */
const CACHE_BYTES = 10 * 2 ** 30;

/**
 * Folder and size of a cache, from the option `cache` of a worker.
 * @param {string | { folder?: string, bytes?: number } | null | undefined} cache
 */
export function cachePlace(cache) {
    const { folder, bytes = CACHE_BYTES } = typeof cache === "string" ? { folder: cache } : cache ?? {};
    return { folder, bytes };
}

/** The names of files in the cache. */
const CACHED = /^[0-9a-f]{64}$/;

/** @param {string} what @param {string} expected @param {string} actual */
function checkHash(what, expected, actual) {
    ensure(
        expected === actual,
        "ERR_FILE",
        () => `${what}: expected the file with sha256 ${expected.slice(0, 8)}…, got one with ${actual.slice(0, 8)}…`,
    );
}

/** The folder of keys, which keeps files that are in use or were used most recently. */
class Cache {
    /** @param {StoreOptions} options */
    constructor({ folder, bytes, timeout }) {
        this.folder = folder;
        this.most = bytes;
        this.timeout = timeout;
        /** @type {Map<string, Promise<string>>} */
        this.coming = new Map();
        this.hashes = createHashes();
        this.hits = 0;
        this.misses = 0;
    }

    /**
     * @param {string} what
     * @param {{ url: string, sha256: string }} reference
     * @param {AbortSignal | undefined} signal
     * @returns {Promise<string>} a path
     */
    async get(what, reference, signal) {
        const { sha256 } = reference;
        let coming = this.coming.get(sha256);
        if (!coming) { // without the caller's signal, because others may wait for the same file
            coming = this.find(what, reference).finally(() => this.coming.delete(sha256));
            this.coming.set(sha256, coming);
        }
        return orAborted(coming, signal);
    }

    /** @param {string} what @param {{ url: string, sha256: string }} reference */
    async find(what, { url, sha256 }) {
        ensure(
            this.folder,
            "ERR_OPTION",
            () => `${what}: expected a worker with a cache for files from addresses, got one without`,
        );
        const path = join(this.folder, sha256);
        if (await this.holds(path, sha256)) {
            this.hits++;
            // marks it as used most recently
            await utimes(path, new Date(), new Date()).catch(() => {});
            return path;
        }
        this.misses++;
        await this.fetch(what, url, path, sha256);
        await this.trim();
        return path;
    }

    /** Does the file exist, and is it complete? @param {string} path @param {string} sha256 */
    async holds(path, sha256) {
        const hash = await this.hashOf(path).catch(() => undefined);
        if (hash !== undefined && hash !== sha256) await rm(path, { force: true });
        return hash === sha256;
    }

    /** @param {string} path */
    async hashOf(path) {
        const { file } = await openIn("cache", path, undefined);
        try {
            return await this.hashes.of(file);
        } finally {
            await this.hashes.close(file);
        }
    }

    /** @param {string} what @param {string} url @param {string} path @param {string} sha256 */
    async fetch(what, url, path, sha256) {
        await mkdir(/** @type {string} */ (this.folder), { recursive: true, mode: 0o700 });
        const partial = `${path}.${randomUUID()}.part`;
        const hash = createHash("sha256");
        // before anything is asked for: a file that is made while the download fails would be left
        const file = await open(partial, "wx", 0o600).catch((error) => { throw unreadable(what, error); });
        const body = Readable.from(download(what, url, this.most, this.timeout, undefined));
        body.on("data", (chunk) => hash.update(chunk));
        try {
            await pipeline(body, file.createWriteStream()).catch((error) => {
                throw unreadable(what, error);
            });
            checkHash(what, sha256, hash.digest("hex"));
            await rename(partial, path);
        } catch (error) {
            await rm(partial, { force: true });
            throw error;
        }
    }

    /** Removes the least recently used files, except those that are being fetched. */
    async trim() {
        const files = await this.files();
        let total = files.reduce((sum, { size }) => sum + size, 0);
        for (const { name, size } of files.sort((a, b) => a.used - b.used)) {
            if (total <= this.most) break;
            if (this.coming.has(name)) continue;
            // open handles stay valid
            await rm(join(/** @type {string} */ (this.folder), name), { force: true });
            total -= size;
        }
    }

    async files() {
        const names = this.folder ? await readdir(this.folder).catch(() => []) : [], files = [];
        for (const name of names.filter((one) => CACHED.test(one))) {
            const found = await stat(join(/** @type {string} */ (this.folder), name)).catch(() => undefined);
            if (found) files.push({ name, size: found.size, used: found.mtimeMs });
        }
        return files;
    }
}

/**
 * A secret file, which stays open: what is read is the file that was checked, even if its path is
 * given to another one.
 * @typedef {{ size: number, fresh: true, read: import("../../../src/internal/server.js").Reader, close: () =>
 *   Promise<void> }} OpenFile
 */

/** @param {FileHandle} file @param {() => Promise<void>} close @returns {Promise<OpenFile>} */
async function readerOf(file, close) {
    const { size } = await file.stat();
    return {
        size, close,
        fresh: true, // what is read is cleared after use
        read: (offset, length) => readRange({ file }, offset, length),
    };
}

/** @param {OpenFile} file @param {number} most @param {string} what */
async function readWhole(file, most, what) {
    try {
        const { size } = file;
        ensure(size <= most, "ERR_LIMIT", () => `${what}: expected at most ${most} bytes, got ${size}`);
        const bytes = await file.read(0, size);
        if (bytes.length === size) return bytes;
        bytes.fill(0);
        throw new ProverError("ERR_READ", `${what}: expected ${size} bytes, got ${bytes.length}`);
    } finally {
        await file.close();
    }
}

/**
 * Opens a file of this machine by its real path, checks it, and hands it to `use`.
 * @template T
 * @param {{ hashes: ReturnType<typeof createHashes> }} store
 * @param {string} what
 * @param {{ path: string, sha256: string }} reference
 * @param {readonly string[] | undefined} allow
 * @param {AbortSignal | undefined} signal
 * @param {(file: FileHandle, path: string, close: () => Promise<void>) => Promise<T>} use - closes
 *   the file
 * @returns {Promise<T>}
 */
async function verified({ hashes }, what, reference, allow, signal, use) {
    /** @type {FileHandle | undefined} */
    let opened;
    try {
        const { file, path } = await openIn(what, reference.path, allow);
        opened = file;
        checkHash(what, reference.sha256, await hashes.of(file, signal));
        return await use(file, path, () => hashes.close(file));
    } catch (error) {
        if (opened) void hashes.close(opened).catch(() => {});
        signal?.throwIfAborted();
        throw errorCode(error) === "ENOENT"
            ? new PermanentReadError(`${what}: expected a file, got none in that location`)
            : unreadable(what, error);
    }
}

/**
 * Closes the file at once: a file that is not secret is read by its path, and the pool keeps it
 * open between proofs.
 * @param {FileHandle} _
 * @param {string} path
 * @param {() => Promise<void>} close
 */
async function closed(_, path, close) {
    await close();
    return path;
}

/** @param {FileHandle} file @param {string} _ @param {() => Promise<void>} close */
const kept = (file, _, close) => readerOf(file, close);

/**
 * Downloads a secret file into memory, and checks its hash. What came of a file that is refused is
 * cleared.
 * @param {Pick<StoreOptions, "memory" | "timeout">} store
 * @param {string} what
 * @param {{ url: string, sha256: string }} reference
 * @param {AbortSignal | undefined} signal
 */
async function body({ memory, timeout }, what, { url, sha256 }, signal) {
    /** @type {Uint8Array[]} */
    const chunks = [], hash = createHash("sha256");
    try {
        for await (const chunk of download(what, url, memory, timeout, signal)) {
            chunks.push(chunk);
            hash.update(chunk);
        }
        checkHash(what, sha256, hash.digest("hex"));
        return concat(chunks);
    } finally {
        for (const chunk of chunks) chunk.fill(0);
    }
}

/** @param {string} base64 */
const decode = (base64) => new Uint8Array(Buffer.from(base64, "base64"));

/** @param {StoreOptions} options */
export function createStore(options) {
    const { memory, allow, allowWrite = [], timeout } = options, cache = new Cache(options);
    const hashes = createHashes();
    const scratch = createScratch({ allowWrite, timeout });
    /**
     * @param {string} what
     * @param {Reference} reference
     * @param {readonly string[] | undefined} locations
     * @param {AbortSignal} [signal]
     * @returns {Promise<Uint8Array | OpenFile>}
     */
    async function secret(what, reference, locations, signal) {
        checkAllowed(what, reference, locations);
        if ("bytes" in reference) return decode(reference.bytes);
        if ("url" in reference) return body(options, what, reference, signal);
        return verified({ hashes }, what, reference, locations, signal, kept);
    }
    return Object.freeze({
        /**
         * A file that is not secret and is used often: a key or a program.
         * @param {string} what
         * @param {Reference} reference
         * @param {AbortSignal} [signal]
         * @returns {Promise<string | Uint8Array>} a path, or bytes
         */
        async get(what, reference, signal) {
            checkAllowed(what, reference, allow);
            if ("bytes" in reference) return decode(reference.bytes);
            if ("path" in reference) return verified({ hashes }, what, reference, allow, signal, closed);
            return cache.get(what, reference, signal);
        },
        /**
         * A file that is read once and not kept, such as a witness. The caller clears bytes, and
         * closes an open file.
         * @param {string} what
         * @param {Reference} reference
         * @param {AbortSignal} [signal]
         */
        secret: (what, reference, signal) => secret(what, reference, allow, signal),
        /** @param {string} what @param {Reference} reference @param {AbortSignal} [signal] */
        async bytes(what, reference, signal) {
            const found = await secret(what, reference, allow, signal);
            return found instanceof Uint8Array ? found : readWhole(found, memory, what);
        },
        /**
         * The scalars of H of a proof in parts, as a secret file. They are read only from the location
         * of their proof.
         * @param {Reference} reference
         * @param {Scratch | undefined} location
         * @param {string} root
         * @param {AbortSignal} [signal]
         */
        async scalars(reference, location, root, signal) {
            scratch.check(reference, location, root);
            return secret("scalars", reference, allowWrite, signal);
        },
        expectScratch: scratch.expect,
        publish: scratch.publish,
        discard: scratch.discard,
        stats: async () => {
            const files = await cache.files();
            return {
                hits: cache.hits, misses: cache.misses, files: files.length,
                bytes: files.reduce((sum, { size }) => sum + size, 0),
            };
        },
    });
}

/** @typedef {ReturnType<typeof createStore>} Store */
