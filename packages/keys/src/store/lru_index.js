/**
 * What is in a storage: entries, how long ago each was used, downloads that stopped, and the room
 * they take. It is read anew for each question, because other tabs and processes write there as
 * well.
 *
 * Readers and writers of blocks share the lock of their block folder. To remove blocks, one takes this
 * lock alone, and then looks whether a record names the block folder.
 * @module store/lru_index
 */
import { decodeText, encodeText, getRandomBytes, hexOf } from "../../../../src/internal/keys.js";
import { countIn } from "./blocks.js";
import { isAddress } from "./digests.js";
import {
    blockSizeOf, decodeEntry, decodePartial, encodeRecord, isBlockFolder, LONGEST_RECORD, paths,
} from "./records.js";

/** @import { HostLock, HostStorage } from "../../../../src/internal/keys.js" */
/** @import { Entry, Partial } from "./records.js" */
/** @import { Clock } from "./clock.js" */

/** Milliseconds. Clocks differ by less. */
const DAY = 86_400_000;

/** Milliseconds for which a download that stopped is kept, so that it can go on. */
const RESUMABLE = 7 * DAY;

/** Digits of a time that is kept. */
const LONGEST_TIME = 20;

/**
 * @typedef {{ blockFolder: string, bytes: number, used: number, address?: string }} Holding what a block folder
 *   has, since when
 */

export class LruIndex {
    /** @param {HostStorage} storage @param {{ quota: number, clock: Clock }} options */
    constructor(storage, { quota, clock }) {
        this.storage = storage;
        this.quota = quota;
        this.clock = clock;
        /** Bytes that downloads of this store will take, by block folder. @type {Map<string, number>} */
        this.reserved = new Map();
        this.last = 0;
        /** Room is made for one after the other. @type {Promise<unknown>} */
        this.queue = Promise.resolve();
    }

    /** A time later than any that this store gave before. */
    tick() {
        this.last = Math.max(this.last + 1, this.clock.time());
        return this.last;
    }

    /**
     * @param {string} path
     * @param {number} most
     * @returns {Promise<Uint8Array | undefined>} undefined also for what cannot be read: it is as
     *   good as not there
     */
    read(path, most) {
        return this.storage.read(path, most).catch(() => undefined);
    }

    /** @param {string} address @returns {Promise<Entry | undefined>} a damaged one is dropped */
    async entry(address) {
        const path = paths.entry(address);
        const bytes = await this.read(path, LONGEST_RECORD);
        const entry = bytes && decodeEntry(address, bytes);
        if (bytes && !entry) await this.storage.remove(path).catch(() => {});
        return entry;
    }

    /** @returns {Promise<Entry[]>} */
    async entries() {
        const found = [];
        for (const address of (await this.storage.list("entries")).filter(isAddress)) {
            const entry = await this.entry(address);
            if (entry) found.push(entry);
        }
        return found;
    }

    /** @param {string} address @returns {Promise<number>} when it was used last */
    async usedAt(address) {
        const bytes = await this.read(paths.used(address), LONGEST_TIME);
        const time = bytes ? Number(decodeText(bytes)) : 0;
        return time < this.clock.time() + DAY ? time : 0; // no use to come makes an entry stay
    }

    /** @param {string} address */
    async touch(address) {
        const text = encodeText(String(this.tick()));
        await this.storage.write(paths.used(address), text).catch(() => {}); // it only goes sooner
    }

    /** @param {Entry} entry - from now on it is found */
    async publish(entry) {
        await this.storage.write(paths.entry(entry.address), encodeRecord(entry));
        await this.touch(entry.address);
    }

    /**
     * @param {string} address
     * @param {string} [blockFolder] - only if its blocks lie there
     * @returns {Promise<boolean>} whether there was one
     */
    async drop(address, blockFolder) {
        const entry = await this.entry(address);
        if (!entry || (blockFolder !== undefined && entry.blockFolder !== blockFolder)) return false;
        await this.storage.remove(paths.entry(address));
        await this.storage.remove(paths.used(address));
        await this.removeUnused(entry.blockFolder);
        return true;
    }

    /** @param {string} address @returns {Promise<Partial | undefined>} */
    async partial(address) {
        const bytes = await this.read(paths.partial(address), LONGEST_RECORD);
        return bytes && decodePartial(bytes);
    }

    /** @param {string} address @param {string} blockFolder @param {number} size */
    async writePartial(address, blockFolder, size) {
        await this.storage.write(paths.partial(address), encodeRecord({ blockFolder, size, begun: this.tick() }));
    }

    /** @param {string} address @param {string} blockFolder - only if it is there */
    async forgetPartial(address, blockFolder) {
        const found = await this.partial(address);
        if (found?.blockFolder === blockFolder) await this.storage.remove(paths.partial(address));
    }

    /** @param {number} blockSize @returns {string} where nothing lies yet */
    newBlockFolder(blockSize) {
        return `${hexOf(getRandomBytes(16))}-${Math.log2(blockSize)}`;
    }

    /**
     * @param {string} blockFolder
     * @param {"shared" | "exclusive"} mode
     * @returns {Promise<HostLock | undefined>}
     */
    hold(blockFolder, mode) {
        return this.storage.lock(blockFolder, mode);
    }

    /**
     * Ends the use of a block folder; it goes if no record names it.
     * @param {string} blockFolder
     * @param {HostLock} lock
     * @param {string} [address] - of the file
     */
    async letGo(blockFolder, lock, address) {
        await lock.release().catch(() => {}); // the storage was taken away
        if (address !== undefined && (await this.entry(address))?.blockFolder === blockFolder) return;
        await this.removeUnused(blockFolder);
    }

    /**
     * @returns {Promise<Map<string, { address: string, partial: boolean, begun: number }>>} what
     *   records name
     */
    async named() {
        const blockFolders = new Map();
        const expired = this.clock.time() - RESUMABLE;
        for (const { blockFolder, address } of await this.entries())
            blockFolders.set(blockFolder, { address, partial: false, begun: 0 });
        for (const address of (await this.storage.list("partial")).filter(isAddress)) {
            const found = await this.partial(address);
            if (found && found.begun > expired && !blockFolders.has(found.blockFolder))
                blockFolders.set(found.blockFolder, { address, partial: true, begun: found.begun });
        }
        return blockFolders;
    }

    /** @param {string} blockFolder @param {boolean} [partial] - also if a download could go on there */
    async removeUnused(blockFolder, partial = false) {
        const lock = await this.hold(blockFolder, "exclusive").catch(() => undefined);
        if (!lock) return;
        try {
            const name = (await this.named()).get(blockFolder);
            if (name && !(partial && name.partial)) return;
            if (name) await this.storage.remove(paths.partial(name.address));
            await this.storage.remove(paths.blocks(blockFolder));
        } catch {
            // the storage is not what it was; the next one that opens it tries again
        } finally {
            await lock.release().catch(() => {});
        }
    }

    /**
     * Removes what others left: blocks without a record, downloads that were given up, records of
     * nothing.
     */
    async sweep() {
        const blockFolders = (await this.storage.list("blocks")).filter(isBlockFolder);
        const named = await this.named();
        for (const blockFolder of blockFolders) if (!named.has(blockFolder)) await this.removeUnused(blockFolder);
        const there = new Set((await this.storage.list("blocks")).filter(isBlockFolder));
        const stopped = [...(await this.named()).values()].filter((one) => one.partial);
        const partial = new Set(stopped.map(({ address }) => address));
        for (const address of await this.storage.list("partial")) {
            const blockFolder = isAddress(address) ? (await this.partial(address))?.blockFolder : undefined;
            const isKnown = blockFolder !== undefined && partial.has(address);
            if (isKnown && (there.has(blockFolder) || await this.isHeld(blockFolder))) continue;
            await this.storage.remove(`partial/${address}`);
        }
        const kept = new Set(await this.storage.list("entries"));
        for (const address of await this.storage.list("used"))
            if (!kept.has(address)) await this.storage.remove(`used/${address}`);
    }

    /** @param {string} blockFolder */
    async isHeld(blockFolder) {
        const lock = await this.hold(blockFolder, "exclusive").catch(() => undefined);
        await lock?.release();
        return lock === undefined;
    }

    /**
     * @returns {Promise<{ entries: Holding[], others: Holding[] }>} others: what is not an entry
     */
    async holdings() {
        const entries = [], others = [], ours = new Set();
        for (const { address, blockFolder, size } of await this.entries()) {
            entries.push({ address, blockFolder, bytes: size, used: await this.usedAt(address) });
            ours.add(blockFolder);
        }
        const named = await this.named();
        for (const blockFolder of (await this.storage.list("blocks")).filter(isBlockFolder)) {
            if (ours.has(blockFolder)) continue;
            // one that cannot be listed, such as a link, keeps nothing else from being kept
            const blocks = await countIn(this.storage, blockFolder).catch(() => 0);
            const used = named.get(blockFolder)?.begun ?? 0;
            others.push({ blockFolder, bytes: blocks * blockSizeOf(blockFolder), used });
        }
        return { entries, others };
    }

    /** @param {string} blockFolder */
    unreserve(blockFolder) { // what came of it is counted as what it is
        this.reserved.delete(blockFolder);
    }

    /** @param {string} [blockFolder] @returns {number} bytes */
    reservedBut(blockFolder) {
        let sum = 0;
        for (const [other, bytes] of this.reserved) if (other !== blockFolder) sum += bytes;
        return sum;
    }

    /**
     * Reserves room within the quota: downloads that stopped go first, then the entries that were
     * used least recently; none that is open. If that is not enough, nothing goes.
     * @param {number} bytes
     * @param {string} blockFolder - for which, and which is not counted
     * @returns {Promise<boolean>} whether there is room
     */
    makeRoom(bytes, blockFolder) {
        const made = this.queue.then(() => this.freeRoom(bytes, blockFolder)).then((ok) => {
            if (ok) this.reserved.set(blockFolder, bytes);
            return ok;
        });
        this.queue = made.catch(() => {});
        return made;
    }

    /** @param {number} bytes @param {string} blockFolder */
    async freeRoom(bytes, blockFolder) {
        if (bytes > this.quota) return false;
        const { entries, others } = await this.holdings();
        const least = (/** @type {Holding[]} */ list) =>
            list.filter((one) => one.blockFolder !== blockFolder && !this.reserved.has(one.blockFolder))
                .sort((a, b) => a.used - b.used);
        const counted = [...least(others), ...least(entries)];
        const reserved = this.reservedBut(blockFolder);
        let over = counted.reduce((sum, one) => sum + one.bytes, reserved + bytes) - this.quota;
        /** @type {Holding[]} */
        const going = [];
        for (const one of counted) {
            if (over <= 0) break;
            if (await this.isHeld(one.blockFolder)) continue;
            going.push(one);
            over -= one.bytes;
        }
        if (over > 0) return false;
        for (const { address, blockFolder: gone } of going)
            await (address === undefined ? this.removeUnused(gone, true) : this.drop(address, gone));
        return true;
    }
}
