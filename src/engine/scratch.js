/**
 * Copies bytes into and out of the main instance, with scratch that is released in every case.
 * The allocator of the instance is one word at address 0, the next free byte. Marks of it
 * nest, unlike startSyncOp, and an exception cannot leave one open.
 * @module engine/scratch
 */
/** @import { ThreadManager } from "./types.js" */

/**
 * @param {ThreadManager} tm
 * @returns {Uint8Array} the whole memory, valid until it grows
 */
export function memory(tm) {
    return tm.u8;
}

/**
 * @param {ThreadManager} tm
 * @param {number} pointer
 * @param {number} length - bytes
 * @returns {Uint8Array} a copy that belongs to the caller
 */
export const take = (tm, pointer, length) => memory(tm).slice(pointer, pointer + length);

/**
 * Runs `body`, which may allocate, and releases what it allocated, even when it throws.
 * @template T
 * @param {ThreadManager} tm
 * @param {(alloc: (length: number) => number, put: (bytes: Uint8Array) => number) => T} body
 * @returns {T}
 */
export function withScratch(tm, body) {
    const word = () => new Uint32Array(tm.memory.buffer, 0, 1);
    const mark = word()[0];
    const alloc = (/** @type {number} */ length) => tm.alloc(length);
    const put = (/** @type {Uint8Array} */ bytes) => {
        const pointer = tm.alloc(Math.max(bytes.length, 8));
        memory(tm).set(bytes, pointer);
        return pointer;
    };
    try {
        return body(alloc, put);
    } finally {
        word()[0] = mark;
    }
}

/** Length 0, as a view whose memory has grown. */
const DETACHED = new Uint8Array(0);

/**
 * Runs operations whose operands and result have fixed places on the main instance. It keeps views
 * of these, because making one takes as long as an addition.
 */
export class Slots {
    #tm;
    #bytes;
    #places;
    /** @type {Uint8Array} */ #a = DETACHED;
    /** @type {Uint8Array} */ #b = DETACHED;
    /** @type {Uint8Array} */ #result = DETACHED;
    /** Of the first operand. @type {BigUint64Array} */ #words = new BigUint64Array(0);

    /**
     * @param {ThreadManager} tm
     * @param {number} bytes - of each
     * @param {readonly [number, number, number]} places - of two operands and the result
     */
    constructor(tm, bytes, places) {
        this.#tm = tm;
        this.#bytes = bytes;
        this.#places = places;
    }

    #renew() {
        const { buffer } = memory(this.#tm);
        [this.#a, this.#b, this.#result] = this.#places.map((place) => new Uint8Array(buffer, place, this.#bytes));
        this.#words = new BigUint64Array(buffer, this.#places[0], this.#bytes / 8);
    }

    /** @param {Uint8Array} a - at most as long as its place */
    #put(a) {
        if (this.#a.length === 0) this.#renew();
        this.#a.set(a);
    }

    /**
     * @param {Function} kernel - of two operands
     * @param {Uint8Array} a
     * @param {Uint8Array} b
     * @returns {Uint8Array} a copy that belongs to the caller, as of `one`
     */
    two(kernel, a, b) {
        this.#put(a);
        this.#b.set(b);
        kernel(this.#places[0], this.#places[1], this.#places[2]);
        return new Uint8Array(this.#result);
    }

    /** @param {Function} kernel - of one operand @param {Uint8Array} a */
    one(kernel, a) {
        this.#put(a);
        kernel(this.#places[0], this.#places[2]);
        return new Uint8Array(this.#result);
    }

    /**
     * @param {Function} kernel - of one operand
     * @param {bigint} value - the lowest bits are the operand
     */
    oneInteger(kernel, value) {
        if (this.#a.length === 0) this.#renew();
        const words = this.#words;
        // takes the lowest 64 bits
        for (let i = 0; i < words.length; i++, value >>= 64n) words[i] = value;
        kernel(this.#places[0], this.#places[2]);
        return new Uint8Array(this.#result);
    }

    /**
     * @param {Function} kernel - says yes or no of two operands
     * @param {Uint8Array} a
     * @param {Uint8Array} b
     */
    askTwo(kernel, a, b) {
        this.#put(a);
        this.#b.set(b);
        return !!kernel(this.#places[0], this.#places[1]);
    }

    /** @param {Function} kernel - says yes or no of one operand @param {Uint8Array} a */
    ask(kernel, a) {
        this.#put(a);
        return !!kernel(this.#places[0]);
    }
}

/**
 * Bytes of any realm: arrays from jest and from workers fail instanceof.
 * @param {unknown} value
 * @returns {value is Uint8Array}
 */
export const isByteView = (value) =>
    ArrayBuffer.isView(value) && /** @type {Uint8Array} */ (value).BYTES_PER_ELEMENT === 1;
