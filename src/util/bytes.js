/**
 * Converts integers to and from bytes, in either byte order, at any offset and alignment.
 * Short values are moved by 64-bit words, long ones as hexadecimal text, which BigInt
 * parses in one pass, while shifting word by word would be quadratic.
 * @module util/bytes
 */

/** Longest value, in bytes, that is moved word by word. */
const WORDWISE = 256;

/**
 * True for a Uint8Array of any realm (test runners and frames have several) and for a Buffer of
 * Node.
 * @param {unknown} value
 * @returns {value is Uint8Array}
 */
export const isBytes = (value) =>
    ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === "[object Uint8Array]";

/**
 * Of any realm, shared or not.
 * @param {unknown} value
 * @returns {value is ArrayBuffer}
 */
export const isArrayBuffer = (value) =>
    /^\[object (Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(value));

/**
 * Have these the same length and the same bytes?
 * @param {ArrayLike<number>} a
 * @param {ArrayLike<number>} b
 * @returns {boolean}
 */
export function sameBytes(a, b) {
    let i = a.length === b.length ? 0 : -1;
    while (i >= 0 && i < a.length && a[i] === b[i]) i++;
    return i === a.length;
}

/** Bytes as hexadecimal text, in their order. @param {Uint8Array} bytes */
export const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Was this memory transferred? (A view of it has zero bytes, but so has a view of an empty buffer.)
 * @param {ArrayBufferLike} buffer
 * @returns {boolean}
 */
export function isDetached(buffer) {
    try {
        return new Uint8Array(buffer) === null;
    } catch {
        return true;
    }
}

/**
 * A view of a part of `buff`, checked.
 * @param {ArrayBufferView} buff
 * @param {number} offset - bytes from the start of the view
 * @param {number} n8 - bytes wanted
 * @param {string} where - the caller's name, for the message
 * @returns {DataView}
 */
function window8(buff, offset, n8, where) {
    if (!ArrayBuffer.isView(buff))
        throw new TypeError(`${where}: expected a Uint8Array, got ${buff === null ? "null" : typeof buff}`);
    if (!Number.isInteger(n8) || n8 < 0) throw new RangeError(`${where}: expected a length in bytes, got ${n8}`);
    if (!Number.isInteger(offset) || offset < 0 || offset + n8 > buff.byteLength) {
        throw new RangeError(
            `${where}: expected ${n8} bytes at offset ${offset}, got a buffer of ${buff.byteLength} bytes`,
        );
    }
    return new DataView(buff.buffer, buff.byteOffset + offset, n8);
}

/**
 * The bytes as hexadecimal text, in memory order or reversed.
 * @param {DataView} view
 * @param {boolean} littleEndian
 * @returns {string}
 */
function toHex(view, littleEndian) {
    const n8 = view.byteLength;
    const digits = new Array(n8);
    for (let i = 0; i < n8; i++) digits[littleEndian ? n8 - 1 - i : i] = view.getUint8(i).toString(16).padStart(2, "0");
    return digits.join("");
}

/**
 * @param {DataView} view
 * @param {boolean} littleEndian
 * @returns {bigint}
 */
function readView(view, littleEndian) {
    const n8 = view.byteLength;
    if (n8 === 0) return 0n;
    if (n8 > WORDWISE) return BigInt(`0x${toHex(view, littleEndian)}`);
    let value = 0n;
    const odd = n8 % 8;
    for (let i = 0; i < odd; i++) value = (value << 8n) | BigInt(view.getUint8(littleEndian ? n8 - 1 - i : i));
    for (let i = odd; i < n8; i += 8)
        value = (value << 64n) | view.getBigUint64(littleEndian ? n8 - 8 - i : i, littleEndian);
    return value;
}

/**
 * @param {DataView} view
 * @param {bigint} value - in [0, 2^(8 * length))
 * @param {boolean} littleEndian
 */
function writeView(view, value, littleEndian) {
    const n8 = view.byteLength;
    if (n8 > WORDWISE) return writeHex(view, value, littleEndian);
    let i = 0;
    for (; i + 8 <= n8; i += 8, value >>= 64n)
        view.setBigUint64(littleEndian ? i : n8 - 8 - i, BigInt.asUintN(64, value), littleEndian);
    for (; i < n8; i++, value >>= 8n) view.setUint8(littleEndian ? i : n8 - 1 - i, Number(value & 0xffn));
}

/**
 * @param {DataView} view
 * @param {bigint} value
 * @param {boolean} littleEndian
 */
function writeHex(view, value, littleEndian) {
    const n8 = view.byteLength;
    const hex = value.toString(16).padStart(2 * n8, "0");
    for (let i = 0; i < n8; i++)
        view.setUint8(littleEndian ? n8 - 1 - i : i, parseInt(hex.slice(2 * i, 2 * i + 2), 16));
}

/**
 * The integer in `n8` bytes, least significant first.
 * @param {ArrayBufferView} buff
 * @param {number} [offset]
 * @param {number} [n8]
 * @param {string} [where]
 * @returns {bigint}
 */
export const readLE = (buff, offset = 0, n8 = buff.byteLength - offset, where = "readLE") =>
    readView(window8(buff, offset, n8, where), true);

/**
 * The integer in `n8` bytes, most significant first.
 * @param {ArrayBufferView} buff
 * @param {number} [offset]
 * @param {number} [n8]
 * @param {string} [where]
 * @returns {bigint}
 */
export const readBE = (buff, offset = 0, n8 = buff.byteLength - offset, where = "readBE") =>
    readView(window8(buff, offset, n8, where), false);

/**
 * Writes `value` into `n8` bytes, least significant first. All of them are written.
 * @param {ArrayBufferView} buff
 * @param {number} offset
 * @param {bigint} value - in [0, 2^(8 * n8))
 * @param {number} n8
 * @param {string} [where]
 */
export const writeLE = (buff, offset, value, n8, where = "writeLE") =>
    writeView(window8(buff, offset, n8, where), value, true);

/**
 * Writes `value` into `n8` bytes, most significant first. All of them are written.
 * @param {ArrayBufferView} buff
 * @param {number} offset
 * @param {bigint} value - in [0, 2^(8 * n8))
 * @param {number} n8
 * @param {string} [where]
 */
export const writeBE = (buff, offset, value, n8, where = "writeBE") =>
    writeView(window8(buff, offset, n8, where), value, false);

/**
 * A copy of a part of a byte array. `Buffer.prototype.slice` of Node makes a
 * view instead; going through Uint8Array gives a copy for both.
 * @param {Uint8Array} bytes
 * @param {number} [from]
 * @param {number} [to]
 * @returns {Uint8Array}
 */
export const copyBytes = (bytes, from, to) => Uint8Array.prototype.slice.call(bytes, from, to);

/**
 * Clears bytes, unless their buffer was given away. Engines fill shared memory element by element:
 * 8 bytes at a time take a fifth of the time.
 * @param {Uint8Array} bytes
 */
export function clear(bytes) {
    const { buffer, byteOffset, length } = bytes;
    const byWords = byteOffset % 8 === 0 && Object.prototype.toString.call(buffer) === "[object SharedArrayBuffer]";
    const whole = byWords ? length - (length % 8) : 0;
    if (whole > 0) new Float64Array(buffer, byteOffset, whole / 8).fill(0);
    if (whole < length) bytes.fill(0, whole);
}

/**
 * Bytes for a secret, which the caller clears. Engines keep small arrays among their objects, and
 * their collectors copy those when they move them and clear no copy; a buffer of its own stays in
 * its place.
 * @param {number} length
 * @returns {Uint8Array<ArrayBuffer>}
 */
export const secretBytes = (length) => new Uint8Array(new ArrayBuffer(length));

/** All of them, one behind the other, in a new buffer. @param {readonly Uint8Array[]} parts */
export function concat(parts) {
    const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
    let at = 0;
    for (const part of parts) {
        whole.set(part, at);
        at += part.length;
    }
    return whole;
}
