/**
 * True for a BigBuffer of this or another copy of the library or of
 * ffjavascript. It is recognised by its shape, since every copy has its own class.
 * @param {unknown} value
 * @returns {value is BigBuffer}
 */
export declare function isBigBuffer(value: unknown): value is BigBuffer;
/** A buffer of any length that memory allows. */
export declare class BigBuffer {
    /** @type {Uint8Array[]} pages of 2^30 bytes, the last one shorter */
    buffers: Uint8Array[];
    /** @type {number} */
    byteLength: number;
    /** @param {number} size - bytes */
    constructor(size: number);
    /**
     * Bytes in a full page. A subclass may make it smaller.
     * @returns {number}
     */
    get _pageSize(): number;
    /**
     * Lets `x instanceof BigBuffer` hold for buffers made by another copy.
     * @param {unknown} value
     * @returns {boolean}
     */
    static [Symbol.hasInstance](value: unknown): boolean;
    /**
     * A copy of the bytes [from, to): a Uint8Array when they fit in a page, otherwise a BigBuffer.
     * @param {number} [from]
     * @param {number} [to] - clipped to the length
     * @returns {Uint8Array | BigBuffer}
     */
    slice(from?: number, to?: number): Uint8Array | BigBuffer;
    /**
     * Copies bytes into this buffer.
     * @param {Uint8Array | BigBuffer} bytes
     * @param {number} [offset]
     * @throws {RangeError} when they do not fit
     */
    set(bytes: Uint8Array | BigBuffer, offset?: number): void;
    /**
     * The page in which all of [start, start + length) lies.
     * @param {number} start
     * @param {number} length
     * @returns {Uint8Array | undefined} undefined when it spans several pages, or is not within this buffer
     */
    _pageHolding(start: number, length: number): Uint8Array | undefined;
    /**
     * Views that together cover [start, start + length), each with its offset from start.
     * @param {number} start
     * @param {number} length
     * @returns {Generator<[Uint8Array, number]>}
     */
    _pieces(start: number, length: number): Generator<[Uint8Array, number]>;
}
