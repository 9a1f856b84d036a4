/**
 * The constants of a circuit as elements: 40 bytes, a short value, flags, and four words of 64
 * bits.
 * @module files/circuit/elements
 */
import { writeLE } from "../../util/bytes.js";
import { layout } from "../../wasm/circom.js";
import { load, reader } from "./reader.js";

/** @import { ModuleSections } from "./module_sections.js" */

const { tables: at } = layout;

/** Where the words of an element begin. */
export const WORDS = 8;

/** Bytes of elements that are read together. */
const PIECE = at.longest - at.longest % at.element;

/**
 * Whether the constants of a circuit, which are its last segment, are elements with flags that
 * circom writes, and values below the prime: field functions differ in what they do with others.
 * @param {ModuleSections} parsed
 * @param {bigint} p
 */
export function hasPlainElements({ bytes, data }, p) {
    const { at: start, end } = data[data.length - 1];
    const own = reader();
    if ((end - start) % at.element !== 0) return false;
    writeLE(own.bytes, at.prime, p, 32);
    for (let from = start; from < end; from += PIECE)
        if (!own.plain_elements(at.body, load(bytes.subarray(from, Math.min(end, from + PIECE))))) return false;
    return true;
}
