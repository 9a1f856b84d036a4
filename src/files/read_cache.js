/**
 * A cache of reads: what several ask for is read once, and kept for those who come later.
 *
 * Reads of one key are joined while they run. One that fails is forgotten; if it ended because
 * another caller aborted, those who had joined it read again. An entry goes when it is dropped,
 * when all of it was taken, or when a newer one needs its room and it is not held. What it has is
 * freed once it is held no more.
 * @module files/read_cache
 */

/**
 * @template V
 * @typedef {object} Read
 * @property {() => Promise<V>} load - called if there is no entry
 * @property {number} [size] - of the entry, in units of the caller; default 1
 * @property {number} [takes] - how much of the size is not asked for again; default 0
 * @property {AbortSignal} [signal] - that `load` ends with
 */

/**
 * What was read, which stays as it is until `leave` is called.
 * @template [V=Uint8Array]
 * @typedef {{ value: V, isLast: () => boolean, leave: () => void }} Held isLast: it is not in the
 *   cache, and held once
 */

/**
 * @template V
 * @typedef {object} Entry
 * @property {Promise<V>} loading
 * @property {AbortSignal | undefined} signal - that it ends with
 * @property {V | undefined} value - once it is there
 * @property {number} size
 * @property {number} left - what is still to be taken
 * @property {number} users
 * @property {boolean} gone
 */

/** @template K @template [V=Uint8Array] bytes, or what was made of them */
export class ReadCache {
    /**
     * @param {object} [options]
     * @param {number} [options.most] - the sum of the sizes: what was used least recently goes
     *   first. What is held or being read stays, and so does the last entry, whatever its size
     * @param {(value: V) => void} [options.free] - called with what went, once it is held no more
     */
    constructor({ most = Infinity, free = () => {} } = {}) {
        this.most = most;
        this.free = free;
        this.size = 0;
        /** The one that was used least recently is the first. @type {Map<K, Entry<V>>} */
        this.entries = new Map();
    }

    /** @param {K} key */
    has(key) {
        return this.entries.has(key);
    }

    /** @param {K} key @param {Read<V>} read @returns {Promise<Held<V>>} */
    async hold(key, read) {
        const entry = this.entries.get(key) ?? this.begin(read), { takes = 0, signal } = read;
        this.entries.delete(key);
        this.entries.set(key, entry); // used last
        entry.users++;
        entry.left -= takes;
        if (entry.left <= 0) this.drop(key);
        this.trim();
        try {
            entry.value = await entry.loading;
        } catch (error) {
            if (!entry.gone) this.drop(key);
            if (signal === entry.signal || !entry.signal?.aborted) throw error;
            return this.hold(key, read);
        }
        const leave = () => {
            entry.users--;
            this.freeUnused(entry);
            this.trim();
        };
        return { value: entry.value, isLast: () => entry.gone && entry.users === 1, leave };
    }

    /**
     * The same, where nothing is freed while it is used.
     * @param {K} key
     * @param {Read<V>} read
     * @returns {Promise<V>}
     */
    async read(key, read) {
        const { value, leave } = await this.hold(key, read);
        leave();
        return value;
    }

    /** @param {Read<V>} read @returns {Entry<V>} */
    begin({ load, size = 1, signal }) {
        const loading = load();
        this.size += size;
        return { loading, signal, value: undefined, size, left: size, users: 0, gone: false };
    }

    trim() {
        for (const [key, { users }] of this.entries)
            if (users === 0 && this.size > this.most && this.entries.size > 1) this.drop(key);
    }

    /** @param {K} key - of an entry */
    drop(key) {
        const entry = /** @type {Entry<V>} */ (this.entries.get(key));
        this.entries.delete(key);
        this.size -= entry.size;
        entry.gone = true;
        this.freeUnused(entry);
    }

    clear() {
        for (const key of this.entries.keys()) this.drop(key);
    }

    /** @param {Entry<V>} entry */
    freeUnused({ gone, users, value }) {
        if (gone && users === 0 && value) this.free(value);
    }
}
