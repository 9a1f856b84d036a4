/**
 * The store: what its callers call, and which storage it is in.
 * @module store/store
 */
import { ensure, messageOf, openStorage, ProverError } from "../../../../src/internal/keys.js";
import { shareDownload } from "./shared_download.js";
import { hostClock } from "./clock.js";
import { Download } from "./download.js";
import { readerOf } from "./entry_reader.js";
import { checkAddress, readFetchOptions, readGetOptions, readStoreOptions } from "./options.js";
import { LruIndex } from "./lru_index.js";
import { memoryStorage, noStorage } from "./storage_memory.js";

/** @import { SourceLike } from "../../../../src/internal/keys.js" */
/** @import { HostLock, HostStorage } from "../../../../src/internal/keys.js" */
/** @import { FetchReader, KeptReader } from "./shared_download.js" */
/** @import { Clock } from "./clock.js" */
/** @import { FetchOptions, GetOptions, StoreOptions } from "./options.js" */
/** @import { Entry } from "./records.js" */

/**
 * @typedef {object} StoredFile
 * @property {string} address
 * @property {number} size - bytes
 * @property {number} used - when it was used last, in milliseconds since 1970
 */

/**
 * @typedef {object} StoreUsage
 * @property {number} bytes - of all that is kept
 * @property {number} unfinished - bytes among them of downloads that run or stopped
 * @property {number} files
 * @property {number} quota - bytes
 */

/**
 * @typedef {object} Store
 * @property {"folder" | "opfs" | "cache" | "memory" | "nowhere"} keptIn - nowhere: this host keeps
 *   nothing, and `fetch` reads from the source
 * @property {(address: string, options?: GetOptions) => Promise<KeptReader | undefined>} get - a
 *   file that is kept; undefined if it is not. The reader is a source for every function of this
 *   library, and is closed after use
 * @property {(source: SourceLike, options?: FetchOptions) => Promise<FetchReader>} fetch - a reader
 *   at once, whether the file is kept or only comes; `done` says when it is
 * @property {() => Promise<readonly StoredFile[]>} list - the one that was used last comes first
 * @property {(address: string) => Promise<boolean>} delete - whether it was there; who reads it may
 *   read it to its end
 * @property {() => Promise<StoreUsage>} usage
 * @property {() => Promise<void>} close - ends downloads and readers of this store
 */

/** How many times an entry that is replaced meanwhile is looked for again. */
const LOOKS = 3;

/** @param {StoreOptions} options @param {string} name @returns {Promise<HostStorage>} */
async function chooseStorage({ folder, keepIn }, name) {
    if (keepIn === "memory") return memoryStorage();
    if (keepIn === "nowhere") return noStorage();
    let found;
    try {
        found = await openStorage({ folder, name, kind: keepIn });
    } catch (error) {
        throw new ProverError("ERR_WRITE", `openStore: expected a place to keep files in, got ${messageOf(error)}`, { cause: error });
    }
    ensure(found || keepIn === undefined, "ERR_OPTION", () => `openStore: expected keepIn that this host has, got ${keepIn}`);
    return found ?? noStorage();
}

/**
 * @param {LruIndex} index
 * @param {string} address
 * @returns {Promise<{ entry: Entry, lock: HostLock } | undefined>}
 */
async function find(index, address) {
    for (let i = 0; i < LOOKS; i++) {
        const entry = await index.entry(address);
        if (!entry) return undefined;
        const lock = await index.hold(entry.blockFolder, "shared").catch(() => undefined);
        if (!lock) continue;
        if ((await index.entry(address))?.blockFolder === entry.blockFolder) return { entry, lock };
        await index.letGo(entry.blockFolder, lock); // another one took its place in between
    }
    return undefined;
}

class OpenStore {
    /** @param {LruIndex} index @param {number} blockSize @param {Clock} clock */
    constructor(index, blockSize, clock) {
        this.index = index;
        this.blockSize = blockSize;
        this.clock = clock;
        /** What comes, by all that makes it the same. @type {Map<string, Download>} */
        this.coming = new Map();
        /** What is to be closed. @type {Set<(reason: unknown) => Promise<unknown>>} */
        this.open = new Set();
        this.isClosed = false;
    }

    /** @param {string} where */
    check(where) {
        ensure(!this.isClosed, "ERR_OPTION", () => `${where}: expected a store that is open, got one that was closed`);
    }

    /**
     * @param {string} address
     * @param {GetOptions} options
     * @returns {Promise<KeptReader | undefined>}
     */
    async get(address, options) {
        checkAddress("get", address);
        const { signal } = readGetOptions(options);
        signal?.throwIfAborted();
        const found = await find(this.index, address);
        if (!found) return undefined;
        const reader = readerOf(this.index, found.entry, found.lock, signal);
        await this.index.touch(address);
        this.open.add(reader.close);
        const close = async () => {
            this.open.delete(reader.close);
            await reader.close();
        };
        if (!signal?.aborted && !this.isClosed) return Object.freeze({ ...reader, close });
        await close();
        signal?.throwIfAborted();
        return this.check("get"), undefined;
    }

    /** @param {SourceLike} value @param {FetchOptions} options @returns {Promise<FetchReader>} */
    async fetch(value, options) {
        const read = readFetchOptions(options, this.blockSize), { address, digests, blockSize, signal } = read;
        signal?.throwIfAborted();
        const key = address && [address, blockSize, ...digests ?? []].join();
        const running = key ? this.coming.get(key) : undefined;
        if (running && !running.failure) return shareDownload(running, read);
        const { what, readTimeout, memory, attempts } = read;
        const download = new Download(this.index, { what, address, digests, blockSize },
            { what, value, readTimeout, memory, attempts, clock: this.clock });
        // before anything is awaited: the next caller finds it
        if (key) this.coming.set(key, download);
        const close = async (/** @type {unknown} */ reason) => {
            await download.fail(reason);
            download.readers.clear();
            await download.release();
        };
        this.open.add(close);
        const end = () => { if (key && this.coming.get(key) === download) this.coming.delete(key); };
        download.done.promise.then(end, end);
        download.onRelease = () => this.open.delete(close);
        download.start(() => (address === undefined ? Promise.resolve(undefined) : this.findUsed(address)));
        return shareDownload(download, read);
    }

    /** @param {string} address */
    async findUsed(address) {
        const found = await find(this.index, address);
        if (found) await this.index.touch(address);
        return found;
    }

    async list() {
        const files = await Promise.all((await this.index.entries()).map(async ({ address, size }) =>
            Object.freeze({ address, size, used: await this.index.usedAt(address) })));
        return Object.freeze(files.sort((a, b) => b.used - a.used));
    }

    /** @param {string} address */
    async delete(address) {
        checkAddress("delete", address);
        return this.index.drop(address);
    }

    async usage() {
        const { entries, others } = await this.index.holdings();
        const sum = (/** @type {{ bytes: number }[]} */ list) => list.reduce((all, { bytes }) => all + bytes, 0);
        const unfinished = sum(others);
        return Object.freeze({
            bytes: sum(entries) + unfinished, unfinished, files: entries.length, quota: this.index.quota,
        });
    }

    async close() {
        this.isClosed = true;
        const reason = new ProverError("ERR_OPTION", "store: expected a store that is open, got one that was closed");
        await Promise.allSettled([...this.open].map((close) => close(reason)));
    }
}

/**
 * @param {StoreOptions} options
 * @param {{ clock?: Clock, storage?: HostStorage }} [host] - others than those of the host
 * @returns {Promise<Store>}
 */
export async function createStore(options, { clock = hostClock(), storage: given } = {}) {
    const read = readStoreOptions(options);
    const storage = given ?? await chooseStorage(read, read.name);
    const index = new LruIndex(storage, { quota: read.quota ?? storage.room, clock });
    await index.sweep().catch(() => {}); // what is left now goes the next time
    const store = new OpenStore(index, read.blockSize, clock);
    /** @template T @param {string} where @param {() => Promise<T>} call @returns {Promise<T>} */
    const open = async (where, call) => {
        store.check(where);
        return call();
    };
    return Object.freeze({
        keptIn: storage.kind,
        get: (/** @type {string} */ address, /** @type {GetOptions} */ more = {}) =>
            open("get", () => store.get(address, more)),
        fetch: (/** @type {SourceLike} */ source, /** @type {FetchOptions} */ more = {}) =>
            open("fetch", () => store.fetch(source, more)),
        list: () => open("list", () => store.list()),
        delete: (/** @type {string} */ address) => open("delete", () => store.delete(address)),
        usage: () => open("usage", () => store.usage()),
        close: () => store.close(),
    });
}
