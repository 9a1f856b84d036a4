/**
 * The constants of a circuit as elements: 40 bytes, a short value, flags, and four words of 64 bits.
 * @module files/circuit/elements
 */
import { readLE } from "../../util/bytes.js";

/** @import { Anatomy } from "./anatomy.js" */

const ELEMENT = 40;

/** Where the words of an element begin. */
export const WORDS = 8;

/** Flags: the words hold the value; they hold its Montgomery form. */
const LONG = 0x80000000, MONTGOMERY = 0x40000000;

/** @param {bigint} x @param {bigint} p */
const modulo = (x, p) => ((x % p) + p) % p;

/**
 * Whether an element is of a form that circom writes, and means one value below the prime: field functions differ in
 * which part of another they look at.
 * @param {DataView} view - of the file
 * @param {number} at
 * @param {{ p: bigint, top: number }} prime - top: its highest 32 bits
 */
function isPlain(view, at, { p, top }) {
    const flags = view.getUint32(at + 4, true);
    if (flags === 0) return true;
    const words = () => readLE(new Uint8Array(view.buffer, view.byteOffset + at + WORDS, 32));
    if (flags === MONTGOMERY) return words() === modulo(BigInt(view.getInt32(at, true)) << 256n, p);
    if (flags !== LONG && flags !== LONG + MONTGOMERY) return false;
    const high = view.getUint32(at + ELEMENT - 4, true);
    return high < top || (high === top && words() < p);
}

/**
 * Whether the constants of a circuit, which are its last segment, are elements with values below the prime.
 * @param {Anatomy} anatomy
 * @param {bigint} p
 */
export function hasPlainElements({ bytes, data }, p) {
    const { at, end } = data[data.length - 1], prime = { p, top: Number(p >> 224n) };
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let i = at; i < end; i += ELEMENT) if (i + ELEMENT > end || !isPlain(view, i, prime)) return false;
    return true;
}
