/**
 * Rows of u32 and elements of Fr, column by column: u32 as differences to the row before, elements
 * as numbers of a list of those that occur. Not for secrets.
 * @module packed/rows
 */

/**
 * @typedef {{ words: number, elements: number }} Shape of a row
 * @typedef {Shape & { n8r: number }} Rows
 */

/** Bytes of a number, at most. */
const LONGEST = 5;

/** Collects bytes. */
class Writer {
    constructor() {
        this.bytes = new Uint8Array(1 << 12);
        this.length = 0;
    }

    /** @param {number} count */
    room(count) {
        if (this.length + count <= this.bytes.length) return;
        const more = new Uint8Array(2 * (this.length + count));
        more.set(this.bytes.subarray(0, this.length));
        this.bytes = more;
    }

    /** Seven bits a byte, the lowest first. @param {number} value - u32 */
    number(value) {
        this.room(LONGEST);
        for (; value > 127; value >>>= 7) this.bytes[this.length++] = 128 | (value & 127);
        this.bytes[this.length++] = value;
    }

    /** @param {Uint8Array} bytes */
    add(bytes) {
        this.room(bytes.length);
        this.bytes.set(bytes, this.length);
        this.length += bytes.length;
    }
}

/** Reads them; what is missing, or is no number, makes `failed`. */
class Reader {
    /** @param {Uint8Array} bytes */
    constructor(bytes) {
        this.bytes = bytes;
        this.at = 0;
        this.failed = false;
    }

    number() {
        let value = 0;
        for (let shift = 0; shift < 7 * LONGEST; shift += 7) {
            if (this.at >= this.bytes.length) break;
            const byte = this.bytes[this.at++];
            value = (value | ((byte & 127) << shift)) >>> 0;
            if (byte < 128) return value;
        }
        this.failed = true;
        return 0;
    }

    /** @param {number} count */
    take(count) {
        if (count > this.bytes.length - this.at) {
            this.failed = true;
            return new Uint8Array(0);
        }
        this.at += count;
        return this.bytes.subarray(this.at - count, this.at);
    }
}

/** Differences of either sign as numbers: 0, -1, 1, -2, … @param {number} d - i32 */
const zigzag = (d) => ((d << 1) ^ (d >> 31)) >>> 0;

/** @param {number} n - u32 */
const unzigzag = (n) => (n >>> 1) ^ -(n & 1);

/** @param {Uint8Array} bytes @param {number} at @param {number} n8 */
const textOf = (bytes, at, n8) => String.fromCharCode(...bytes.subarray(at, at + n8));

/**
 * @param {Uint8Array} bytes - whole rows
 * @param {Rows} shape
 * @returns {Uint8Array}
 */
export function encodeRows(bytes, { words, elements, n8r }) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const out = new Writer();
    const step = 4 * words + n8r * elements;
    for (let column = 0; column < words; column++) {
        let before = 0;
        for (let at = 4 * column; at < bytes.length; at += step) {
            const value = view.getUint32(at, true);
            out.number(zigzag((value - before) | 0));
            before = value;
        }
    }
    for (let column = 0; column < elements; column++) {
        const list = new Map(), numbers = [];
        for (let at = 4 * words + n8r * column; at < bytes.length; at += step) {
            const text = textOf(bytes, at, n8r);
            if (!list.has(text)) list.set(text, { number: list.size, at });
            numbers.push(list.get(text).number);
        }
        out.number(list.size);
        for (const { at } of list.values()) out.add(bytes.subarray(at, at + n8r));
        for (const number of numbers) out.number(number);
    }
    return out.bytes.slice(0, out.length);
}

/**
 * @param {Uint8Array} encoded
 * @param {number} length - of the rows
 * @param {Rows} shape
 * @returns {Uint8Array | undefined} undefined for what encodeRows has not made
 */
export function decodeRows(encoded, length, { words, elements, n8r }) {
    const input = new Reader(encoded);
    const bytes = new Uint8Array(length);
    const view = new DataView(bytes.buffer);
    const step = 4 * words + n8r * elements;
    for (let column = 0; column < words; column++) {
        let value = 0;
        for (let at = 4 * column; at < length; at += step) {
            value = (value + unzigzag(input.number())) >>> 0;
            view.setUint32(at, value, true);
        }
    }
    for (let column = 0; column < elements; column++) {
        const count = input.number();
        const list = input.take(count * n8r);
        if (input.failed) return undefined;
        for (let at = 4 * words + n8r * column; at < length; at += step) {
            const number = input.number();
            if (number >= count) return undefined;
            bytes.set(list.subarray(number * n8r, (number + 1) * n8r), at);
        }
    }
    return input.failed || input.at < encoded.length ? undefined : bytes;
}
