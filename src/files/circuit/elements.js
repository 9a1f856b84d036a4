/**
 * The constants of a circuit as elements: 40 bytes, a short value, flags, and four words of 64 bits.
 * @module files/circuit/elements
 */
import { readLE } from "../../util/bytes.js";
import { openAt } from "./tables.js";

/** @import { Anatomy } from "./anatomy.js" */

const ELEMENT = 40;

/** Where the words of an element begin. */
export const WORDS = 8;

/** Flags: the words hold the value; they hold its Montgomery form, beside a short value too. */
const LONG = 0x80000000, MONTGOMERY = 0x40000000;

/**
 * Whether an element has flags that circom writes, and words below the prime: field functions differ in what they do
 * with others.
 * @param {DataView} view - of the file
 * @param {number} at
 * @param {bigint} p
 */
const isPlain = (view, at, p) =>
    [0, LONG, MONTGOMERY, LONG + MONTGOMERY].includes(view.getUint32(at + 4, true)) &&
    readLE(new Uint8Array(view.buffer, view.byteOffset + at + WORDS, 32)) < p;

/**
 * Whether the constants of a circuit, which are its last segment, are elements with values below the prime.
 * @param {Anatomy} anatomy
 * @param {bigint} p
 */
export function hasPlainElements({ bytes, data }, p) {
    const { at, end } = data[data.length - 1];
    if ((end - at) % ELEMENT !== 0) return false;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), top = Number(p >> 224n);
    const { reader, move } = openAt(bytes, at, end);
    const next = (/** @type {number} */ from) => reader.odd_element(from + move, end + move, top) - move;
    for (let i = next(at); i < end; i = next(i + ELEMENT)) if (!isPlain(view, i, p)) return false;
    return true;
}
