/**
 * Conversions that callers share: JSON-like trees with integers as text, bytes
 * and integers, arrays of elements and flat buffers.
 * @module bigint/utils
 */
import { bitReverse, log2, reverseElements } from "../util/bits.js";
import { copyBytes, isBytes, readBE, readLE, writeBE, writeLE } from "../util/bytes.js";
import { checkType } from "../util/check.js";
import * as Scalar from "./scalar.js";

export { bitReverse, log2 };

/**
 * The part of a field that these functions need.
 * @typedef {object} Printable
 * @property {(value: any) => any} e - any: each field has its own elements
 * @property {(element: any) => string} toString
 */

/** Decimal or 0x text, which is read as an integer. Negative numbers and exponents stay text. */
const INTEGER = /^(?:[0-9]+|0x[0-9a-fA-F]+)$/;

/**
 * Rebuilds a tree, passing every leaf to `convert`. Arrays stay arrays, other
 * objects become plain ones with the same own keys.
 * @param {unknown} tree
 * @param {(leaf: any) => { value: unknown } | undefined} convert - undefined: not a leaf
 * @returns {any}
 */
function mapTree(tree, convert) {
    const leaf = convert(tree);
    if (leaf) return leaf.value;
    if (Array.isArray(tree)) return tree.map((item) => mapTree(item, convert));
    if (typeof tree !== "object" || tree === null) return tree;
    return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, mapTree(value, convert)]));
}

/**
 * The same tree with every integer as decimal text. A Uint8Array becomes the
 * bigint of its little-endian bytes (not text), as in ffjavascript.
 * @param {any} o - any: trees are the caller's
 * @returns {any}
 * @throws {TypeError} when there is a null or undefined inside
 */
export function stringifyBigInts(o) {
    return mapTree(o, (value) => {
        checkType(value != null, "stringifyBigInts", "integers, text, bytes, arrays and objects of them", value);
        if (typeof value === "bigint" || value.eq !== undefined) return { value: value.toString(10) };
        return isBytes(value) ? { value: Scalar.fromRprLE(value) } : undefined;
    });
}

/**
 * The same tree with decimal and 0x text as bigint. Other text stays.
 * @param {any} o
 * @returns {any}
 */
export const unstringifyBigInts = (o) =>
    mapTree(o, (value) => (isInteger(value) ? { value: BigInt(value) } : undefined));

/** @param {unknown} value @returns {boolean} */
const isInteger = (value) => typeof value === "string" && INTEGER.test(value);

/**
 * The same tree with every element of `F` (bytes, for the wasm fields) as text.
 * @param {Printable} F
 * @param {any} o
 * @returns {any}
 * @throws {TypeError} when there is a null or undefined inside
 */
export function stringifyFElements(F, o) {
    return mapTree(o, (value) => {
        checkType(value != null, "stringifyFElements", "elements, text, arrays and objects of them", value);
        if (typeof value === "bigint" || value.eq !== undefined) return { value: value.toString(10) };
        return isBytes(value) ? { value: F.toString(F.e(value)) } : undefined;
    });
}

/**
 * The same tree with decimal and 0x text as elements of `F`. Other text stays.
 * @param {Printable} F
 * @param {any} o
 * @returns {any}
 */
export const unstringifyFElements = (F, o) =>
    mapTree(o, (value) => (isInteger(value) ? { value: F.e(value) } : undefined));

/** @param {bigint} n @returns {bigint} n itself, or the primitive value of an object */
function bigintOf(n) {
    // any: the types know no sum of an object
    const value = typeof n === "object" && n !== null ? /** @type {any} */ (n) + 0n : n;
    checkType(typeof value === "bigint", "int2Buff", "a bigint", n);
    return value;
}

/** @param {bigint} n @param {number | undefined} len @returns {number} bytes to write */
function lengthFor(n, len) {
    const needed = Math.ceil(Scalar.bitLength(n) / 8);
    const length = len ?? Math.max(1, needed);
    if (n < 0n || needed > length)
        throw new Error(
            `Number does not fit in this length: expected 0 to ${length} bytes, got ${n < 0n ? "a negative number" : `${needed} bytes`}`,
        );
    return length;
}

/**
 * @param {bigint} n - n >= 0
 * @param {number} [len] - bytes; as many as needed when absent
 * @returns {Uint8Array} big-endian
 */
export function beInt2Buff(n, len) {
    const value = bigintOf(n);
    const bytes = new Uint8Array(lengthFor(value, len));
    writeBE(bytes, 0, value, bytes.length, "beInt2Buff");
    return bytes;
}

/**
 * @param {bigint} n - n >= 0
 * @param {number} [len] - bytes; as many as needed when absent
 * @returns {Uint8Array} little-endian
 */
export function leInt2Buff(n, len) {
    const value = bigintOf(n);
    const bytes = new Uint8Array(lengthFor(value, len));
    writeLE(bytes, 0, value, bytes.length, "leInt2Buff");
    return bytes;
}

/** @param {Uint8Array} buff - big-endian @returns {bigint} */
export const beBuff2int = (buff) => readBE(buff, 0, buff?.byteLength, "beBuff2int");

/** @param {Uint8Array} buff - little-endian @returns {bigint} */
export const leBuff2int = (buff) => readLE(buff, 0, buff?.byteLength, "leBuff2int");

/**
 * Puts the elements of `buff` into bit-reversed order, in place.
 * @param {Uint8Array} buff - 2^k elements
 * @param {number} eSize - bytes of an element
 * @throws {Error} "Invalid number of pointers" when there are not 2^k
 */
export function buffReverseBits(buff, eSize) {
    const n = buff.byteLength / eSize;
    const bits = log2(n);
    if (n !== 2 ** bits)
        throw new Error(
            `buffReverseBits: Invalid number of pointers: expected a power of two elements of ${eSize} bytes, got ${buff.byteLength} bytes`,
        );
    reverseElements(buff, eSize, bits);
}

/**
 * The elements one after the other, each in `sG` bytes.
 * @param {ArrayLike<number>[]} arr
 * @param {number} sG
 * @returns {Uint8Array}
 */
export function array2buffer(arr, sG) {
    const bytes = new Uint8Array(sG * arr.length);
    for (let i = 0; i < arr.length; i++) {
        checkType(arr[i] != null, "array2buffer", `bytes at index ${i}`, arr[i]);
        bytes.set(arr[i], i * sG);
    }
    return bytes;
}

/**
 * Copies of the elements of `sG` bytes that a buffer consists of.
 * @param {Uint8Array | import("../util/bigbuffer.js").BigBuffer} buff
 * @param {number} sG
 * @returns {Uint8Array[]}
 */
export function buffer2array(buff, sG) {
    const pieces = new Array(buff.byteLength / sG);
    for (let i = 0; i < pieces.length; i++) {
        pieces[i] = isBytes(buff) ? copyBytes(buff, i * sG, (i + 1) * sG) : buff.slice(i * sG, (i + 1) * sG);
    }
    return pieces;
}
