/**
 * A byte buffer made of pages, for data that does not fit in one Uint8Array.
 * Pages are zero-filled; the operating system commits them when they are first
 * written to.
 * @module util/bigbuffer
 */
import { copyBytes, isBytes } from "./bytes.js";
import { checkCount, checkRange, checkType } from "./check.js";

/** Bytes in a page: the largest typed array that every supported engine allows. */
const PAGE = 1 << 30;

/**
 * True for a BigBuffer of this or another copy of the library or of
 * ffjavascript. It is recognised by its shape, since every copy has its own class.
 * @param {unknown} value
 * @returns {value is BigBuffer}
 */
export function isBigBuffer(value) {
    if (value === null || typeof value !== "object") return false;
    const it = /** @type {Record<string, unknown>} */ (value);
    return Array.isArray(it.buffers) && typeof it.byteLength === "number" && typeof it.slice === "function"
        && typeof it.set === "function" && it.buffers.every(isBytes);
}

/** A buffer of any length that memory allows. */
export class BigBuffer {
    /** @param {number} size - bytes */
    constructor(size) {
        checkCount(size, "BigBuffer size");
        const page = this._pageSize;
        /** @type {Uint8Array[]} pages of 2^30 bytes, the last one shorter */
        this.buffers = [];
        /** @type {number} */
        this.byteLength = size;
        for (let at = 0; at < size; at += page) this.buffers.push(new Uint8Array(Math.min(page, size - at)));
    }

    /**
     * Bytes in a full page. A subclass may make it smaller.
     * @returns {number}
     */
    get _pageSize() {
        return PAGE;
    }

    /**
     * Lets `x instanceof BigBuffer` hold for buffers made by another copy.
     * @param {unknown} value
     * @returns {boolean}
     */
    static [Symbol.hasInstance](value) {
        return this === BigBuffer ? isBigBuffer(value) : Function.prototype[Symbol.hasInstance].call(this, value);
    }

    /**
     * A copy of the bytes [from, to): a Uint8Array when they fit in a page, otherwise a BigBuffer.
     * @param {number} [from]
     * @param {number} [to] - clipped to the length
     * @returns {Uint8Array | BigBuffer}
     */
    slice(from = 0, to = this.byteLength) {
        const first = this.buffers[0]; // the way of a single element, as in `set`
        if (Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from <= to && to <= first?.length)
            return copyBytes(first, from, to);
        checkRange(from >= 0, "BigBuffer.slice", "a start >= 0", from);
        const start = Math.floor(from);
        const end = Math.min(Math.floor(to), this.byteLength);
        const length = Math.max(0, end - start);
        const page = this._pageHolding(start, length);
        if (page) return copyBytes(page, start % this._pageSize, (start % this._pageSize) + length);
        if (length <= this._pageSize) {
            const bytes = new Uint8Array(length);
            for (const [piece, at] of this._pieces(start, length)) bytes.set(piece, at);
            return bytes;
        }
        const copy = new /** @type {typeof BigBuffer} */ (this.constructor)(length);
        for (const [piece, at] of this._pieces(start, length)) copy.set(piece, at);
        return copy;
    }

    /**
     * Copies bytes into this buffer.
     * @param {Uint8Array | BigBuffer} bytes
     * @param {number} [offset]
     * @throws {RangeError} when they do not fit
     */
    set(bytes, offset = 0) {
        // Provers write millions of single elements, so the way of a single element is kept this
        // short.
        const first = this.buffers[0], plain = bytes instanceof Uint8Array && Number.isInteger(offset);
        if (plain && offset >= 0 && offset + bytes.length <= first?.length) {
            first.set(bytes, offset);
            return;
        }
        const whole = plain ? this._pageHolding(offset, bytes.byteLength) : undefined;
        if (whole) {
            whole.set(/** @type {Uint8Array} */ (bytes), offset % this._pageSize);
            return;
        }
        const paged = isBigBuffer(bytes);
        checkType(paged || isBytes(bytes), "BigBuffer.set", "a Uint8Array or a BigBuffer", bytes);
        if (!Number.isInteger(offset) || offset < 0 || offset + bytes.byteLength > this.byteLength) {
            throw new RangeError(
                `BigBuffer.set: offset is out of bounds: expected ${bytes.byteLength} bytes at ${offset} to fit in ${this.byteLength}`,
            );
        }
        let at = offset;
        for (const page of paged ? bytes.buffers : [bytes]) {
            for (const [piece, from] of this._pieces(at, page.byteLength))
                piece.set(page.subarray(from, from + piece.byteLength));
            at += page.byteLength;
        }
    }

    /**
     * The page in which all of [start, start + length) lies.
     * @param {number} start
     * @param {number} length
     * @returns {Uint8Array | undefined} undefined when it spans several pages, or is not within
     *   this buffer
     */
    _pageHolding(start, length) {
        if (!(Number.isInteger(start) && start >= 0)) return undefined;
        const page = this.buffers[Math.floor(start / this._pageSize)];
        return page !== undefined && (start % this._pageSize) + length <= page.byteLength ? page : undefined;
    }

    /**
     * Views that together cover [start, start + length), each with its offset from start.
     * @param {number} start
     * @param {number} length
     * @returns {Generator<[Uint8Array, number]>}
     */
    *_pieces(start, length) {
        const size = this._pageSize;
        for (let done = 0; done < length;) {
            const page = this.buffers[Math.floor((start + done) / size)];
            const from = (start + done) % size;
            const piece = page.subarray(from, Math.min(page.byteLength, from + length - done));
            yield [piece, done];
            done += piece.byteLength;
        }
    }
}
