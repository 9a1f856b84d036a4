/**
 * A file that is kept while it comes. Readers have it from the start: a block that has not come is
 * asked for before others, and handed on before it is written. Whatever happens to the storage,
 * readers go on from the source.
 *
 * Blocks are hashed in the order of the file, and the whole is compared with the address before it
 * gets a name. A read that needs the last of the blocks waits for this: who has read all of a file
 * has read the right one.
 * @module store/download
 */
import { createController, ensure, ProverError } from "../../../../src/internal/keys.js";
import { openBlocks } from "./blocks.js";
import { digestOf, wholeDigest } from "./digests.js";
import { blockSizeOf, countBlocks, decodeBlock, encodeBlock, MOST_BLOCKS } from "./records.js";
import { recentBlocks } from "./reader.js";
import { RetryingSource } from "./retrying_source.js";

/** @import { HostLock } from "../../../../src/internal/keys.js" */
/** @import { Held } from "../../../../src/internal/keys.js" */
/** @import { Blocks } from "./blocks.js" */
/** @import { LruIndex } from "./lru_index.js" */
/** @import { SupplyOptions } from "./retrying_source.js" */
/** @import { Entry } from "./records.js" */

/**
 * @typedef {object} Kept
 * @property {string | undefined} address - undefined if it was not kept, and none was given
 * @property {boolean} kept - whether it is there the next time
 * @property {unknown} reason - why it was not kept
 * @property {number} received - bytes from the source
 * @property {number} reused - bytes of an earlier download
 */

/**
 * @typedef {object} FetchProgress
 * @property {number} received - bytes from the source so far, also those that had to come twice
 * @property {number} reused - bytes that are already kept, and have been checked
 * @property {number} size - of the file
 */

/**
 * @typedef {object} DownloadOptions
 * @property {string} what - for messages
 * @property {string} [address]
 * @property {readonly string[]} [digests] - of all blocks
 * @property {number} blockSize
 */

/** Requests under way: while one waits for its answer, others receive. */
const AT_ONCE = 3;

/**
 * Blocks in memory: those under way, those that a read holds, and some that both readers and the
 * hash want.
 */
const RECENT = 8;

/** How many times what is lost is written again, before the storage is taken to be of no use. */
const ROUNDS = 3;

/**
 * @template T
 * @returns {{ promise: Promise<T>, resolve: (value: T) => void, reject: (error: unknown) => void }}
 */
function deferred() {
    /** @type {any} */
    const parts = {};
    parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
    parts.promise.catch(() => {}); // whoever waits for it gets the error
    return parts;
}

/** @param {unknown} error @returns {boolean} whether what came so far is of another file */
const isOfAnother = (error) =>
    error instanceof ProverError && (error.code === "ERR_FILE" || /** @type {{ again?: boolean }} */ (error).again === false);

export class Download {
    /**
     * @param {LruIndex} index
     * @param {DownloadOptions} options
     * @param {Omit<SupplyOptions, "signal" | "onBytes">} retrying
     */
    constructor(index, { what, address, digests, blockSize }, retrying) {
        this.index = index;
        this.what = what;
        this.address = address;
        this.given = digests;
        this.blockSize = blockSize;
        this.controller = createController();
        this.retrying = new RetryingSource({
            ...retrying,
            signal: this.controller.signal,
            onBytes: (bytes) => { this.received += bytes; this.report(); },
        });
        /** Must the whole be compared with the address? Not if every block is. */
        this.mustCheck = address !== undefined && digests === undefined;
        this.size = this.count = this.seen = this.received = this.reused = this.cursor = this.hashed = 0;
        /** @type {(string | undefined)[]} */
        this.digests = [];
        /**
         * 1 for blocks that lie in the storage, 2 for those of an earlier download, which are not
         * checked yet.
         */
        this.stored = new Uint8Array(0);
        this.recent = recentBlocks(RECENT);
        /** @type {Map<number, Promise<void>>} */
        this.flying = new Map();
        /** @type {Map<number, ReturnType<typeof deferred<Uint8Array>>>} */
        this.waiting = new Map();
        /** @type {number[]} */
        this.wanted = [];
        this.keeping = true;
        /** @type {unknown} */
        this.reason = undefined;
        /** @type {{ error: unknown } | undefined} */
        this.failure = undefined;
        this.ended = false;
        /** @type {ReturnType<typeof deferred<void>>} */
        this.ready = deferred();
        /** @type {ReturnType<typeof deferred<void>>} */
        this.verdict = deferred();
        /** @type {ReturnType<typeof deferred<Kept>>} */
        this.done = deferred();
        /** Another tab or process downloads the same. */
        this.isSecond = false;
        /** Who has not aborted. @type {Set<object>} */
        this.wanting = new Set();
        /** Called when there is progress. @type {Set<() => void>} */
        this.listeners = new Set();
        /** Who still reads. @type {Set<object>} */
        this.readers = new Set();
        this.blockFolder = "";
        /** @type {Promise<void> | undefined} */
        this.steps = undefined;
        /** @type {Promise<void> | undefined} */
        this.failing = undefined;
        /** @type {HostLock | undefined} */
        this.lock = undefined;
        /** @type {Blocks | undefined} */
        this.blocks = undefined;
        /** Called when the block folder is not used any more. */
        this.onRelease = () => {};
        /** Clean-ups under way. @type {Promise<unknown>} */
        this.tidying = Promise.resolve();
    }

    report() {
        for (const listener of [...this.listeners]) listener();
    }

    /** @returns {FetchProgress} */
    get progress() {
        return Object.freeze({ received: this.received, reused: this.reused, size: this.size });
    }

    /**
     * Begins; `done` says how it ends.
     * @param {() => Promise<{ entry: Entry, lock: HostLock } | undefined>} find - what is there
     *   already
     */
    start(find) {
        this.steps = this.run(find);
        this.steps.catch((error) => this.fail(error));
    }

    /** @param {() => Promise<{ entry: Entry, lock: HostLock } | undefined>} find */
    async run(find) {
        const found = await find();
        if (found) return this.useEntry(found.entry, found.lock);
        await this.open();
        this.ready.resolve();
        this.report();
        this.pull();
        const whole = await this.check();
        ensure(whole === undefined || this.address === undefined || whole === this.address, "ERR_FILE", () =>
            `${this.what}: expected the file with sha256 ${this.address}, got one with ${whole}; nothing of it is kept`);
        this.verdict.resolve();
        if (whole !== undefined) await this.publish(whole);
        return this.finish(whole ?? this.address);
    }

    /**
     * An entry, whose source is only asked if a block turns out to be broken.
     * @param {Entry} entry
     * @param {HostLock} lock
     */
    async useEntry({ address, size, blockFolder, digests }, lock) {
        const blockSize = blockSizeOf(blockFolder);
        Object.assign(this, { size, blockFolder, lock, blockSize, keeping: false, mustCheck: false });
        this.count = digests.length;
        this.digests = [...digests];
        this.stored = new Uint8Array(this.count).fill(1);
        this.retrying.first = { size, version: undefined };
        this.reused = size;
        this.blocks = await openBlocks(this.index.storage, blockFolder);
        if (this.failure) throw this.failure.error;
        this.ended = true;
        this.report();
        this.ready.resolve();
        await this.release();
        this.done.resolve(Object.freeze({ address, kept: true, reason: undefined, received: 0, reused: size }));
    }

    async open() {
        this.size = await this.retrying.size();
        this.count = countBlocks(this.size, this.blockSize);
        ensure(this.count <= MOST_BLOCKS, "ERR_LIMIT", () =>
            `${this.what}: expected at most ${MOST_BLOCKS} blocks of ${this.blockSize} bytes, got a file of ${this.size}`);
        ensure(this.given === undefined || this.given.length === this.count, "ERR_FILE", () =>
            `${this.what}: expected a file of ${this.given?.length} blocks of ${this.blockSize} bytes, as there are digests, got ${this.size} bytes`);
        this.digests = this.given ? [...this.given] : Array.from({ length: this.count });
        this.stored = new Uint8Array(this.count);
        try {
            if (!await this.resume()) await this.begin();
        } catch (error) {
            this.giveUpKeeping(error);
        }
    }

    /** Goes on where an earlier download stopped. @returns {Promise<boolean>} */
    async resume() {
        const { address, index } = this, partial = address === undefined ? undefined : await index.partial(address);
        if (address === undefined || !partial) return false;
        const { blockFolder } = partial, lock = await index.hold(blockFolder, "exclusive");
        // another tab or process has it; what is begun here has no name until it is whole
        if (!lock) {
            this.isSecond = true;
            return false;
        }
        const same = (await index.partial(address))?.blockFolder === blockFolder;
        if (!same || partial.size !== this.size || blockSizeOf(blockFolder) !== this.blockSize) {
            if (same) await index.forgetPartial(address, blockFolder);
            await index.letGo(blockFolder, lock);
            return false;
        }
        await lock.share();
        await this.take(blockFolder, lock);
        // beyond its end the array ignores it
        for (const i of await this.blocks?.list() ?? []) this.stored[i] = 2;
        return true;
    }

    async begin() {
        const blockFolder = this.index.newBlockFolder(this.blockSize);
        const lock = await this.index.hold(blockFolder, "shared");
        if (!lock) throw new Error("a storage without locks");
        await this.take(blockFolder, lock);
        if (this.address === undefined || this.isSecond) return;
        await this.index.writePartial(this.address, blockFolder, this.size);
    }

    /** @param {string} blockFolder @param {HostLock} lock */
    async take(blockFolder, lock) {
        this.blockFolder = blockFolder;
        this.lock = lock;
        ensure(await this.index.makeRoom(this.size, blockFolder), "ERR_LIMIT", () =>
            `${this.what}: expected room for ${this.size} bytes, got a quota of ${this.index.quota}`);
        this.blocks = await openBlocks(this.index.storage, blockFolder, this.size);
    }

    /**
     * From now on nothing is written; readers are served from the source.
     * @param {unknown} error
     */
    giveUpKeeping(error) {
        if (!this.keeping) return;
        this.keeping = false;
        this.reason = error;
        const { address, blockFolder, index } = this;
        index.unreserve(blockFolder);
        if (address === undefined || !blockFolder) return;
        this.tidying = index.forgetPartial(address, blockFolder).catch(() => {});
    }

    /** @param {number} i @returns {number} bytes of a block */
    lengthOf(i) {
        return Math.min(this.blockSize, this.size - i * this.blockSize);
    }

    /** Sends for what is wanted, and for what comes next. */
    pull() {
        // a proof begins with the first block, which then comes alone
        const most = this.received > 0 ? AT_ONCE : 1;
        while (this.flying.size < most && !this.failure) {
            const i = this.next();
            if (i === undefined) return;
            const flight = this.bring(i)
                .catch((error) => this.refuse(i, error))
                .finally(() => {
                    this.flying.delete(i);
                    if (this.waiting.has(i)) this.wanted.push(i); // asked for since it came
                    this.pull();
                });
            this.flying.set(i, flight);
        }
    }

    /** @returns {number | undefined} the block to send for */
    next() {
        for (let i = this.wanted.shift(); i !== undefined; i = this.wanted.shift())
            if (this.waiting.has(i) && !this.flying.has(i)) return i;
        if (this.ended) return undefined;
        if (this.keeping) {
            const isTaken = (/** @type {number} */ i) => this.stored[i] > 0 || this.flying.has(i);
            while (this.cursor < this.count && isTaken(this.cursor)) this.cursor++;
            return this.cursor < this.count ? this.cursor++ : undefined;
        }
        if (!this.mustCheck) return undefined;
        for (let i = this.hashed; i < Math.min(this.count, this.hashed + AT_ONCE); i++)
            if (!this.flying.has(i) && !this.recent.has(i)) return i;
        return undefined;
    }

    /** @param {number} i - comes from the source */
    async bring(i) {
        const bytes = await this.retrying.read(i * this.blockSize, this.lengthOf(i));
        const digest = await digestOf(bytes);
        this.learn(i, digest);
        this.waiting.get(i)?.resolve(bytes);
        this.waiting.delete(i);
        // of another's read
        const held = this.recent.hold(i, { load: async () => bytes }).catch(() => undefined);
        try {
            if (this.keeping && !this.failure) await this.write(i, bytes, digest);
        } finally {
            void held.then((block) => block?.leave());
        }
    }

    /** @param {number} i @param {Uint8Array} bytes @param {string} digest */
    async write(i, bytes, digest) {
        try {
            await this.blocks?.write(i, encodeBlock(bytes, digest));
            this.stored[i] = 1;
        } catch (error) {
            this.giveUpKeeping(error);
        }
    }

    /**
     * @param {number} i
     * @param {string} digest
     * @throws {ProverError} if it is not what it was, or should be
     */
    learn(i, digest) {
        const known = this.digests[i];
        if (known === digest) return;
        if (known !== undefined) {
            const range = `block ${i} (bytes ${i * this.blockSize} to ${i * this.blockSize + this.lengthOf(i)})`;
            throw new ProverError("ERR_FILE", `${this.what}: expected ${range} with sha256 ${known}, got ${digest}; it is another file, or was changed`);
        }
        this.digests[i] = digest;
        this.seen++;
    }

    /** @param {number} i @param {unknown} error - why it does not come */
    refuse(i, error) {
        if (!this.ended) return void this.fail(error); // not awaited: it waits for this flight
        this.waiting.get(i)?.reject(error);
        this.waiting.delete(i);
    }

    /** @param {number} i @returns {Promise<Uint8Array>} once they have come from the source */
    ask(i) {
        if (this.failure) return Promise.reject(this.failure.error);
        const one = this.waiting.get(i) ?? deferred();
        if (!this.waiting.has(i)) {
            this.waiting.set(i, one);
            this.wanted.push(i);
            this.pull();
        }
        return one.promise;
    }

    /** @param {number} i @returns {Promise<Held>} from wherever it is; not to be changed */
    block(i) {
        const load = async () => (this.stored[i] ? await this.fromStorage(i) : undefined) ?? this.ask(i);
        return this.recent.hold(i, { load });
    }

    /** @param {number} i @returns {Promise<Uint8Array | undefined>} undefined if it is broken */
    async fromStorage(i) {
        const length = this.lengthOf(i);
        const kept = await this.blocks?.read(i, length);
        const found = await decodeBlock(kept, length), known = this.digests[i];
        if (!found || (known !== undefined && known !== found.digest)) {
            this.stored[i] = 0;
            if (this.ended && this.address !== undefined)
                this.tidying = this.index.drop(this.address, this.blockFolder).catch(() => {});
            return undefined;
        }
        this.learn(i, found.digest);
        if (this.stored[i] === 2) {
            this.stored[i] = 1;
            this.reused += length;
            this.report();
        }
        return found.bytes;
    }

    /**
     * @returns {Promise<string | undefined>} the address of the whole; undefined if there is no
     *   need to know
     */
    async check() {
        const whole = wholeDigest();
        for (; this.hashed < this.count; this.hashed++) {
            if (this.failure) throw this.failure.error;
            if (!this.keeping && !this.mustCheck) return undefined;
            this.pull();
            const { value, leave } = await this.block(this.hashed);
            await whole.add(value);
            leave();
        }
        return whole.digest();
    }

    async landed() {
        while (this.flying.size > 0) await Promise.allSettled(this.flying.values());
    }

    /**
     * Blocks that are not in the storage, whether or not they were written.
     * @returns {Promise<number[]>}
     */
    async lost() {
        const there = new Set(await this.blocks?.list()), lost = [];
        for (let i = 0; i < this.count; i++) if (!this.stored[i] || !there.has(i)) lost.push(i);
        return lost;
    }

    /** @param {string} address - what is found from now on, if it is all there */
    async publish(address) {
        const { blockFolder, size } = this;
        for (let round = 0; ; round++) {
            await this.landed();
            if (!this.keeping) return;
            try {
                const lost = await this.lost();
                if (lost.length === 0) break;
                if (round === ROUNDS) throw new Error("a storage that loses what is written");
                for (const i of lost) {
                    this.stored[i] = 0;
                    await this.ask(i);
                }
            } catch (error) {
                if (this.failure) throw error;
                this.giveUpKeeping(error);
            }
        }
        try {
            const digests = /** @type {string[]} */ (this.digests);
            await this.index.publish({ address, size, blockFolder, digests });
            await this.index.forgetPartial(address, blockFolder).catch(() => {});
        } catch (error) {
            this.giveUpKeeping(error);
        }
    }

    /** @param {string | undefined} address */
    async finish(address) {
        const { keeping: kept, reason, received, reused } = this;
        await this.landed();
        if (this.failure) throw this.failure.error;
        this.ended = true;
        this.address = address;
        this.keeping = false;
        this.index.unreserve(this.blockFolder);
        if (kept) await this.retrying.close();
        await this.release();
        this.done.resolve(Object.freeze({ address, kept, reason, received, reused }));
    }

    /** @param {unknown} error @returns {Promise<void>} when nothing is left that should not be */
    fail(error) {
        if (this.ended) return Promise.resolve();
        this.failing ??= this.stop(error); // once
        return this.failing;
    }

    /** @param {unknown} error */
    async stop(error) {
        this.failure = { error };
        this.controller.abort(error);
        for (const one of [...this.waiting.values(), this.ready, this.verdict]) one.reject(error);
        this.waiting.clear();
        await Promise.allSettled([this.steps, this.landed()]);
        const { address, blockFolder } = this;
        const isWorthless = isOfAnother(error) || this.stored.every((one) => one === 0);
        if (isWorthless && address !== undefined && blockFolder)
            await this.index.forgetPartial(address, blockFolder).catch(() => {});
        this.index.unreserve(blockFolder);
        this.ended = true;
        this.readers.clear();
        await this.release();
        this.done.reject(error);
    }

    /** Ends the use of the block folder when there is nothing more to do with it. */
    async release() {
        const { lock, blocks, blockFolder, address } = this;
        if (!this.ended || this.readers.size > 0) return;
        this.lock = this.blocks = undefined;
        this.onRelease();
        await this.tidying;
        await this.retrying.close();
        await blocks?.close();
        if (lock) await this.index.letGo(blockFolder, lock, address);
    }
}
