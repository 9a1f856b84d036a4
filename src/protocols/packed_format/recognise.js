/**
 * Tells a packed key from a zkey, by its first bytes: only a page that has one loads what reads it.
 * @module protocols/packed_format/recognise
 */
import { readHead } from "../../files/binfile.js";
import { BIN_KIND } from "./format.js";
import { openPacked } from "./source.js";

/** @import { Source } from "../../files/source.js" */
/** @import { PackedKey } from "./source.js" */

/**
 * The zkey that a source is, or that it was made of.
 * @param {Source} source
 * @returns {Promise<{ zkey: Source, head?: Uint8Array, packed?: PackedKey }>} head: of the zkey, if
 *   it was read
 */
export async function unpacked(source) {
    const head = await readHead(source);
    const magic = String.fromCharCode(...head.subarray(0, BIN_KIND.magic.length));
    if (magic !== BIN_KIND.magic) return { zkey: source, head };
    const packed = await openPacked(source, 0, head);
    return { zkey: packed.source, packed };
}
