/**
 * Gets the files of a job for a worker: from the job itself, a path or a URL. No file is used before its hash is
 * checked. Keys and programs from URLs are kept in a folder of limited size; witnesses are never written to the disk of
 * a worker.
 * @module queue/store
 */
import { Buffer } from "node:buffer";
import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, realpath, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ensure, messageOf, ProverError } from "./errors.js";
import { orAborted } from "../files/stop.js";
import { PermanentReadError } from "./failures.js";
import { checkAllowed, createHashes, sha256Of } from "./references.js";

/** @import { Reference } from "./references.js" */

/**
 * @typedef {object} StoreOptions
 * @property {string} [folder] - for keys and programs from URLs
 * @property {number} bytes - that the folder may hold
 * @property {number} memory - the most bytes of a witness
 * @property {readonly string[]} [allow] - folders and URLs that may be read; undefined allows all
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

/** Is this a status that will be the same for another request? @param {number} status */
const isFinal = (status) => status >= 400 && status < 500 && ![408, 425, 429].includes(status);

/** The names of files in the cache. */
const CACHED = /^[0-9a-f]{64}$/;

/** @param {string} what @param {unknown} error */
const unreadable = (what, error) =>
    error instanceof ProverError
        ? error
        : new ProverError("ERR_READ", `${what}: expected to read it, got ${messageOf(error)}`, { cause: error });

/**
 * The body behind a URL, in network chunks.
 * @param {string} what
 * @param {string} url
 * @param {number} most - bytes
 * @param {number} timeout
 * @param {AbortSignal | undefined} signal
 */
async function* download(what, url, most, timeout, signal) {
    signal?.throwIfAborted();
    const controller = new AbortController(), abort = () => controller.abort(signal?.reason);
    const stalled = () => controller.abort(new ProverError(
        "ERR_READ", `${what}: expected bytes within ${timeout} ms, got none`,
    ));
    let timer = setTimeout(stalled, timeout), size = 0;
    signal?.addEventListener("abort", abort, { once: true });
    try {
        const response = await fetch(url, { signal: controller.signal });
        if (!response.ok) {
            response.body?.cancel().catch(() => {});
            const message = `${what}: expected the file, got HTTP status ${response.status}`;
            throw isFinal(response.status) ? new PermanentReadError(message) : new ProverError("ERR_READ", message);
        }
        for await (const chunk of /** @type {any} */ (response.body ?? [])) {
            clearTimeout(timer);
            timer = setTimeout(stalled, timeout);
            size += chunk.length;
            ensure(size <= most, "ERR_LIMIT", () => `${what}: expected at most ${most} bytes, got more`);
            yield chunk;
        }
    } catch (error) {
        throw controller.signal.aborted ? controller.signal.reason : unreadable(what, error);
    } finally {
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
        controller.abort(); // ends a download that is no longer wanted
    }
}

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
            await utimes(path, new Date(), new Date()).catch(() => {}); // marks it as used most recently
            return path;
        }
        this.misses++;
        await this.fetch(what, url, path, sha256);
        await this.trim();
        return path;
    }

    /** Does the file exist, and is it complete? @param {string} path @param {string} sha256 */
    async holds(path, sha256) {
        const hash = await this.hashes.of(path).catch(() => undefined);
        if (hash !== undefined && hash !== sha256) await rm(path, { force: true });
        return hash === sha256;
    }

    /** @param {string} what @param {string} url @param {string} path @param {string} sha256 */
    async fetch(what, url, path, sha256) {
        await mkdir(/** @type {string} */ (this.folder), { recursive: true, mode: 0o700 });
        const partial = `${path}.${randomUUID()}.part`, hash = createHash("sha256");
        const body = Readable.from(download(what, url, this.most, this.timeout, undefined));
        body.on("data", (chunk) => hash.update(chunk));
        try {
            await pipeline(body, createWriteStream(partial, { mode: 0o600 })).catch((error) => {
                throw unreadable(what, error);
            });
            checkHash(what, sha256, hash.digest("hex"));
            await rename(partial, path);
        } catch (error) {
            await rm(partial, { force: true });
            throw error;
        }
    }

    /** Removes the least recently used files, but none that somebody waits for. */
    async trim() {
        const files = await this.files();
        let total = files.reduce((sum, { size }) => sum + size, 0);
        for (const { name, size } of files.sort((a, b) => a.used - b.used)) {
            if (total <= this.most) break;
            if (this.coming.has(name)) continue;
            await rm(join(/** @type {string} */ (this.folder), name), { force: true }); // open handles stay valid
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

/** @param {string} path @param {number} most @param {string} what */
async function readWhole(path, most, what) {
    const file = await open(path);
    try {
        const { size } = await file.stat();
        ensure(size <= most, "ERR_LIMIT", () => `${what}: expected at most ${most} bytes, got ${size}`);
        const bytes = new Uint8Array(size);
        for (let done = 0; done < size;) {
            const { bytesRead } = await file.read(bytes, done, size - done, done);
            ensure(bytesRead > 0, "ERR_READ", () => `${what}: expected ${size} bytes, got ${done}`);
            done += bytesRead;
        }
        return bytes;
    } finally {
        await file.close();
    }
}

/**
 * A file of this machine, where it really is.
 * @param {Pick<StoreOptions, "allow"> & { hashes: ReturnType<typeof createHashes> }} store
 * @param {string} what
 * @param {{ path: string, sha256: string }} reference
 * @param {AbortSignal | undefined} signal
 */
async function verifiedPath({ allow, hashes }, what, { path, sha256 }, signal) {
    try { // checks the target of links, not their names
        const real = await realpath(path);
        checkAllowed(what, { path: real, sha256 }, allow && await Promise.all(allow.map(realFolder)));
        checkHash(what, sha256, await hashes.of(real, signal));
        return real;
    } catch (error) {
        signal?.throwIfAborted();
        throw /** @type {any} */ (error)?.code === "ENOENT"
            ? new PermanentReadError(`${what}: expected a file, got none in that place`)
            : unreadable(what, error);
    }
}

/**
 * All that is behind a URL.
 * @param {Pick<StoreOptions, "memory" | "timeout">} store
 * @param {string} what
 * @param {{ url: string, sha256: string }} reference
 * @param {AbortSignal | undefined} signal
 */
async function body({ memory, timeout }, what, { url, sha256 }, signal) {
    const chunks = [], hash = createHash("sha256");
    for await (const chunk of download(what, url, memory, timeout, signal)) {
        hash.update(chunk);
        chunks.push(chunk);
    }
    const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const chunk of chunks) {
        bytes.set(chunk, at);
        at += chunk.length;
        chunk.fill(0);
    }
    checkHash(what, sha256, hash.digest("hex"));
    return bytes;
}

/** @param {StoreOptions} options */
export function createStore(options) {
    const { memory, allow } = options, cache = new Cache(options), hashes = createHashes();
    return Object.freeze({
        /**
         * A file that is not secret and used often: a key or a program.
         * @param {string} what
         * @param {Reference} reference
         * @param {AbortSignal} [signal]
         * @returns {Promise<string | Uint8Array>} a path, or bytes
         */
        async get(what, reference, signal) {
            checkAllowed(what, reference, allow);
            if ("bytes" in reference) return new Uint8Array(Buffer.from(reference.bytes, "base64"));
            if ("path" in reference) return verifiedPath({ allow, hashes }, what, reference, signal);
            return cache.get(what, reference, signal);
        },
        /**
         * A file that is read once and not kept: a witness or inputs. If it is bytes, the caller clears them.
         * @param {string} what
         * @param {Reference} reference
         * @param {AbortSignal} [signal]
         * @returns {Promise<string | Uint8Array>} a path, or bytes
         */
        async secret(what, reference, signal) {
            checkAllowed(what, reference, allow);
            if ("url" in reference) return body(options, what, reference, signal);
            return this.get(what, reference, signal);
        },
        /** @param {string} what @param {Reference} reference @param {AbortSignal} [signal] */
        async bytes(what, reference, signal) {
            const place = await this.secret(what, reference, signal);
            return typeof place === "string" ? readWhole(place, memory, what) : place;
        },
        stats: async () => {
            const files = await cache.files();
            return {
                hits: cache.hits, misses: cache.misses, files: files.length,
                bytes: files.reduce((sum, { size }) => sum + size, 0),
            };
        },
    });
}

/** @param {string} place */
const realFolder = (place) => (/^https?:/i.test(place) ? place : realpath(place).catch(() => place));

/** @typedef {ReturnType<typeof createStore>} Store */

/**
 * Stores the results of one machine where others can read them: in a folder that they share, or behind a URL.
 * @param {Uint8Array} bytes
 * @param {{ path: string } | { put: string, get: string }} scratch
 * @param {string} name - of the file in a folder
 * @param {AbortSignal} [signal]
 * @returns {Promise<Reference>}
 */
export async function publish(bytes, scratch, name, signal) {
    const sha256 = sha256Of(bytes);
    if ("put" in scratch) {
        const response = await fetch(scratch.put, { method: "PUT", body: /** @type {any} */ (bytes), signal });
        response.body?.cancel().catch(() => {});
        const message = `scratch: expected it to take ${bytes.length} bytes, got HTTP status ${response.status}`;
        if (!response.ok)
            throw isFinal(response.status) ? new PermanentReadError(message) : new ProverError("ERR_READ", message);
        return { url: scratch.get, sha256 };
    }
    const path = join(scratch.path, name), partial = `${path}.${randomUUID()}.part`;
    try {
        const file = await open(partial, "wx", 0o600);
        try {
            await file.writeFile(bytes);
        } finally {
            await file.close();
        }
        await rename(partial, path);
    } catch (error) {
        await rm(partial, { force: true });
        throw unreadable("scratch", error);
    }
    return { path, sha256 };
}
