/**
 * The memory that the calling thread and the workers of a pool share: one place from which
 * operations borrow it. Otherwise each worker gets a copy of what it reads and sends back a copy of
 * what it wrote.
 *
 * A worker cannot be made to release shared memory, and its garbage collector sees no reason to do
 * so. So what is given back is kept for the next borrower, as long as there are workers, and there
 * is never more than MOST.
 * @module pool/shared_memory
 */
import { clear } from "../util/bytes.js";
import { takeShared } from "../util/shared.js";

/**
 * Bytes of all that is lent or kept, at most: what an FFT of 2^20 elements needs on many
 * workers.
 */
const MOST = 80 << 20;

/** Bytes below which memory is not worth sharing, or to be counted. */
const LEAST = 1 << 16;

/**
 * Bytes to take where `length` are wanted: at most a quarter more, so that borrowers of growing
 * size take new memory only now and then.
 * @param {number} length
 */
function roomFor(length) {
    const step = Math.max(LEAST, 2 ** (Math.floor(Math.log2(length)) - 2));
    return Math.ceil(length / step) * step;
}

export class SharedMemory {
    constructor() {
        /**
         * What is unused, the smallest first, and whether something may be left in it.
         * @type {{ bytes: Uint8Array, dirty: boolean }[]}
         */
        this.kept = [];
        /**
         * What is in use, and whether it is to be cleared.
         * @type {Map<ArrayBufferLike, { bytes: Uint8Array, wiped: boolean }>}
         */
        this.lent = new Map();
        /** Whether what is given back is kept. */
        this.open = true;
    }

    /** @returns {number} bytes of all that is lent */
    get inUse() { return [...this.lent.values()].reduce((sum, { bytes }) => sum + bytes.length, 0); }

    /** @returns {number} bytes of all that is kept */
    get unused() { return this.kept.reduce((sum, { bytes }) => sum + bytes.length, 0); }

    /**
     * @param {number} length - bytes
     * @param {{ cleared?: boolean }} [how]
     * @returns {Uint8Array | undefined} undefined where this host shares no memory, or not that
     *   much; it may hold what others have left unless it is to be cleared
     */
    take(length, { cleared = false } = {}) {
        const found = this.#keptFor(length) ?? this.#fresh(length);
        if (!found) return undefined;
        const { bytes, dirty } = found;
        if (dirty && cleared) clear(bytes);
        this.lent.set(bytes.buffer, { bytes, wiped: false });
        return bytes.subarray(0, length);
    }

    /**
     * The smallest that is large enough; otherwise the largest makes room.
     * @param {number} length
     */
    #keptFor(length) {
        const at = this.kept.findIndex(({ bytes }) => bytes.length >= length);
        const [found] = this.kept.splice(at, 1);
        return at < 0 ? undefined : found;
    }

    /** @param {number} length */
    #fresh(length) {
        const room = roomFor(length), { inUse } = this;
        if (inUse + room > MOST) return undefined;
        if (inUse + this.unused + room > MOST) this.kept = [];
        const bytes = takeShared(room);
        return bytes && { bytes, dirty: false };
    }

    /**
     * @param {Uint8Array} bytes - what `take` returned
     * @param {{ again: boolean, cleared?: boolean }} how - again: whether it may be lent again.
     *   When something failed, a worker may still write to it; what is not kept is cleared
     */
    give({ buffer }, { again, cleared = false }) {
        const { bytes, wiped } = this.lent.get(buffer) ?? {};
        this.lent.delete(buffer);
        if (!bytes) return;
        const kept = again && this.open;
        if (wiped || !kept) clear(bytes);
        if (!kept) return;
        this.kept.push({ bytes, dirty: !cleared && !wiped });
        this.kept.sort((a, b) => a.bytes.length - b.bytes.length);
    }

    /** Clears what operations have left, also in what is in use now as soon as it is given back. */
    wipe() {
        for (const each of this.kept) {
            if (each.dirty) clear(each.bytes);
            each.dirty = false;
        }
        for (const each of this.lent.values()) each.wiped = true;
    }

    /** Forgets what is not in use: the workers, which cannot release it, have ended. */
    drop() {
        this.kept = [];
    }

    /** Nothing is kept from now on. */
    close() {
        this.open = false;
        this.drop();
    }
}
