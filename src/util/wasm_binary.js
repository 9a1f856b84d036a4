/**
 * The binary format of WebAssembly, as far as replacing functions requires it: numbers and
 * sections.
 * @module util/wasm_binary
 */

/** @param {number} n - below 2^32 @returns {number[]} */
export function encodeUnsigned(n) {
    const bytes = [];
    for (; n > 127; n = Math.floor(n / 128)) bytes.push((n % 128) | 128);
    bytes.push(n);
    return bytes;
}

/** @param {bigint} n - any bits of i64; read as a signed number @returns {number[]} */
export function encodeSigned(n) {
    const bytes = [];
    let rest = BigInt.asIntN(64, n);
    for (; rest < -64n || rest > 63n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
    bytes.push(Number(rest & 127n));
    return bytes;
}

/** A position in a file, which advances with each number that is read. */
export class Cursor {
    /** @param {Uint8Array} bytes @param {number} at */
    constructor(bytes, at) {
        this.bytes = bytes;
        this.at = at;
    }

    byte() {
        if (this.at >= this.bytes.length) throw new RangeError(`wasm: expected a byte at ${this.at}, got the end`);
        return this.bytes[this.at++];
    }

    /** An unsigned number of up to 32 bits. */
    unsigned() {
        let value = 0, scale = 1;
        for (let i = 0; i < 5; i++, scale *= 128) {
            const byte = this.byte();
            value += (byte & 127) * scale;
            if (byte < 128) return value;
        }
        throw new RangeError(`wasm: expected a number of 32 bits before ${this.at}, got a longer one`);
    }

    /** A signed number of up to 32 bits. */
    signed() {
        let value = 0, shift = 0, byte;
        do {
            byte = this.byte();
            value |= (byte & 127) << shift;
            shift += 7;
        } while (byte > 127 && shift < 35);
        return shift < 32 && (byte & 64) ? value | (-1 << shift) : value;
    }

    /** Skips a number of any size. */
    skipNumber() {
        while (this.byte() > 127);
    }

    /** @param {number} length */
    skip(length) {
        if (this.at + length > this.bytes.length)
            throw new RangeError(`wasm: expected ${length} bytes at ${this.at}, got the end`);
        this.at += length;
    }

    /** @param {number} length @returns {Uint8Array} a view */
    take(length) {
        this.skip(length);
        return this.bytes.subarray(this.at - length, this.at);
    }
}

/**
 * @typedef {object} Section
 * @property {number} id
 * @property {number} start - of the section with its id and length
 * @property {number} at - of its content
 * @property {number} end
 */

/**
 * @param {Uint8Array} bytes
 * @returns {Section[]}
 * @throws {RangeError} when it is not a module, or is truncated
 */
export function sectionsOf(bytes) {
    const head = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
    if (bytes.length < 8 || head.some((byte, i) => bytes[i] !== byte))
        throw new RangeError("wasm: expected the head of a module, got other bytes");
    const sections = [], cursor = new Cursor(bytes, 8);
    while (cursor.at < bytes.length) {
        const start = cursor.at, id = cursor.byte();
        const length = cursor.unsigned(), at = cursor.at;
        cursor.skip(length);
        sections.push({ id, start, at, end: at + length });
    }
    return sections;
}
